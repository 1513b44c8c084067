import Foundation
import MocoaTUI
import MocoaTestSupport
import Testing

/// Every key that moves the cursor, on a feed of 60 rows in a screen of 30: one row of titles, 28
/// rows of the feed, and the status bar.
@Suite struct MovementTests {
  @Test(arguments: [[], ["--height", "12"]])
  func theCursorOfTheTerminalIsOnTheCurrentRow(_ arguments: [String]) async throws {
    let terminal = try await TmuxTerminal.showing(
      "contacts.json", arguments: arguments + ["--show-cursor"])
    func place() async throws -> (row: Int, isShown: Bool) {
      let words = try await terminal.value(of: "#{cursor_y} #{cursor_flag}").split(separator: " ")
      return (Int(words[0]) ?? -1, words[1].first == "1")
    }
    let start = try await place()
    #expect(start.isShown)
    let row = try await terminal.screen().split(separator: "\n", omittingEmptySubsequences: false)
    #expect(row[start.row].contains("Ada Moreau"))
    _ = try await terminal.press(.down, .down, reaching: 3)
    let end = try await place()
    #expect(end.row == start.row + 2 && end.isShown)
    // In a prompt it is where one types, and then on the row again.
    try await terminal.send("/")
    try await terminal.sendText("zzz")
    try await terminal.wait(for: "the prompt") { $0.contains("zzz") }
    try await terminal.send(.escape)
    try await terminal.wait(for: "the list") { !$0.contains("zzz") && Screen($0).position == 3 }
    #expect(try await place() == end)
  }

  /// Keys, and the row that the cursor is on after each.
  struct Walk: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let steps: [(key: Key, row: Int)]
  }

  static let walks = [
    Walk(testDescription: "arrows", steps: [(.down, 2), (.down, 3), (.up, 2), (.up, 1), (.up, 1)]),
    Walk(testDescription: "letters", steps: [("j", 2), ("j", 3), ("k", 2), ("G", 60), ("g", 1)]),
    Walk(testDescription: "ends", steps: [(.end, 60), (.down, 60), (.home, 1)]),
    Walk(
      testDescription: "pages",
      steps: [(.pageDown, 28), (.pageDown, 55), (.pageDown, 60), (.pageUp, 33), (.pageUp, 6)]),
    Walk(
      testDescription: "half pages",
      steps: [(.control("d"), 15), (.control("d"), 29), (.control("u"), 15)]),
  ]

  @Test(arguments: walks)
  func theCursorGoesWhereTheKeySays(_ walk: Walk) async throws {
    let terminal = try await TmuxTerminal.showing("events.json")
    for (key, row) in walk.steps {
      try await terminal.send(key)
      let text = try await terminal.wait(for: "row \(row) after \(key)") {
        Screen($0).position == row
      }
      #expect(Screen(text).count == 60)
    }
  }

  @Test func theCursorsRowIsAlwaysInSight() async throws {
    let file = try TemporaryFile(
      "[" + (1...300).map { "\"row \($0) here\"" }.joined(separator: ",") + "]")
    let terminal = try await TmuxTerminal.showing(file.name, in: file.folder, rows: 10)
    let path: [(key: Key, row: Int)] = [
      (.pageDown, 9), (.pageDown, 17), (.down, 18), (.end, 300), (.up, 299), (.pageUp, 291),
      (.home, 1), (.down, 2),
    ]
    for (key, row) in path {
      let screen = try await terminal.press(key, reaching: row)
      #expect(screen.lines.contains("row \(row) here"), "after \(key)")
    }
  }

  @Test func columnsScrollSideways() async throws {
    let row = "{" + (1...12).map { "\"column\($0)\": \"value \($0)\"" }.joined(separator: ",") + "}"
    let file = try TemporaryFile("[\(row),\(row)]")
    let terminal = try await TmuxTerminal.showing(file.name, in: file.folder, columns: 40, rows: 6)
    let before = try await terminal.screen()
    #expect(before.contains("value 1") && !before.contains("value 12"))
    for _ in 0..<20 { try await terminal.send(.right) }
    try await terminal.wait(for: "the last column") { $0.contains("value 12") }
    for _ in 0..<20 { try await terminal.send(.left) }
    try await terminal.wait(for: "the first column") {
      $0.lines.first == before.lines.first && $0.contains("│ column1 ")
    }
  }

  @Test func theMouseMovesAndScrolls() async throws {
    let terminal = try await TmuxTerminal.showing("events.json")
    // A click on the sixth row of the screen: the titles are the first.
    try await terminal.sendBytes("\u{1B}[<0;10;6M\u{1B}[<0;10;6m".utf8)
    try await terminal.wait(for: "the click") { Screen($0).position == 5 }
    try await terminal.sendBytes("\u{1B}[<65;10;6M\u{1B}[<65;10;6M".utf8)
    try await terminal.wait(for: "the wheel") { Screen($0).position == 7 }
  }

  @Test(
    "W1: the cursor stays on the first row while an earlier source gets its rows later",
    arguments: [[], ["-f", "id >= 0"]], [nil, Key.down])
  func rowsBeforeTheFirst(_ options: [String], _ key: Key?) async throws {
    func lines(_ ids: Range<Int>) -> String { ids.map { "{\"id\":\($0)}\n" }.joined() }
    let folder = try TemporaryFile(lines(0..<700), named: "1.ndjson")
    try Data(lines(800..<810).utf8).write(to: URL(filePath: folder.folder + "/2.ndjson"))
    let slow = ["--command", "until [ -e go ]; do sleep 0.1; done; cat 1.ndjson"]
    // Commands come behind files, in their order.
    for (sources, row) in [(slow + ["2.ndjson"], 2), (slow + ["--command", "cat 2.ndjson"], 702)] {
      let terminal = try await TmuxTerminal(
        running: [builtProgram("mocoa-tui"), "--fresh"] + options + sources,
        directory: folder.folder)
      try await terminal.wait(for: "the rows") { Screen($0).count == 10 }
      // Longer than the silence after which a stream is shown from its end.
      try await Task.sleep(for: .seconds(1.3))
      if let key {
        try await terminal.send(key)
        try await terminal.wait(for: "the second row") { Screen($0).position == 2 }
      }
      let path = folder.folder + "/go"
      try Data().write(to: URL(filePath: path))
      try await terminal.wait(for: "all rows") {
        Screen($0).count == 710 && Screen($0).isComplete
      }
      let position = key == nil ? 1 : row
      try await terminal.wait(for: "the cursor on row \(position)") {
        Screen($0).position == position
      }
      try FileManager.default.removeItem(atPath: path)
    }
  }
}
