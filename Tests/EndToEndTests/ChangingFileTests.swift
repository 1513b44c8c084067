import Foundation
import MocoaTUI
import MocoaTestSupport
import Testing

/// Files that change while an operator reads them: a result is of one state of the file, or the
/// program reports that it is not.
@Suite struct ChangingFileTests {
  @Test("A16: lines that are written to a renamed file are printed")
  func linesOfARenamedFileArePrinted() async throws {
    let folder = try TemporaryFile("{\"id\":1}\n", named: "a.ndjson")
    let script = """
      exec 3>>a.ndjson
      "$0" --follow --json a.ndjson >out & program=$!
      arrives() { until grep -q "id.:$1}" out; do sleep 0.05; done; }
      arrives 1
      mv a.ndjson a.ndjson.1
      echo '{"id":2}' >a.ndjson
      arrives 2
      echo '{"id":3}' >&3
      arrives 3
      echo '{"id":4}' >>a.ndjson
      arrives 4
      kill $program
      wait
      cat out
      """
    let result = try await run(
      "/bin/sh", ["-c", script, builtProgram("mocoa-tui")], directory: folder.folder,
      timeout: .seconds(60))
    #expect(result.outputText == (1...4).map { "{\"id\":\($0)}\n" }.joined(), "\(result.errorText)")
  }

  @Test("F1: 300 followed files have all their rows, in the list and under a filter")
  func manyFilesAreFollowed() async throws {
    let folder = try TemporaryFile("", named: "empty")
    let names = (100..<400).map { "\($0).ndjson" }
    for (number, name) in names.enumerated() {
      try Data("{\"id\":\(number)}\n{\"id\":\(number)}\n".utf8)
        .write(to: URL(filePath: "\(folder.folder)/\(name)"))
    }
    let terminal = try await TmuxTerminal(
      running: [builtProgram("mocoa-tui"), "--fresh", "--follow"] + names, columns: 100, rows: 10,
      directory: folder.folder)
    try await terminal.wait(for: "all rows", timeout: .seconds(30)) { Screen($0).count == 600 }
    try await terminal.send("f")
    try await terminal.sendText("id >= 100")
    try await terminal.send(.enter)
    try await terminal.wait(for: "the matches", timeout: .seconds(30)) {
      $0.contains("/400 of 600")
    }
  }

  /// What reads the rows, and the file that it writes; nil for standard output.
  struct Operator: Sendable, CustomTestStringConvertible {
    let arguments: [String]
    var output: String?

    init(_ arguments: String..., output: String? = nil) {
      (self.arguments, self.output) = (arguments, output)
    }

    var testDescription: String { (arguments + [output ?? ""]).joined(separator: " ") }
  }

  static let operators = [
    Operator("--jsonl"), Operator("--jsonl", "--filter", "id >= 10"),
    Operator("--jsonl", "--sort", "-id"),
    Operator("--jsonl", "--group-by", "k", "--sum", "id", "--max", "s"),
    Operator("--jsonl", "--join", "j = joined.json by k"),
    Operator("--jsonl", "--unnest", "items"), Operator("--csv", output: "out"),
    Operator("--jsonl", "--sort", "-id", output: "out"),
  ]

  /// What happens to the file, as a script.
  static let changes = [
    "truncate -s 700000 rows.ndjson",
    // It ends within a row.
    "truncate -s -9 rows.ndjson",
    "cat more.ndjson >> rows.ndjson",
    "mv other.ndjson rows.ndjson",
    "cat other.ndjson 1<> rows.ndjson",
    "mv rows.ndjson rows.ndjson.1; cp other.ndjson rows.ndjson",
    "cp rows.ndjson rows.ndjson.1; : > rows.ndjson; cat other.ndjson >> rows.ndjson",
  ]

  /// Stops the program when it has read a part of the file, and changes the file meanwhile.
  private static let script = """
    "$0" "$@" & program=$!
    tries=0; read=0
    while [ "$read" -lt 600000 ] && [ $tries -lt 200000 ]; do
      { read -r name read < /proc/$program/io; } 2> /dev/null || break
      tries=$((tries + 1))
    done
    kill -STOP $program 2> /dev/null
    eval "$CHANGE"
    kill -CONT $program 2> /dev/null
    wait $program
    """

