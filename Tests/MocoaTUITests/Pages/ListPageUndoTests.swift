import MocoaTestSupport
import Testing

@testable import MocoaTUI

/// Which action `u` undoes on a list page.
@MainActor @Suite struct ListPageUndoTests {
  private let box = WordBox()

  private func show() async throws -> ScreenDriver {
    let page = ListPage("Words") { [box] in box.words }
      .row { $1.write($0.text) }
    page.action("d", "Delete") { [box] word in
      await box.wait()
      box.remove(word)
    } undo: { [box] word in
      box.words.append(word)
    }
    page.action("c", "Cut", confirm: "Cut?") { [box] word in
      box.remove(word)
    } undo: { [box] word in
      box.words.append(word)
    }
    page.action("a", "Add") { [box] in box.add() }
    page.action("w", "Add a word") { [box] in
      box.add()
    } undo: { [box] in
      box.words.removeLast()
    }
    let screen = try ScreenDriver(columns: 70, rows: 12)
    screen.show(page)
    await screen.settle()
    return screen
  }

  private var texts: [String] { box.words.map(\.text) }

  @Test("40: u while an action runs undoes that action, and not the one before")
  func whileAnActionRuns() async throws {
    let screen = try await show()
    screen.press("d")
    await screen.settle()
    #expect(texts == ["two", "three"] && screen.picture.contains("u undoes it"))
    box.isHeld = true
    screen.press("d", "u")
    #expect(screen.picture.contains("Delete is undone when it is finished"))
    await screen.wait(for: "the action") { box.gate != nil }
    #expect(texts == ["two", "three"])
    box.gate?.resume()
    await screen.wait(for: "the undo") { texts == ["three", "two"] }
    await screen.settle()
    #expect(screen.picture.contains("undone: Delete"))
    screen.press("u")
    await screen.settle()
    #expect(texts == ["three", "two", "one"])
  }

  @Test("40: an action and u that come at once")
  func atOnce() async throws {
    let screen = try await show()
    screen.type("du")
    await screen.settle()
    #expect(texts == ["two", "three", "one"])
    screen.press(.home, "d")
    await screen.settle()
    screen.press("d")
    await screen.settle()
    #expect(texts == ["one"])
    screen.type("uu")
    await screen.settle()
    #expect(texts == ["one", "three", "two"])
    // The question has not been answered.
    screen.type("cu")
    #expect(screen.picture.contains("Cut is not confirmed"))
    await screen.settle()
    #expect(screen.picture.contains("Cut?"))
    screen.press("n")
    await screen.settle()
    #expect(texts == ["one", "three", "two"])
    screen.press("u")
    #expect(screen.picture.contains("there is nothing to undo"))
  }

  @Test("40: u says that an action cannot be undone before it undoes an older one")
  func withoutUndo() async throws {
    let screen = try await show()
    screen.press("d")
    await screen.settle()
    screen.press("a")
    await screen.settle()
    screen.press("u")
    await screen.settle()
    #expect(screen.picture.contains("Add cannot be undone; u again undoes Delete"))
    #expect(texts == ["two", "three", "new"])
    screen.press("u")
    await screen.settle()
    #expect(texts == ["two", "three", "new", "one"])
    screen.press("a")
    await screen.settle()
    screen.press("u")
    #expect(screen.picture.contains("Add cannot be undone"))
    #expect(!screen.picture.contains("u again"))
  }

  @Test("40: an action that needs no row is undone")
  func withoutARow() async throws {
    let screen = try await show()
    screen.press("w")
    await screen.settle()
    #expect(texts == ["one", "two", "three", "new"])
    screen.press("u")
    await screen.settle()
    #expect(texts == ["one", "two", "three"] && screen.picture.contains("undone: Add a word"))
  }
}

/// Words in memory.
@MainActor private final class WordBox {
  var words = WordList.words(["one", "two", "three"])
  var isHeld = false
  /// Continued by the test, if actions are held.
  var gate: CheckedContinuation<Void, Never>?

  func wait() async {
    if isHeld { await withCheckedContinuation { gate = $0 } }
  }

  func remove(_ word: Word) { words.removeAll { $0 == word } }
  func add() { words.append(Word(id: 10 + words.count, text: "new")) }
}
