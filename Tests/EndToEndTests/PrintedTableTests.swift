import Foundation
import MocoaTestSupport
import Testing

/// The columns of tables that are printed as text.
@Suite struct PrintedTableTests {
  @Test(
    "36: an empty field of a column of numbers or truth values is null, and is shown empty",
    arguments: [
      (["--json"], "{\"n\":1.5,\"b\":true,\"t\":\"x\"}\n{\"n\":null,\"b\":null,\"t\":\"\"}\n"),
      (["--csv"], "n,b,t\r\n1.5,true,x\r\n,,\r\n"),
      (["--plain", "-c", "n,t"], "  n  t\n1.5  x\n\n"),
      (["--json", "-f", "n == null", "-c", "t"], "{\"t\":\"\"}\n"),
      (["--json", "-f", "!b", "-c", "t"], "{\"t\":\"\"}\n"), (["--count", "-q", "null"], "0\n"),
      (["--json", "--type", "n = text", "-c", "n"], "{\"n\":\"1.5\"}\n{\"n\":\"\"}\n"),
    ])
  func emptyFields(_ options: [String], _ output: String) async throws {
    let result = try await run(
      builtProgram("mocoa-tui"), options + ["--format", "csv", "-"],
      input: Array("n,b,t\n1.5,true,x\n,,\n".utf8))
    #expect(result.outputText == output, "\(result.errorText)")
  }

  @Test("41: a duration of a template has the units of --derive from a day on")
  func durations() async throws {
    let manifest = try TemporaryFile(
      "columns:\n  - {title: d, cell: \"{s|duration}\"}\n", named: "cells.yaml")
    let rows = [59, 86_399, 86_400, 90_061, -90_061].map { "{\"s\":\($0)}\n" }.joined()
    let result = try await run(
      builtProgram("mocoa-tui"), ["--plain", "--manifest", manifest.path], input: Array(rows.utf8))
    let texts = result.outputText.split(whereSeparator: \.isWhitespace)
    #expect(texts == ["d", "0:59", "23:59:59", "1d", "1d1h1m1s", "-1d1h1m1s"], "\(result)")
  }

  /// Rows of which one, far from the first ones, has the widest number and time.
  private static let lateRows = (0..<1_000).map { row in
    let isWide = row == 333
    let time = isWide ? "2026-11-29T10:00:00.123456Z" : "2026-11-29"
    return #"{"n":\#(isWide ? 123_456_789 : 1),"at":"\#(time)","t":"\#(Self.longText)"}"#
  }.joined(separator: "\n")
  private static let longText = String(repeating: "long text ", count: 12)

