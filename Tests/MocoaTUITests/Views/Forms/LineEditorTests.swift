import MocoaTestSupport
import Testing

@testable import MocoaTUI

/// `|` stands for the cursor.
private func editor(_ picture: String) -> LineEditor {
  var editor = LineEditor(picture.replacing("|", with: ""))
  editor.move(to: picture.prefix { $0 != "|" }.count)
  return editor
}

private func picture(_ editor: LineEditor) -> String { "\(editor.head)|\(editor.tail)" }

@Suite struct LineEditorTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var before: String
    var after: String
    var edit: @Sendable (inout LineEditor) -> Void
    var testDescription: String { "\(name): \(before)" }

    init(
      _ name: String, _ before: String, _ after: String,
      _ edit: @escaping @Sendable (inout LineEditor) -> Void
    ) {
      self.name = name
      self.before = before
      self.after = after
      self.edit = edit
    }
  }

  static let cases: [Case] = [
    Case("insert", "a|c", "ab|c") { $0.insert("b") },
    Case("insert nothing", "a|c", "a|c") { $0.insert("") },
    Case("insert lines", "|", "a b c|") { $0.insert("a\nb\r\nc") },
    Case("insert control characters", "|", "a [31mb|") { $0.insert("a\t\u{1B}[31m\u{7}b") },
    Case("insert an accent", "e|x", "e\u{301}|x") { $0.insert("\u{301}") },
    Case("left", "日本|語", "日|本語") { $0.move(to: $0.cursor - 1) },
    Case("left at the start", "|a", "|a") { $0.move(to: $0.cursor - 1) },
    Case("right at the end", "a|", "a|") { $0.move(to: $0.cursor + 1) },
    Case("word left", "one two-three|", "one two-|three") { $0.moveWordLeft() },
    Case("word left over blanks", "one  |", "|one  ") { $0.moveWordLeft() },
    Case("word right", "|one two", "one| two") { $0.moveWordRight() },
    Case("word right over blanks", "one|  two", "one  two|") { $0.moveWordRight() },
    Case("delete backward", "ab|c", "a|c") { $0.deleteBackward() },
    Case("delete backward a whole emoji", "a👨‍👩‍👧|", "a|") { $0.deleteBackward() },
    Case("delete backward at the start", "|a", "|a") { $0.deleteBackward() },
    Case("delete forward", "a|bc", "a|c") { $0.deleteForward() },
    Case("delete forward at the end", "a|", "a|") { $0.deleteForward() },
    Case("cut a word with its marks", "a b-c |d", "a |d") { $0.cutWord() },
    Case("cut letters only", "a b-c|d", "a b-|d") { $0.cutWordLeft() },
    Case("cut the next word", "a| bc d", "a| d") { $0.cutWordRight() },
    Case("cut to the start", "ab|c", "|c") { $0.cutToStart() },
    Case("cut to the end", "a|bc", "a|") { $0.cutToEnd() },
    Case("put back", "ab |c", "ab ab |c") { editor in
      editor.cutToStart()
      editor.putBack()
      editor.putBack()
    },
    Case("a cut of nothing keeps what was cut", "ab|", "ab|") { editor in
      editor.cutToStart()
      editor.cutToStart()
      editor.putBack()
    },
    Case("replace at the end", "ab|", "xyz|") { $0.replace(with: "xyz") },
    Case("replace before the end", "a|bc", "x|yz") { $0.replace(with: "xyz") },
    Case("replace by less", "ab|c", "x|") { $0.replace(with: "x") },
  ]

  @Test(arguments: cases) func edits(_ testCase: Case) {
    var editor = editor(testCase.before)
    testCase.edit(&editor)
    #expect(picture(editor) == testCase.after)
  }

  @Test func anAccentThatJoinsWhatFollowsLeavesTheCursorAfterTheCharacter() {
    var editor = LineEditor("\u{301}x")
    editor.move(to: 0)
    editor.insert("e")
    #expect(editor.text == "e\u{301}x")
    #expect(editor.cursor == 1)
  }

  @Test(arguments: 0..<20) func randomEditsKeepTheCursorInTheText(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let pieces = ["a", " ", "日", "e\u{301}", "\u{301}", "👩‍🔬", "b c", "\n", "-"]
    var editor = LineEditor()
    for step in 0..<300 {
      let before = editor
      switch Int.random(in: 0..<9, using: &random) {
      case 0...2: editor.insert(pieces.randomElement(using: &random) ?? "")
      case 3: editor.move(to: Int.random(in: -2...12, using: &random))
      case 4: editor.deleteBackward()
      case 5: editor.deleteForward()
      case 6: editor.cutWord()
      case 7: editor.moveWordLeft()
      default: editor.moveWordRight()
      }
      let trace: Comment = "seed \(seed), step \(step): \(picture(before)) → \(picture(editor))"
      #expect((0...editor.text.count).contains(editor.cursor), trace)
      #expect("\(editor.head)\(editor.tail)" == editor.text, trace)
      #expect(!editor.text.contains("\n"), trace)
    }
  }
}
