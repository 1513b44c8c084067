import MocoaTestSupport
import Observation
import Testing

@testable import MocoaTUI

@MainActor @Suite struct LabelTests {
  private func picture(_ text: String, columns: Int, rows: Int) throws -> String {
    try ScreenDriver(columns: columns, rows: rows, showing: Stretched(Label(text))).picture
  }

  @Test func textThatFitsIsShownAsItIs() throws {
    #expect(try picture("one two three", columns: 8, rows: 2) == "one two\nthree")
    #expect(try picture("one two\n \n", columns: 8, rows: 1) == "one two")
  }

  @Test(arguments: [
    ("one two three", 8, 1, "one two…"), ("one two three", 7, 1, "one tw…"),
    ("one\ntwo\nthree", 8, 2, "one\ntwo…"), ("onetwothree", 4, 2, "onet\nwot…"),
    ("日本語日本語", 5, 1, "日本…"), ("one two", 1, 1, "…"),
  ])
  func anEllipsisEndsWhatHasNoRoom(
    text: String, columns: Int, rows: Int, expected: String
  ) throws {
    #expect(try picture(text, columns: columns, rows: rows) == expected)
  }

  @Test("40: a label follows the text that its closure returns")
  func aTextThatChanges() async throws {
    let shelf = Shelf()
    let screen = try ScreenDriver(
      columns: 12, rows: 2, showing: Stretched(Label { "\(shelf.count) books" }))
    #expect(screen.picture.hasPrefix("1 books"))
    shelf.count = 20
    await screen.settle()
    #expect(screen.picture.hasPrefix("20 books"))
  }
}

@MainActor @Observable private final class Shelf {
  var count = 1
}

/// Gives a view the whole screen.
@MainActor final class Stretched: View {
  init(_ view: View) {
    super.init()
    addSubview(view)
  }

  override func layoutSubviews() { subviews.first?.frame = bounds }
}