  @Test(
    "41: numbers and times of the rows that are printed are never truncated",
    arguments: [
      ["-f", "n > 5"], ["-s", "-n", "--limit", "2"], ["-f", "n > 5", "-c", "t,n,at"],
      ["--manifest", "cells.yaml", "-s", "-n", "--limit", "1"], ["-s", "-n", "--unique", "n"], [],
    ], [20, 60, 100])
  func numbersAreWhole(_ options: [String], _ width: Int) async throws {
    let file = try TemporaryFile(Self.lateRows, named: "rows.ndjson")
    try """
    columns:
      - {title: n, cell: "{n}", align: right}
      - {title: time, cell: "{at}"}
      - t
    """.write(toFile: "\(file.folder)/cells.yaml", atomically: true, encoding: .utf8)
    let result = try await run(
      builtProgram("mocoa-tui"),
      [file.name, "--plain", "--width", "\(width)"] + options, directory: file.folder)
    let words = result.outputText.split { " \n".contains($0) }
    #expect(!words.contains { $0.first?.isNumber == true && $0.last == "…" }, "\(words.prefix(9))")
    guard width >= 60 else { return }
    let lines = result.outputText.split(separator: "\n")
    #expect(lines.contains { $0.contains("123456789") }, "\(lines.prefix(3))")
    // The text gives way where the number is known before the first row is printed.
    if !options.isEmpty { #expect(lines.allSatisfy { $0.count <= width }, "\(lines.prefix(3))") }
  }

  @Test("41: a number on the screen that is wider than those before widens its column")
  func numbersOfListAreWhole() async throws {
    let file = try TemporaryFile(Self.lateRows, named: "rows.ndjson")
    let terminal = try await TmuxTerminal.showing(
      file.name, in: file.folder, arguments: ["-s", "-n"], columns: 60, rows: 12)
    let screen = try await terminal.wait(for: "the number") { $0.contains("123456789") }
    #expect(screen.contains("2026-11-29T10:00:00.123456Z") && screen.contains("long"), "\(screen)")
  }

  @Test("41: columns are in the order of the members, as in --csv (defect U19)")
  func columnsKeepTheirOrder() async throws {
    let file = try TemporaryFile(#"{"ok":true,"id":1,"name":"a"}"#, named: "rows.ndjson")
    let printed = try await run(builtProgram("mocoa-tui"), ["--plain", file.path])
    #expect(printed.outputText == "ok    id  name\ntrue   1  a\n")
    let terminal = try await TmuxTerminal.showing(
      file.name, in: file.folder, columns: 60, rows: 8)
    #expect(try await terminal.screen().hasPrefix("ok    id  name"))
  }

  @Test("41: columns that do not fit are named, and others are left out before the name")
  func theNameIsNotLeftOut() async throws {
    let rows = (1...3).map {
      "-rw-r--r--  1  ada  staff  \($0)00000  2026-11-29  10:0\($0)  a file with a name \($0)"
    }
    let header = "mode        n  user group    size  date        time   name"
    let result = try await run(
      builtProgram("mocoa-tui"), ["--plain", "--width", "50", "--format", "aligned"],
      input: Array(([header] + rows).joined(separator: "\n").utf8))
    let lines = result.outputText.split(separator: "\n")
    #expect(lines.count == 4 && lines[0].hasSuffix("name"), "\(result)")
    #expect(lines.dropFirst().allSatisfy { $0.contains("a file with a name") }, "\(lines)")
    #expect(result.errorText.contains("; left out: ") && result.errorText.contains("time"))
  }

  @Test("13: rows without a common member are displayed as JSON, as in the list")
  func rowsWithoutColumnsAreJSON() async throws {
    let rows = (0..<100).map { row in
      "{" + (0..<30).map { "\"k\(row)_\($0)\": 1" }.joined(separator: ", ") + "}"
    }
    let file = try TemporaryFile(rows.joined(separator: "\n"), named: "rows.ndjson")
    let whole = try await run(builtProgram("mocoa-tui"), ["--plain", file.path])
    #expect(whole.outputText == rows.joined(separator: "\n").replacing(" ", with: "") + "\n")
    #expect(whole.status == .exited(0) && whole.error == [])
    let narrow = try await run(builtProgram("mocoa-tui"), ["--plain", "--width", "20", file.path])
    #expect(narrow.outputText.hasPrefix("{\"k0_0\":1,\"k0_1\":1,…\n{\"k1_0\""))
    // A row without any of the columns of the others is not a blank line.
    let other = try TemporaryFile(
      String(repeating: "{\"a\":1}\n", count: 50) + "{\"z\":2}\n{\"a\":\"\"}\n", named: "a.ndjson")
    let lines = try await run(builtProgram("mocoa-tui"), ["--plain", other.path]).outputText
    #expect(lines.hasSuffix("\n{\"z\":2}\n\n"), "\(lines.suffix(40))")
  }

  @Test(
    "aligned text in a file has all columns, and objects and arrays as JSON",
    arguments: [["-o", "a.txt"], ["--plain", "-o", "a.log"]])
  func textInFilesIsWhole(_ way: [String]) async throws {
    let members = (0..<30).map { "\"m\($0)\":\($0)" }.joined(separator: ",")
    let rows = (0..<60).map { #"{\#(members),"o":{"n":"x"},"a":[{"k":\#($0)},{}]}"# }
    // A member that only a late row has.
    let text = rows.joined(separator: "\n") + "\n{\"m0\":1,\"late\":2}\n"
    let file = try TemporaryFile(text, named: "rows.ndjson")
    let program = try builtProgram("mocoa-tui")
    func lines(_ arguments: [String]) async throws -> [[Substring]] {
      let result = try await run(program, way + arguments, directory: file.folder)
      #expect(result.status == .exited(0) && result.error == [], "\(result.errorText)")
      return try String(contentsOfFile: "\(file.folder)/\(way.last ?? "")", encoding: .utf8)
        .split(separator: "\n").map { $0.split(separator: " ") }
    }
    let all = try await lines([file.name])
    #expect(all[0].count == 33 && Set(all[0]).isSuperset(of: ["m29", "o.n", "a", "late"]))
    #expect(all[1].count == 32 && all[1].contains("x") && all[1].contains(#"[{"k":0},{}]"#))
    #expect(all.count == 62 && all[61] == ["1", "2"])
    let named = try await lines(["--columns", "o,m1", file.name])
    #expect(named.prefix(2) == [["o", "m1"], [#"{"n":"x"}"#, "1"]])
  }

  @Test("columns that are named have the same titles in the list and in any output")
  func namedColumnsHaveOneTitle() async throws {
    let rows = (1...9).map { #"{"name":"n","sub":{"x":\#($0)}}"# }
    let file = try TemporaryFile(rows.joined(separator: "\n"), named: "rows.ndjson")
    let columns = ["--columns", "sub.x,name"]
    for format in ["csv", "plain"] {
      let printed = try await run(
        builtProgram("mocoa-tui"), ["--\(format)", file.path] + columns)
      let titles = printed.outputText.split { $0.isNewline }.first ?? ""
      #expect(titles.split { " ,".contains($0) } == ["sub.x", "name"], "\(printed)")
    }
    let terminal = try await TmuxTerminal.showing(
      file.name, in: file.folder, arguments: columns, columns: 60, rows: 20)
    let titles = try await terminal.screen().split(separator: "\n").first ?? ""
    #expect(titles.split(separator: " ") == ["sub.x", "name"])
  }

  @Test(
    "34: columns that do not fit in a line are counted", arguments: [[], ["--columns", "a,b,c"]])
  func columnsThatDoNotFit(_ columns: [String]) async throws {
    let row = ["a", "b", "c"].map { "\"\($0)\":\"some words of a text\"" }.joined(separator: ",")
    let result = try await run(
      builtProgram("mocoa-tui"), ["--plain", "--width", "30"] + columns,
      input: Array("{\(row)}\n{\(row)}\n".utf8))
    #expect(result.status == .exited(0))
    #expect(result.errorText.contains(" of 3 columns fit in a line; --width sets its length"))
    #expect(result.errorText.hasSuffix("left out: b, c\n"))
    let narrow = try await run(
      builtProgram("mocoa-tui"), ["--plain", "--width", "9", "--format", "text"],
      input: Array("some words\n".utf8))
    #expect(narrow.outputText.contains("some wor…"))
  }

  @Test(
    "rows that are arrays are whole in a file",
    arguments: [["-o", "a.txt"], ["--plain", "-o", "a.log"]])
  func arraysInFilesAreWhole(_ way: [String]) async throws {
    let rows = (0..<3).map { row in
      "[" + (0..<30).map { "{\"k\":\"value \(row) \($0)\"}" }.joined(separator: ",") + "]"
    }
    let file = try TemporaryFile("[" + rows.joined(separator: ", ") + "]", named: "rows.json")
    let result = try await run(
      builtProgram("mocoa-tui"), way + ["--format", "array", file.name], directory: file.folder)
    #expect(result.status == .exited(0) && result.error == [], "\(result.errorText)")
    let text = try String(contentsOfFile: "\(file.folder)/\(way.last ?? "")", encoding: .utf8)
    #expect(text == rows.map { $0 + "\n" }.joined())
  }

  @Test("6: the widths of columns are the same in each run, and those of the titles")
  func widthsAreReproducible() async throws {
    let rows = (0..<60_000).map {
      #"{"id":\#($0),"a member with a long title, in words":"x","z":1}"#
    }
    let file = try TemporaryFile(rows.joined(separator: "\n"), named: "rows.ndjson")
    var outputs: Set<[UInt8]> = []
    for way in [[], ["-o", "o.txt"], [], ["-o", "o.txt"]] {
      let result = try await run(
        builtProgram("mocoa-tui"), ["--plain", file.name] + way, directory: file.folder)
      #expect(result.status == .exited(0), "\(result.errorText)")
      let written = way.isEmpty ? nil : FileManager.default.contents(atPath: file.folder + "/o.txt")
      outputs.insert(written.map { [UInt8]($0) } ?? result.output)
    }
    #expect(outputs.count == 1)
    // Of a pipe, the first rows are measured, however many have been received.
    var piped: Set<[UInt8]> = []
    for _ in 0..<2 {
      piped.insert(
        try await run(
          builtProgram("mocoa-tui"), ["--plain"], input: Array(rows.joined(separator: "\n").utf8)
        ).output)
    }
    #expect(piped.count == 1)
    let lines = try #require(outputs.first).text.split(separator: "\n")
    #expect(Set(lines.map(\.count)).count == 1, "\(lines.prefix(2)) \(lines.suffix(1))")
  }
}
