import MocoaTestSupport
import Observation
import Testing

@testable import MocoaCore

@MainActor @Suite struct UndoStackTests {
  /// What is edited.
  private final class Words {
    var list: [String] = []
    var removed: [String] = []
    var isLocked = false
  }

  private let words = Words()
  private let stack = UndoStack()

  private var append: UndoableEdit<String, String> {
    UndoableEdit { [words] word in
      words.list.append(word)
      return word
    } undo: { [words] _ in
      words.list.removeLast()
    }
  }

  private var remove: UndoableEdit<Int, (index: Int, word: String)> {
    UndoableEdit(isEnabled: { [words] in !words.isLocked }) { [words] in
      guard words.list.indices.contains($0) else { throw Refusal() }
      return ($0, words.list.remove(at: $0))
    } undo: { [words] in
      words.list.insert($0.word, at: $0.index)
      return $0.index
    }
  }

  /// Takes what was removed.
  private var keep: UndoableEdit<(index: Int, word: String), (index: Int, word: String)> {
    UndoableEdit { [words] in
      guard $0.word != "no" else { throw Refusal() }
      words.removed.append($0.word)
      return $0
    } undo: { [words] in
      words.removed.removeLast()
      return $0
    }
  }

  @Test func editsAreTakenBackAndDoneAgain() throws {
    #expect(!stack.canUndo && !stack.canRedo)
    try stack.perform(append, "a")
    try stack.perform(append, "b")
    #expect(try stack.undo())
    #expect(words.list == ["a"] && stack.canUndo && stack.canRedo)
    #expect(try stack.redo())
    #expect(words.list == ["a", "b"] && !stack.canRedo)
    #expect(try !stack.redo())
    try stack.undo()
    try stack.perform(append, "c")
    #expect(!stack.canRedo, "what was taken back before is gone")
    #expect(words.list == ["a", "c"])
    stack.removeAll()
    #expect(try !stack.undo())
  }

  @Test func aChainHandsOnAndIsUndoneBackwards() throws {
    words.list = ["x", "y", "z"]
    try stack.perform(remove.then(keep), 1)
    #expect(words.list == ["x", "z"] && words.removed == ["y"])
    try stack.undo()
    #expect(words.list == ["x", "y", "z"] && words.removed == [])
    try stack.redo()
    #expect(words.list == ["x", "z"] && words.removed == ["y"])
  }

  @Test func aChainIsDoneAsAWholeOrNotAtAll() throws {
    words.list = ["yes", "no"]
    #expect(throws: Refusal()) { try stack.perform(remove.then(keep), 1) }
    #expect(words.list == ["yes", "no"] && words.removed == [])
    #expect(!stack.canUndo)
    words.isLocked = true
    #expect(!remove.then(keep).isEnabled)
    #expect(throws: CommandError.notEnabled) { try stack.perform(remove.then(keep), 0) }
    #expect(words.list == ["yes", "no"])
  }

  @Test func whatCannotBeDoneAgainWaits() throws {
    words.list = ["a"]
    try stack.perform(remove, 0)
    try stack.undo()
    words.isLocked = true
    #expect(throws: CommandError.notEnabled) { try stack.redo() }
    #expect(stack.canRedo && words.list == ["a"])
    words.isLocked = false
    try stack.redo()
    #expect(words.list == [])
  }

  @Test func noMoreEditsAreKeptThanAsked() throws {
    let stack = UndoStack(limit: 2)
    for word in ["a", "b", "c"] { try stack.perform(append, word) }
    while try stack.undo() {}
    #expect(words.list == ["a"])
  }

  @Test func buttonsHearWhetherThereIsSomethingToUndo() async throws {
    var heard: [Bool] = []
    let token = Subscription.following {
      stack.canUndo
    } to: {
      heard.append($0)
    }
    try stack.perform(append, "a")
    await turns { heard.count == 2 }
    try stack.undo()
    await turns { heard.count == 3 }
    #expect(heard == [false, true, false])
    token.cancel()
  }

  @Test(arguments: 0..<20) func anyWayThroughTheHistoryLeadsWhereItDidBefore(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var states: [[String]] = [words.list]
    for step in 0..<100 {
      let position = states.count - 1
      if Bool.random(using: &random) || words.list.isEmpty {
        try stack.perform(append, "\(step)")
      } else {
        try stack.perform(remove.then(keep), .random(in: words.list.indices, using: &random))
      }
      states.append(words.list)
      let back = Int.random(in: 0...min(5, position), using: &random)
      for count in 0..<back {
        try stack.undo()
        #expect(words.list == states[states.count - 2 - count], "seed \(seed), step \(step)")
      }
      if Bool.random(using: &random) {
        while try stack.redo() {}
        #expect(words.list == states.last, "seed \(seed), step \(step)")
      } else {
        states.removeLast(back)
      }
    }
  }
}
