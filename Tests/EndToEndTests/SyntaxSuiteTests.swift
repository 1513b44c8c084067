import Foundation
import MocoaFeed
import MocoaTestSupport
import Testing

/// The JSON parsing test suite through the program: what is not JSON ends every print mode with
/// status 1 and one line on standard error, in whatever way it comes.
@Suite struct SyntaxSuiteTests {
  /// How a text gets to the program.
  enum Way: String, CaseIterable, Sendable {
    case file, pipe, array, line

    /// What is in the file, or in the pipe.
    func input(_ sample: SyntaxCase) -> [UInt8] {
      switch self {
      case .file, .pipe: sample.bytes
      case .array: Array("[0,\n".utf8) + sample.bytes + Array("\n,1]".utf8)
      case .line: Array("{\"k\":1}\n".utf8) + sample.bytes + Array("\n{\"k\":2}\n".utf8)
      }
    }

    /// Whether the program must print it without a complaint; nil where either is right.
    func accepts(_ sample: SyntaxCase) -> Bool? {
      if sample.name.hasPrefix("i_") { return nil }
      switch self {
      case .file, .pipe:
        return Self.streams.contains(sample.name) || sample.name.hasPrefix("y_")
      case .array: return isJSON(input(sample))
      case .line:
        if Self.streams.contains(sample.name) { return true }
        let lines = sample.bytes.split(separator: 0x0A)
        return lines.allSatisfy { isJSON(Array($0)) || $0.allSatisfy { $0 == 0x20 } }
      }
    }

    private func isJSON(_ bytes: [UInt8]) -> Bool { (try? JSONBytes(bytes).check()) != nil }

    /// No JSON texts, and yet rows: values one behind the other.
    private static let streams: Set<String> = [
      "n_structure_double_array", "n_structure_object_with_trailing_garbage",
    ]

    /// Without a value: an error in a file, and no rows in a pipe.
    private static let empties: Set<String> = [
      "n_single_space", "n_structure_UTF8_BOM_no_data", "n_structure_no_data",
    ]

    /// Returns the status for a source without a value; nil for one with values.
    func statusIfEmpty(_ sample: SyntaxCase) -> Int? {
      guard self == .file || self == .pipe, Self.empties.contains(sample.name) else { return nil }
      return self == .file ? 1 : 0
    }
  }

  struct Outcome {
    var status: Int
    var errors: [String]
  }

  /// Runs the program on all cases, one after the other, in one shell.
  private func outcomes(
    _ way: Way, _ mode: String, _ samples: [SyntaxCase]
  ) async throws -> [String: Outcome] {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("syntax-\(UInt64.random(in: 0...(.max)))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (number, sample) in samples.enumerated() {
      try Data(way.input(sample)).write(to: folder.appendingPathComponent("\(number).in"))
    }
    let source = way == .pipe ? "<$f" : "$f"
    let program = try builtProgram("mocoa-tui")
    let script = """
      for f in *.in; do
        \(program) \(mode) \(source) >/dev/null 2>$f.err
        echo $? >$f.status
      done
      """
    _ = try await run("/bin/sh", ["-c", script], directory: folder.path, timeout: .seconds(300))
    var result: [String: Outcome] = [:]
    for (number, sample) in samples.enumerated() {
      let read = { (name: String) in
        try String(decoding: Data(contentsOf: folder.appendingPathComponent(name)), as: UTF8.self)
      }
      let status = try read("\(number).in.status").filter(\.isNumber)
      result[sample.name] = Outcome(
        status: try #require(Int(status)),
        errors: try read("\(number).in.err").split(separator: "\n").map(String.init))
    }
    return result
  }

  // defect S4
  @Test(arguments: Way.allCases) func whatIsNotJSONIsReported(_ way: Way) async throws {
    try await check(way, "--json")
  }