  private static func rows(_ state: String, _ numbers: Range<Int>) -> String {
    let padding = String(repeating: "x", count: 40)
    return numbers.map {
      #"{"id":\#($0),"s":"\#(state)","k":\#($0 % 7),"p":"\#(padding)","items":[{"x":\#($0)}]}"#
        + "\n"
    }.joined()
  }

  @Test("37: a result is of one state of a file, or says that it is not", arguments: operators)
  func resultsAreOfOneState(_ reading: Operator) async throws {
    let program = try builtProgram("mocoa-tui")
    let file = try TemporaryFile("", named: "rows.ndjson")
    func write(_ text: String, to name: String) throws {
      try Data(text.utf8).write(to: URL(filePath: "\(file.folder)/\(name)"))
    }
    let joined = (0..<7).map { #"{"k":\#($0),"v":"\#($0)"}"# }.joined(separator: ",")
    try write("[\(joined)]", to: "joined.json")
    let (old, other) = (Self.rows("old", 0..<15_000), Self.rows("other", 7..<15_007))
    let more = Self.rows("more", 15_000..<16_000)
    let output = reading.output.map { ["-o", $0] } ?? []
    /// Runs the program, and returns its result as well.
    func run(changing change: String? = nil) async throws -> (ProgramResult, result: String) {
      try write("kept", to: "out")
      let arguments = reading.arguments + output + ["rows.ndjson"]
      let result =
        if let change {
          try await MocoaTestSupport.run(
            "/bin/sh", ["-c", Self.script, program] + arguments, environment: ["CHANGE": change],
            directory: file.folder)
        } else {
          try await MocoaTestSupport.run(program, arguments, directory: file.folder)
        }
      guard let name = reading.output else { return (result, result.outputText) }
      return (result, try String(contentsOfFile: "\(file.folder)/\(name)", encoding: .utf8))
    }
    try write(old, to: "rows.ndjson")
    let before = try await run()
    try #require(before.0.status == .exited(0), "\(before.0.errorText)")
    for change in Self.changes {
      try write(old, to: "rows.ndjson")
      try write(other, to: "other.ndjson")
      try write(more, to: "more.ndjson")
      let (result, text) = try await run(changing: change)
      switch result.status {
      case .exited(0) where text == before.result: break
      case .exited(0):
        let after = try await run()
        #expect(after.0.status == .exited(0) && text == after.result, "\(change)")
      case .exited(1):
        #expect(result.errorText.contains("rows.ndjson"), "\(change)")
        if reading.output != nil { #expect(text == "kept", "\(change)") }
      default: Issue.record("\(change): \(result.status), \(result.errorText)")
      }
    }
  }

  @Test("37: of 300 sources the rows of all that can be read are there, and each other is named")
  func sourcesThatFailAreNamed() async throws {
    let program = try builtProgram("mocoa-tui")
    let file = try TemporaryFile("kept", named: "out")
    var (names, expected, bad): ([String], [String], [String]) = ([], [], [])
    for source in 0..<300 {
      let name = "s\(source).ndjson"
      let rows = (0..<20).map { #"{"s":\#(source),"n":\#($0)}"# }
      var bytes = Array((rows.joined(separator: "\n") + "\n").utf8)
      switch source % 60 {
      case 7:
        // Its last row is cut.
        bytes.removeLast(5)
        expected += rows.dropLast()
        bad.append(name)
      case 37:
        bytes = [0, 1, 2, 3]
        bad.append(name)
      default: expected += rows
      }
      try Data(bytes).write(to: URL(filePath: "\(file.folder)/\(name)"))
      names.append(name)
    }
    for output in [[], ["-o", "out"]] {
      let result = try await run(program, ["--jsonl"] + output + names, directory: file.folder)
      #expect(result.status == .exited(1))
      #expect(bad.count == 10 && bad.allSatisfy { result.errorText.contains("\($0): ") })
      #expect(
        result.errorText.split(separator: "\n").filter { $0.contains(".ndjson: ") }.count == 10)
      guard output.isEmpty else { continue }
      #expect(result.outputText == expected.map { $0 + "\n" }.joined())
    }
    #expect(try String(contentsOfFile: file.path, encoding: .utf8) == "kept")
  }
}
