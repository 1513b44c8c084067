import Foundation
import MocoaTestSupport
import Testing

/// A result that is not whole never ends with status 0 and never replaces a file, whichever way it
/// is output.
@Suite struct WholeResultTests {
  /// The ways in which all rows are output.
  static let ways = [
    ["--json"], ["--csv"], ["--plain"], ["--json", "-s", "-a"], ["--csv", "-s", "-a"],
    ["--csv", "-c", "a", "-s", "-a"], ["--json", "-f", "a > 0"], ["--plain", "-f", "a > 0"],
    ["--json", "-f", "a > 0", "-s", "a"], ["--csv", "-f", "a > 0", "-s", "a"],
    ["--csv", "-c", "a", "-f", "a > 0", "-s", "a"], ["--plain", "-f", "a > 0", "-s", "a"],
    ["--plain", "--section-by", "a"], ["--plain", "--section-by", "a", "-f", "a > 0"],
    ["--json", "--group-by", "a"], ["--plain", "--group-by", "a", "--sum", "a", "-f", "a > 0"],
    ["--json", "--derive", "b = a * 2"],
  ]

  /// Runs the program to standard output, to a file, and to one of two links of a file; checks that
  /// the fault is reported.
  private func expectFault(
    _ message: String, _ arguments: [String], of way: [String], in folder: TemporaryFile,
    isReadOnce: Bool = false, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let program = try builtProgram("mocoa-tui")
    let printed = try await run(program, way + arguments, directory: folder.folder)
    #expect(printed.status == .exited(1), "\(printed.outputText)", sourceLocation: sourceLocation)
    #expect(printed.errorText.contains(message), sourceLocation: sourceLocation)
    let files = FileManager.default
    for isLinked in [false, true] {
      let name = folder.folder + "/old.txt"
      let other = folder.folder + "/other.txt"
      for path in [name, other, name + ".partial"] { try? files.removeItem(atPath: path) }
      try Data("old".utf8).write(to: URL(filePath: name))
      if isLinked { try files.linkItem(atPath: name, toPath: other) }
      let result = try await run(
        program, way + ["-o", "old.txt"] + arguments, directory: folder.folder)
      #expect(result.status == .exited(1), sourceLocation: sourceLocation)
      #expect(result.errorText.contains(message), sourceLocation: sourceLocation)
      let text = result.errorText
      #expect(
        text.contains("old.txt: kept as it was") || text.contains("old.txt: not written"),
        "\(text)", sourceLocation: sourceLocation)
      for path in isLinked ? [name, other] : [name] {
        let content = try String(contentsOfFile: path, encoding: .utf8)
        #expect(content == "old", sourceLocation: sourceLocation)
      }
    }
  }

  // MARK: Pages

  /// Links each page to the next one; a page has rows if its number divides by 25.
  private static func emptyPages() throws -> LocalServer {
    try LocalServer { request in
      let number = Int(request.path.dropFirst()) ?? 0
      let rows = number.isMultiple(of: 25) ? #"{"a":\#(number + 1)}"# : ""
      let next = number < 30 ? #""next_url":"/\#(number + 1)","# : ""
      return .init("{\(next)\"items\":[\(rows)]}")
    }
  }

  @Test("A1: pages without rows are not the end of the rows", arguments: ways)
  func emptyPagesAreAFault(_ way: [String]) async throws {
    let server = try Self.emptyPages()
    let folder = try TemporaryFile("")
    try await expectFault(
      "stopped after 20 pages without rows", ["--follow-links", server.url("/0")], of: way,
      in: folder)
  }

  @Test("A1: pages that lead back are not the end of the rows", arguments: ways)
  func pageCyclesAreAFault(_ way: [String]) async throws {
    let server = try LocalServer { request in
      let number = Int(request.path.dropFirst()) ?? 0
      let next = number == 2 ? "" : "\(number + 1)"
      return .init(#"{"next_url":"/\#(next)","items":[{"a":\#(number + 1)}]}"#)
    }
    let folder = try TemporaryFile("")
    // The first page has two addresses.
    let address = String(server.url().dropLast())
    try await expectFault(
      "leads back to an earlier page", ["--follow-links", address], of: way, in: folder)
    let result = try await run(
      builtProgram("mocoa-tui"), ["--json", "--follow-links", address])
    #expect(result.outputText == "{\"a\":1}\n{\"a\":2}\n{\"a\":3}\n")
  }

  // MARK: Rows

  @Test("A3: rows that are not JSON are reported", arguments: ways)
  func brokenRowsAreAFault(_ way: [String]) async throws {
    let file = try TemporaryFile("{\"a\":1}\n{broken\n{\"a\":2}\n", named: "rows.ndjson")
    try await expectFault("line 2, column 2", ["rows.ndjson"], of: way, in: file)
  }
}