  // defect S4: the modes share the reader, so that each has another quarter but in a long run.
  @Test(arguments: [0, 1, 2, 3])
  func whatIsNotJSONIsReportedInEveryMode(_ number: Int) async throws {
    let mode = ["--csv", "--tsv", "--markdown", "--plain"][number]
    let samples = SyntaxCase.all.enumerated().filter { isLongRun || $0.offset % 4 == number }
    try await check(.file, mode, samples.map(\.element))
  }

  private func check(
    _ way: Way, _ mode: String, _ samples: [SyntaxCase] = SyntaxCase.all
  ) async throws {
    let outcomes = try await outcomes(way, mode, samples)
    for sample in samples {
      let outcome = try #require(outcomes[sample.name])
      let isAccepted = way.accepts(sample) ?? (outcome.status == 0)
      // How an array of arrays or an object is read is no error, nor that text has no tabs.
      let notes = [
        "--format array makes it a row", "are replaced or removed", "more than once", "not shown:",
        "the members of the object are the rows",
      ]
      let lines = outcome.errors.filter { line in !notes.contains { line.contains($0) } }
      let errors = lines.joined(separator: "\n")
      let context = Comment(rawValue: "\(sample.name) \(way) \(mode): \(errors)")
      // For people, what does not begin like a document is lines of text, and that is said.
      if mode == "--plain", errors.contains("lines of text (neither JSON nor a table") {
        #expect(outcome.status == 0 || lines.count > 1, context)
        #expect(!"[{".utf8.contains(sample.bytes.first ?? 0), context)
        continue
      }
      if let status = way.statusIfEmpty(sample) {
        #expect(outcome.status == status && lines.count == 1, context)
        #expect(errors.contains("is empty"), context)
        continue
      }
      #expect(outcome.status == (isAccepted ? 0 : 1), context)
      #expect(lines.count == (isAccepted ? 0 : 1), context)
      guard !isAccepted else { continue }
      #expect(errors.contains(#/^mocoa-tui: .*: line \d+, column \d+: /#), context)
    }
  }

  /// defect S4: what could be read is printed all the same.
  @Test(arguments: [
    (#"[{"a":1}},{"a":2}]"#, "{\"a\":1}\n", "line 1, column 9: found '}' where ']' is expected"),
    (#"[{"a":1}"#, "{\"a\":1}\n", "line 1, column 9: the text ends in the middle of the document"),
    (#"{"a":[1,2"#, "1\n", "line 1, column 10: the text ends in the middle of the document"),
    (#"{"x"::1}"#, "", "line 1, column 6: found ':' where a value is expected"),
    ("[{}}]", "{}\n", "line 1, column 4: found '}' where ']' is expected"),
    (
      "{\"k\":1}\nxx\n{\"k\":2}", "{\"k\":1}\n{\"k\":2}\n",
      "line 2, column 1: found 'x' where a value is expected"
    ),
  ])
  func theRowsBeforeAFaultArePrinted(_ text: String, _ rows: String, _ fault: String) async throws {
    let file = try TemporaryFile(text)
    let result = try await run(builtProgram("mocoa-tui"), ["--json", file.path])
    #expect(result.outputText == rows)
    let errors = result.errorText.split(separator: "\n").filter {
      !$0.contains("the members of the object are the rows")
    }
    #expect(errors.count == 1 && errors[0].hasPrefix("mocoa-tui: \(file.path): \(fault)"))
    #expect(result.status == .exited(1))
  }

  /// defect S4: the row that is chosen is printed, and that it may not be the only one is reported.
  @Test func aRowChosenFromABrokenFeedIsPrintedWithTheFault() async throws {
    let file = try TemporaryFile(#"[{"a":1}"#)
    let result = try await run(
      builtProgram("mocoa-tui"), ["--print", "a", "--select-1", file.path])
    #expect(result.outputText == "1\n")
    #expect(result.errorText.contains("line 1, column 9: the text ends"))
    #expect(result.status == .exited(1))
  }
}
