import Foundation
import MocoaTUI
import MocoaTestSupport
import Testing

/// A feed that others change while it is looked at.
@Suite struct FeedLiveTests {
  private func rows(_ names: [String]) -> String {
    "[" + names.enumerated().map { #"{"id":\#($0),"name":"\#($1)"}"# }.joined(separator: ",") + "]"
  }

  @Test func whatHasChangedIsCounted() async throws {
    let file = try TemporaryFile(rows(["ada", "bob", "cleo"]))
    let terminal = try await TmuxTerminal.showing(file.name, in: file.folder, columns: 60, rows: 8)
    _ = try await terminal.press(.down, reaching: 2)
    try Data(rows(["ada", "bob", "CLEO", "dan"]).utf8)
      .write(to: URL(fileURLWithPath: file.path), options: .atomic)
    try await terminal.sendText("r")
    try await terminal.wait(for: "the change") { $0.contains("+1 ~1") && $0.contains("dan") }
    #expect(Screen(try await terminal.screen()).position == 2)
    try await terminal.sendText("c")
    try await terminal.wait(for: "the changed row") { Screen($0).position == 3 }
  }

  @Test func aWatchedFileIsShownAsItChanges() async throws {
    let file = try TemporaryFile(rows(["ada", "bob", "cleo"]))
    let terminal = try await TmuxTerminal.showing(
      file.name, in: file.folder, arguments: ["--watch", "0.05"], columns: 60, rows: 8)
    _ = try await terminal.press(.down, .down, reaching: 3)
    let place = URL(fileURLWithPath: file.path)
    // Another file of that name, then the same one written over.
    try Data(rows(["ada", "BOB", "cleo", "dan"]).utf8).write(to: place, options: .atomic)
    try await terminal.wait(for: "the change") { $0.contains("+1 ~1") && $0.contains("BOB") }
    // At once: one that is cut first may be read while it is empty.
    let text = Data(rows(["ada", "BOB", "CLEO"]).utf8)
    let handle = try FileHandle(forWritingTo: place)
    try handle.write(contentsOf: text + Data(repeating: 0x20, count: text.count))
    try handle.close()
    try await terminal.wait(for: "the change") { $0.contains("~1 -1") && $0.contains("CLEO") }
    #expect(Screen(try await terminal.screen()).position == 3)
    try FileManager.default.removeItem(at: place)
    try await terminal.wait(for: "the reason") { $0.contains("no such file") }
    #expect(try await terminal.screen().contains("CLEO"))
    try Data(rows(["eva"]).utf8).write(to: place)
    try await terminal.wait(for: "the new file") { $0.contains("eva") && !$0.contains("no such") }
  }

  @Test("f: a note on the format is cleared when it does not hold any more")
  func aNoteOnTheFormatIsCleared() async throws {
    let file = try TemporaryFile(rows(["ada", "bob"]))
    let terminal = try await TmuxTerminal.showing(
      file.name, in: file.folder, arguments: ["--watch", "0.05"], columns: 100, rows: 8)
    let place = URL(fileURLWithPath: file.path)
    try Data("hello\n".utf8).write(to: place, options: .atomic)
    try await terminal.wait(for: "the note") { $0.contains("lines of text") }
    try Data(rows(["eva"]).utf8).write(to: place, options: .atomic)
    try await terminal.wait(for: "the rows") {
      $0.contains("eva") && !$0.contains("lines of text")
    }
  }

  @Test func anOverwrittenFileIsReloaded() async throws {
    let file = try TemporaryFile(rows(["ada", "bob", "cleo"]))
    let terminal = try await TmuxTerminal.showing(file.name, in: file.folder, columns: 60, rows: 8)
    _ = try await terminal.press(.down, reaching: 2)
    try Data(rows(["ada", "bob", "CLEO", "dan"]).utf8).write(to: URL(fileURLWithPath: file.path))
    try await terminal.sendText("r")
    try await terminal.wait(for: "the change") { $0.contains("dan") && $0.contains("CLEO") }
  }

  /// Whatever stands in their places now must not be taken for the rows that are shown.
  @Test func rowsOfAnOverwrittenFileAreNotSelected() async throws {
    let file = try TemporaryFile(rows(["ada", "bob", "cleo"]))
    let terminal = try await TmuxTerminal(
      running: [builtProgram("mocoa-tui"), "--print", ".name", file.name], columns: 60, rows: 8,
      directory: file.folder)
    try await terminal.wait(for: "the rows") { $0.contains("cleo") }
    _ = try await terminal.press(.down, reaching: 2)
    let place = URL(fileURLWithPath: file.path)
    for names in [["zoe", "ada", "bob", "cleo"], ["zoe", "ada", "bobi"], ["zoe"]] {
      try Data(rows(names).utf8).write(to: place)
      try await terminal.send(.enter)
      try await terminal.wait(for: "the reason") { $0.contains("overwritten") }
      try await terminal.sendText("y")
      try await terminal.wait(for: "the reason") { $0.contains("overwritten") }
      try await terminal.sendText("r")
      // Those of the file before have the same first one.
      try await terminal.wait(for: "the rows") {
        $0.contains("zoe") && $0.contains("/\(names.count)") && !$0.contains("overwritten")
      }
    }
  }

  @Test(
    "A5: overwritten rows are neither written over a good file nor given to a command in silence",
    arguments: ["touch -r time rows.ndjson", "true"])
  func overwrittenRowsAreNotWritten(_ disguise: String) async throws {
    let rows = String(repeating: "{\"a\":1}\n", count: 9_000)
    let file = try TemporaryFile(rows, named: "rows.ndjson")
    for (name, text) in [("new", rows.replacing("1", with: "2")), ("old.csv", "old")] {
      try Data(text.utf8).write(to: URL(filePath: "\(file.folder)/\(name)"))
    }
    let terminal = try await TmuxTerminal(
      running: [builtProgram("mocoa-tui"), "--fresh", "rows.ndjson"], columns: 200, rows: 8,
      directory: file.folder)
    try await terminal.wait(for: "the rows") { Screen($0).isComplete && Screen($0).count == 9_000 }
    try await terminal.send("w")
    try await terminal.wait(for: "the question") { $0.contains("write to:") }
    try await terminal.sendText("old.csv")
    let script =
      "touch -r rows.ndjson time; dd if=new of=rows.ndjson conv=notrunc status=none; \(disguise)"
    _ = try await run("/bin/sh", ["-c", script], directory: file.folder)
    try await terminal.send(.enter)
    // Where the change has been noticed, nothing is written.
    let screen = try await terminal.wait(for: "an answer") {
      $0.contains("Replace it?") || $0.contains("overwritten")
    }
    if screen.contains("Replace it?") { try await terminal.send("y") }
    try await terminal.wait(for: "the fault") {
      $0.contains("overwritten") && !$0.contains("Replace it?")
    }
    #expect(try String(contentsOfFile: file.folder + "/old.csv", encoding: .utf8) == "old")
    try await terminal.send(.escape)
    try await terminal.wait(for: "the list") { !$0.contains("write to:") }
    // Otherwise the two are one key.
    try await Task.sleep(for: .milliseconds(300))
    try await terminal.send("|")
    try await terminal.wait(for: "the question") { $0.contains("lines of JSON: jq") }
    try await terminal.sendText("cat >/dev/null")
    try await terminal.send(.enter)
    try await terminal.wait(for: "the fault") { $0.contains("overwritten") }
  }

  @Test func anOverwrittenFileIsReportedBeforeItsRowsAreSeen() async throws {
    let names = (0..<40).map { "ada \($0)" }
    let file = try TemporaryFile(rows(names))
    let terminal = try await TmuxTerminal.showing(file.name, in: file.folder, columns: 70, rows: 8)
    try Data(rows(names.map { "another one than \($0)" }).utf8)
      .write(to: URL(fileURLWithPath: file.path))
    try await terminal.send(.end)
    try await terminal.wait(for: "the reason") { $0.contains("was overwritten; r reloads it") }
    #expect(!(try await terminal.screen().contains("another")))
    try await terminal.sendText("r")
    try await terminal.wait(for: "the rows") {
      $0.contains("another one than ada 39") && !$0.contains("overwritten")
    }
  }

  @Test func whatIsAppendedIsCounted() async throws {
    let file = try TemporaryFile("{\"name\":\"ada\"}\n{\"name\":\"bob\"}\n", named: "log.ndjson")
    let terminal = try await TmuxTerminal(
      running: [builtProgram("mocoa-tui"), "--follow", file.name], columns: 60, rows: 8,
      directory: file.folder)
    try await terminal.wait(for: "the first rows") { $0.contains("following") }
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: file.path))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data("{\"name\":\"cleo\"}\n".utf8))
    try handle.close()
    try await terminal.wait(for: "the new row") { $0.contains("cleo") && $0.contains("+1") }
  }

  /// The note on the format took the place of the message.
  @Test("A truncated log is reported, with the marks that are cleared")
  func aTruncatedLogIsReported() async throws {
    func lines(_ numbers: ClosedRange<Int>) -> String {
      numbers.map { "line \($0) of a text\n" }.joined()
    }
    let file = try TemporaryFile(lines(1...100), named: "notes.txt")
    let terminal = try await TmuxTerminal(
      running: [builtProgram("mocoa-tui"), "--follow", file.name], columns: 110, rows: 8,
      directory: file.folder)
    try await terminal.wait(for: "the end") {
      Screen($0).position == 100 && $0.contains("lines of text")
    }
    try await terminal.sendText("g ")
    try await terminal.wait(for: "the mark") { $0.contains("1 marked") }
    try Data(lines(201...350).utf8).write(to: URL(fileURLWithPath: file.path), options: [])
    try await terminal.wait(for: "the rows") {
      $0.contains("line 202") && $0.contains("1 mark cleared")
    }
    try await Task.sleep(for: .seconds(1))
    #expect(
      try await terminal.screen().contains(
        "reading it from its start; 1 mark cleared"))
  }

  /// Nothing was shown of a log that is not JSON before it had seventeen lines.
  @Test(arguments: ["", "first line\n"])
  func aShortLogOfTextIsFollowed(start: String) async throws {
    let file = try TemporaryFile(start, named: "new.log")
    let terminal = try await TmuxTerminal(
      running: [builtProgram("mocoa-tui"), "--follow", file.name], columns: 70, rows: 8,
      directory: file.folder)
    try await terminal.wait(for: "the start") { $0.contains("follow") || $0.contains("first line") }
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: file.path))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data("second line\n".utf8))
    try handle.close()
    try await terminal.wait(for: "the new line") { $0.contains("second line") }
  }

  // defect T11
  @Test func followedFileIsShownFromItsEndAndStaysThere() async throws {
    let lines = (1...100).map { "{\"name\":\"row \($0)\"}\n" }.joined()
    let file = try TemporaryFile(lines, named: "log.ndjson")
    let terminal = try await TmuxTerminal(
      running: [builtProgram("mocoa-tui"), "--follow", file.name], columns: 70, rows: 8,
      directory: file.folder)
    try await terminal.wait(for: "the end") { Screen($0).position == 100 && $0.contains("row 100") }
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: file.path))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data("{\"name\":\"row 101\"}\n".utf8))
    try await terminal.wait(for: "the new row") {
      Screen($0).position == 101 && $0.contains("row 101")
    }
    _ = try await terminal.press(.up, reaching: 100)
    try handle.write(contentsOf: Data("{\"name\":\"row 102\"}\n{\"name\":\"row 103\"}\n".utf8))
    try await terminal.wait(for: "the count") {
      Screen($0).position == 100 && $0.contains("+2 new") && Screen($0).count == 103
    }
    try await terminal.sendText("G")
    try await terminal.wait(for: "the end") { Screen($0).position == 103 && !$0.contains("new") }
    try handle.write(contentsOf: Data("{\"name\":\"row 104\"}\n".utf8))
    try await terminal.wait(for: "the new row") { Screen($0).position == 104 }
    // A filter leaves it at the end, and so does the end of a filter.
    try await terminal.sendText("frow 10\r")
    try await terminal.wait(for: "the last match") {
      $0.contains("6/6 of 104") && $0.contains("row 104")
    }
    try handle.write(contentsOf: Data("{\"name\":\"x\"}\n{\"name\":\"row 105\"}\n".utf8))
    try handle.close()
    try await terminal.wait(for: "the new match") { $0.contains("7/7 of 106") }
    try await terminal.send(.backspace)
    try await terminal.wait(for: "the new row") { Screen($0).position == 106 }
  }

  // defect T11
  @Test func openPipeIsShownFromItsEnd() async throws {
    let file = try TemporaryFile("", named: "log.ndjson")
    let program = try builtProgram("mocoa-tui")
    let terminal = try await TmuxTerminal(
      shell: "(seq 1 200; exec tail -f log.ndjson) | \(program)", columns: 60, rows: 8,
      directory: file.folder)
    try await terminal.wait(for: "the end") { Screen($0).position == 200 }
  }

  // defect T11
  @Test func lastRowStaysTheLastWhileAFeedIsRead() async throws {
    let file = try TemporaryFile("", named: "go")
    try FileManager.default.removeItem(atPath: file.path)
    let program = try builtProgram("mocoa-tui")
    let terminal = try await TmuxTerminal(
      shell: "(seq 1 50; while [ ! -e go ]; do sleep 0.05; done; seq 51 300) | \(program)",
      columns: 60, rows: 8, directory: file.folder)
    try await terminal.wait(for: "the first rows") { Screen($0).count == 50 }
    try await terminal.sendText("G")
    try await terminal.wait(for: "the last row") { Screen($0).position == 50 }
    try Data("x".utf8).write(to: URL(fileURLWithPath: file.path))
    try await terminal.wait(for: "the real last row") { Screen($0).position == 300 }
  }

  // defect T11
  @Test func sortedFeedIsShownFromItsFirstRow() async throws {
    let rows = (0..<60_000).map {
      "{\"score\":\(($0 * 7_919) % 60_000),\"text\":\"some text here\"}\n"
    }
    let file = try TemporaryFile(rows.joined(), named: "scores.ndjson")
    let terminal = try await TmuxTerminal.showing(
      file.name, in: file.folder, arguments: ["--sort", "-score"], columns: 60, rows: 8)
    try await terminal.wait(for: "the highest score") { screen in
      Screen(screen).position == 1
        && screen.split(separator: "\n").dropFirst().first?.contains("59999") == true
    }
  }
}
