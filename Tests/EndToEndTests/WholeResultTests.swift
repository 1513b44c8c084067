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
    ["--json", "--derive", "b = a * 2"], ["--tsv"], ["--markdown"], ["--json", "--unique", "a"],
    ["--json", "--agg", "n = count(), sum(a)"], ["--csv", "--limit", "9"],
    ["--json", "--join", "j = joined.json by a"], ["--count"], ["--json-array"],
  ]

  /// Runs the program to standard output, to a file, and to one of two links of a file; checks that
  /// the fault is reported.
  private func expectFault(
    _ message: String, _ arguments: [String], of way: [String], in folder: TemporaryFile,
    isReadOnce: Bool = false, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let program = try builtProgram("mocoa-tui")
    try Data(#"[{"a":1},{"a":2}]"#.utf8).write(to: URL(filePath: folder.folder + "/joined.json"))
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

  @Test(
    "A12: a cursor that cannot be sent is a fault",
    arguments: [
      (#"{"a":1}"#, "the cursor of page 2 is an object, not a text or number"),
      ("[7]", "the cursor of page 2 is an array, not a text or number"),
      ("true", "the cursor of page 2 is a boolean, not a text or number"),
      (
        "\"\(String(repeating: "x", count: 1 << 20))\"",
        "the address of page 3 would have 1048"
      ),
    ])
  func badCursor(_ cursor: String, _ message: String) async throws {
    let server = try LocalServer { request in
      let isFirst = request.path == "/"
      return .init(
        #"{"next":\#(isFirst ? "\"b\"" : cursor),"rows":[{"a":\#(isFirst ? 1 : 2)}]}"#)
    }
    let arguments = ["--paging", "cursor=c:/next", server.url()]
    let result = try await run(builtProgram("mocoa-tui"), ["--json"] + arguments)
    #expect(result.outputText == "{\"a\":1}\n{\"a\":2}\n")
    #expect(result.errorText.utf8.count < 300)
    let folder = try TemporaryFile("")
    try await expectFault(message, arguments, of: ["--json"], in: folder)
  }

  @Test("A12: a link that is no text is a fault")
  func badLink() async throws {
    let server = try LocalServer { _ in .init(#"{"next_url":{"a":1},"items":[{"a":1}]}"#) }
    let folder = try TemporaryFile("")
    try await expectFault(
      "next_url of page 1 is an object, not a text", ["--follow-links", server.url()],
      of: ["--json"], in: folder)
  }

  @Test(
    "5: a page that is not like the pages before it is a fault",
    arguments: [
      (#"{"error":"rate limited"}"#, "an array"),
      (#"{"errors":[{"a":"rate limited"}]}"#, "an array"),
    ], [["--json"], ["--csv"]])
  func errorAsPage(_ page: (String, String), _ way: [String]) async throws {
    let server = try LocalServer { request in
      let number = Int(request.path.dropFirst()) ?? 0
      return .init(
        number < 3 ? "[{\"a\":\(number)}]" : page.0,
        headers: ["Link": "</\(number + 1)>; rel=\"next\""])
    }
    let folder = try TemporaryFile("")
    try await expectFault(
      "page 3 is not \(page.1), as the pages before it are: \(page.0)",
      ["--follow-links", server.url("/1")], of: way, in: folder)
  }

  @Test("5: an error in place of the list of a document is a fault")
  func errorInPlaceOfTheList() async throws {
    let server = try LocalServer { request in
      let isFirst = request.path == "/1"
      return .init(
        isFirst ? #"{"next_url":"/2","items":[{"a":1}]}"# : #"{"errors":[{"a":"limited"}]}"#)
    }
    let folder = try TemporaryFile("")
    try await expectFault(
      "page 2 is not an object with rows at '/items', as the pages before it are: {\"errors\"",
      ["--follow-links", server.url("/1")], of: ["--json"], in: folder)
  }

  @Test(
    "an error in place of rows is a fault",
    arguments: [
      #"{"items":[],"error":{"code":429}}"#, #"{"errors":["limited"],"items":[]}"#,
      #"{"data":{"items":[]},"errors":["limited"]}"#,
    ])
  func reportedError(_ answer: String) async throws {
    let server = try LocalServer { request in
      request.path == "/1" ? .init(#"{"next_url":"/2","items":[{"a":1}]}"#) : .init(answer)
    }
    let folder = try TemporaryFile("")
    let message = answer.contains("429") ? #"an error: {"code":429}"# : #"an error: ["limited"]"#
    let isPage = !answer.hasPrefix("{\"data")
    try await expectFault(
      isPage ? message : "page 2 is not an object with rows at '/items'",
      ["--follow-links", server.url("/1")],
      of: ["--json"], in: folder)
    // The list of errors is longer than that of the rows, and is a list that one may look at.
    guard !answer.hasPrefix("{\"errors"), !answer.hasPrefix("{\"data") else { return }
    try await expectFault(message, [server.url("/2")], of: ["--json"], in: folder)
    try await expectFault(message, ["--follow-links", server.url("/2")], of: ["--csv"], in: folder)
  }

  @Test("a first page without a link is reported")
  func unlinkedPage() async throws {
    let server = try LocalServer { _ in .init(#"{"items":[{"a":1}],"later":"c2"}"#) }
    let result = try await run(
      builtProgram("mocoa-tui"), ["--json", "--follow-links", server.url()])
    #expect(result.outputText == "{\"a\":1}\n" && result.status == .exited(0))
    #expect(result.errorText.contains("the first page has no link"), "\(result.errorText)")
  }

  @Test(
    "the addresses at which servers have the next page are followed",
    arguments: [
      #""next":"/1?p=2""#, #""next":"URL/1?p=2""#, #""links":{"next":"?p=2"}"#,
      #""_links":{"next":{"href":"/1?p=2"}}"#, #""@odata.nextLink":"URL/1?p=2""#,
      #""meta":{"next":"/1?p=2"}"#, #""paging":{"cursors":{},"next":"URL/1?p=2"}"#,
    ])
  func nextAddresses(_ member: String) async throws {
    let server = try LocalServer { request in
      let link = member.replacing("URL", with: "http://" + (request.headers["host"] ?? ""))
      return .init(
        request.path == "/1"
          ? "{\(link),\"items\":[{\"a\":1}]}" : #"{"next":null,"items":[{"a":2}]}"#)
    }
    let result = try await run(
      builtProgram("mocoa-tui"), ["--json", "--follow-links", server.url("/1")])
    #expect(result.outputText == "{\"a\":1}\n{\"a\":2}\n" && result.status == .exited(0))
    #expect(result.errorText == "")
  }

  @Test(
    "pages with fewer rows than the server counts are a fault",
    arguments: [
      (["--paging", "page=p"], "all pages have 2 of the 5 rows that the server counts (total)"),
      (["--paging", "offset=o"], "all pages have 2 of the 5 rows"),
      (["--follow-links"], "all pages have 1 of the 5 rows that the server counts (X-Total"),
    ])
  func missingRows(_ options: [String], _ message: String) async throws {
    let server = try LocalServer { request in
      if options == ["--follow-links"] {
        return .init("[{\"a\":1}]", headers: ["X-Total-Count": "5", "Link": "</>; rel=\"first\""])
      }
      let first = options[1] == "page=p" ? 1 : 0
      let number = request.path.last.flatMap { Int(String($0)) } ?? first
      let isEnd = options[1] == "page=p" ? request.path.hasSuffix("3") : number == 2
      return .init("{\"total\":5,\"items\":[\(isEnd ? "" : "{\"a\":\(number)}")]}")
    }
    try await expectFault(
      message, options + [server.url("/")], of: ["--json"], in: try TemporaryFile(""))
    // The user has asked for the later ones.
    guard options[0] != "--follow-links" else { return }
    let later = try await run(
      builtProgram("mocoa-tui"),
      ["--json"] + options + [server.url(options[1] == "page=p" ? "/?p=2" : "/?o=1")])
    #expect(later.status == .exited(0) && later.errorText == "")
  }

  @Test("a page without a byte is a fault, and an answer without content ends pages")
  func pagesWithoutBody() async throws {
    let server = try LocalServer { request in
      let status = request.path.hasPrefix("/end") ? 204 : 200
      return request.path.hasSuffix("3")
        ? .init("", status: status)
        : .init(request.path.hasSuffix("2") ? #"[{"a":2}]"# : #"[{"a":1}]"#)
    }
    let options = ["--json", "--paging", "page=p"]
    let end = try await run(builtProgram("mocoa-tui"), options + [server.url("/end")])
    #expect(end.status == .exited(0) && end.errorText == "")
    #expect(end.outputText.split(separator: "\n").count == 2)
    try await expectFault(
      "p=3: is empty", [server.url("/fault")] + options.dropFirst(), of: ["--json"],
      in: try TemporaryFile(""))
  }

  @Test(
    "34: a filter on a feed without rows matches none", arguments: [["--json"], ["--exit-0"]])
  func filtersWithoutRows(_ options: [String]) async throws {
    let result = try await run(
      builtProgram("mocoa-tui"), options + ["--filter", "id > 2"], input: Array("[]".utf8))
    #expect(result.status == .exited(1) && result.outputText == "", "\(result.errorText)")
    #expect(!result.errorText.contains("no row has"))
  }

  @Test("41: --count prints 0 where a source fails and none of its rows match")
  func noMatchInAFailedSource() async throws {
    for (filter, count) in [("a > 5", "0\n"), ("a > 0", "1\n")] {
      let result = try await run(
        builtProgram("mocoa-tui"),
        ["--count", "-f", filter, "--command", #"echo '{"a":1}'; exit 1"#])
      #expect(result.outputText == count && result.status == .exited(1), "\(result.errorText)")
    }
  }

  @Test("36: an empty source whose rows are divided is a fault, too")
  func emptyUnnestedSource() async throws {
    let file = try TemporaryFile("", named: "y.json")
    let result = try await run(builtProgram("mocoa-tui"), ["--json", "--unnest", "l", file.path])
    #expect(result.status == .exited(1) && result.errorText.contains("y.json: is empty"))
    let wrong = try await run(
      builtProgram("mocoa-tui"), ["--json", "--unnest", "l", "--follow", file.path])
    #expect(wrong.status == .exited(2))
  }

  @Test("34: an empty joined source is a fault, as an empty source is")
  func emptyJoinedSource() async throws {
    let file = try TemporaryFile(#"[{"id":1}]"#, named: "a.json")
    for (name, status) in [("y.json", 1), ("y.ndjson", 0)] {
      try Data().write(to: URL(filePath: file.folder + "/" + name))
      let result = try await run(
        builtProgram("mocoa-tui"), ["--json", "--join", "j = \(name) by id", file.path],
        directory: file.folder)
      #expect(result.status == .exited(Int32(status)), "\(result.errorText)")
      #expect(result.errorText.contains("\(name): is empty"), "\(result.errorText)")
    }
  }

  @Test("34: pages that are counted end with a page that is not found, which is said")
  func pageThatIsNotFound() async throws {
    let server = try LocalServer { request in
      request.path.hasSuffix("p=3")
        ? .init(#"{"detail":"Invalid page."}"#, status: 404)
        : .init(request.path.hasSuffix("p=2") ? #"[{"a":2}]"# : #"[{"a":1}]"#)
    }
    let result = try await run(
      builtProgram("mocoa-tui"), ["--json", "--paging", "page=p", server.url()])
    #expect(result.status == .exited(0) && result.outputText.split(separator: "\n").count == 2)
    #expect(result.errorText.contains("page 3 was not found (404) and was taken as the end"))
    let missing = try LocalServer { _ in .init("", status: 404) }
    try await expectFault(
      "404", [missing.url(), "--paging", "page=p"], of: ["--json"], in: try TemporaryFile(""))
  }

  @Test(
    "34: pages are counted from 0 or from 1, as the server does",
    arguments: [0, 1], ["{\"content\":ROWS,\"number\":N}", "ROWS"])
  func firstPage(start: Int, body: String) async throws {
    let server = try LocalServer { request in
      let number = request.path.split(separator: "=").last.flatMap { Int($0) } ?? start
      let first = (number - start) * 2
      // Rows change while pages are loaded.
      let rows = (first..<max(first, min(first + 2, 5))).map {
        #"{"id":\#($0),"time":\#(UInt64.random(in: 0...(.max)))}"#
      }
      let text = "[\(rows.joined(separator: ","))]"
      return .init(body.replacing("ROWS", with: text).replacing("N", with: "\(number)"))
    }
    let arguments = ["--csv", "--columns", "id", "--paging", "page=p", server.url()]
    let result = try await run(builtProgram("mocoa-tui"), arguments)
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(
      result.outputText.split(whereSeparator: \.isNewline) == ["id", "0", "1", "2", "3", "4"])
  }

  @Test("34: counted pages do not end in silence with an empty one that has a link to the next")
  func emptyPageWithLink() async throws {
    let server = try LocalServer { request in
      request.path.hasSuffix("p=2")
        ? .init("[]", headers: ["Link": "</?p=3>; rel=\"next\""]) : .init(#"[{"a":1}]"#)
    }
    let result = try await run(
      builtProgram("mocoa-tui"), ["--json", "--paging", "page=p", server.url()])
    #expect(result.status == .exited(1) && result.outputText.contains("1"))
    #expect(result.errorText.contains("page 2 says that there are more (Link: rel=next)"))
  }

  @Test("further pages of a joined source are reported")
  func joinedPages() async throws {
    let server = try LocalServer { _ in .init(#"{"items":[{"id":1}],"next_url":"/2"}"#) }
    let file = try TemporaryFile(#"[{"id":1},{"id":2}]"#, named: "a.json")
    let result = try await run(
      builtProgram("mocoa-tui"), ["--json", "--join", "x = \(server.url()) by id", file.path])
    #expect(result.errorText.contains("--join: \(server.url("/")): is the first of several pages"))
  }

  @Test("rows that are on two pages are reported")
  func movedRows() async throws {
    let server = try LocalServer { request in
      switch request.path.last {
      case "2": .init(#"[{"a":2},{"a":3}]"#)
      case "3": .init("[]")
      default: .init(#"[{"a":1},{"a":1},{"a":2}]"#)
      }
    }
    let result = try await run(
      builtProgram("mocoa-tui"), ["--json", "--paging", "page=p", server.url()])
    #expect(result.status == .exited(0))
    #expect(result.errorText.contains("1 row like those of an earlier page"))
  }

  @Test("a first page of errors is a fault")
  func reportedErrors() async throws {
    let server = try LocalServer { _ in .init(#"{"items":[],"errors":[{"message":"limited"}]}"#) }
    let folder = try TemporaryFile("")
    try await expectFault(
      #"an error: [{"message":"limited"}]"#, ["--follow-links", server.url()], of: ["--json"],
      in: folder)
  }

  @Test(
    "members that say that there is no error are none",
    arguments: ["null", "false", "0", "[]", "{}", #""""#])
  func noError(_ value: String) async throws {
    let file = try TemporaryFile(#"{"items":[],"error":\#(value)}"#, named: "a.json")
    let result = try await run(
      builtProgram("mocoa-tui"), ["--json", "--at", "/items", file.path])
    #expect(result.status == .exited(0) && result.error == [] && result.output == [])
  }

  @Test("34-8: errors next to an empty list of rows are a fault, without pages too")
  func errorsInPlaceOfRows() async throws {
    let folder = try TemporaryFile(
      #"{"errors":[{"message":"limited"}],"items":[]}"#, named: "a.json")
    for way in [["--json"], ["--csv"], ["--plain"]] {
      try await expectFault(
        #"an error: [{"message":"limited"}]"#, [folder.path], of: way, in: folder)
    }
    let rows = try TemporaryFile(
      #"{"items":[{"a":1}],"errors":[{"message":"a long text of an error"}]}"#, named: "a.json")
    let result = try await run(builtProgram("mocoa-tui"), ["--json", rows.path])
    #expect(result.outputText == "{\"a\":1}\n" && result.status == .exited(0))
    #expect(result.errorText.contains("rows of /items; other lists: --at /errors"))
    let log = try TemporaryFile(#"{"errors":[{"message":"x"}]}"#, named: "a.json")
    let errors = try await run(builtProgram("mocoa-tui"), ["--json", log.path])
    #expect(errors.outputText == "{\"message\":\"x\"}\n" && errors.status == .exited(0))
  }

  @Test(
    "34-2: further pages that are not loaded are reported",
    arguments: [
      (#"{"items":[{"a":1}],"next_url":"/2"}"#, "several pages (next_url); --follow-links"),
      (#"{"total":5,"next":"/2","items":[{"a":1}]}"#, "several pages (next); --follow-links"),
      (#"{"next":"c2","items":[{"a":1}]}"#, "several pages (next); --paging"),
      (#"{"total":5,"items":[{"a":1}]}"#, "has 1 of 5 rows (total); --paging"),
      (#"[{"a":1}]"#, "several pages (Link: rel=next); --follow-links"),
      (#"{"items":[{"a":1}],"next_url":null}"#, nil),
    ])
  func furtherPages(_ body: String, _ note: String?) async throws {
    let isLinked = body.hasPrefix("[")
    let server = try LocalServer { _ in
      .init(body, headers: isLinked ? ["Link": "</2>; rel=\"next\""] : [:])
    }
    for way in [["--json"], ["--csv"], ["--plain"], ["--json", "-s", "a"]] {
      let result = try await run(builtProgram("mocoa-tui"), way + [server.url()])
      #expect(result.status == .exited(0))
      if let note {
        #expect(result.errorText.contains(note), "\(way): \(result.errorText)")
      } else {
        #expect(result.errorText == "")
      }
    }
  }

  @Test(
    "34-3: a second array of rows with the same name is a fault",
    arguments: [#"{"items":[1],"items":[2]}"#, #"{"d":{"r":[{"a":1}],"r":[{"a":2},{"a":3}]}}"#])
  func repeatedRows(_ document: String) async throws {
    let file = try TemporaryFile(document, named: "a.json")
    for way in [["--json"], ["--csv"], ["--plain"]] {
      try await expectFault("duplicate member '", [file.path], of: way, in: file)
    }
  }

  // MARK: Empty sources

  @Test("34-7: an empty table is advised the format of a table", arguments: ["csv", "tsv"])
  func emptyTables(_ format: String) async throws {
    let file = try TemporaryFile("", named: "a.\(format)")
    let result = try await run(builtProgram("mocoa-tui"), ["--json", file.path])
    #expect(result.status == .exited(1))
    #expect(result.errorText.contains("--format \(format) takes that for a table without rows"))
    let typed = try await run(
      builtProgram("mocoa-tui"), ["--json", "--format", format, file.path])
    #expect(typed.status == .exited(0) && typed.errorText == "")
  }

  @Test("an empty document is a fault", arguments: [["--json"], ["--csv"], ["--plain"]])
  func emptyDocuments(_ way: [String]) async throws {
    let file = try TemporaryFile("", named: "rows.json")
    try Data("\n".utf8).write(to: URL(filePath: file.folder + "/blank.json"))
    for name in ["rows.json", "blank.json"] {
      try await expectFault("\(name): is empty", [name], of: way, in: file)
    }
    let server = try LocalServer { request in .init("", status: request.path == "/a" ? 204 : 200) }
    for path in ["/a", "/b"] {
      try await expectFault("\(path): is empty", [server.url(path)], of: way, in: file)
    }
    try await expectFault(
      "is empty", ["--follow-links", server.url("/b")], of: way, in: file)
    try await expectFault(
      "rows.json: is empty", ["rows.json"], of: ["--json", "--group-by", "a"],
      in: file)
  }

  @Test("an empty pipe has no rows, but replaces no file")
  func emptyPipes() async throws {
    let program = try builtProgram("mocoa-tui")
    let folder = try TemporaryFile("old", named: "old.json")
    for way in [["--json"], ["--csv"], ["--plain"], []] {
      let result = try await run(program, way, input: [])
      #expect(result.status == .exited(0) && result.output == [], "\(result.outputText)")
      #expect(result.errorText == "mocoa-tui: standard input: is empty\n")
    }
    for arguments in [["-"], ["--", "true"]] {
      let result = try await run(
        program, ["-o", folder.path] + arguments, input: [], directory: folder.folder)
      #expect(result.status == .exited(1))
      #expect(result.errorText.contains("is empty; --format ndjson"), "\(result.errorText)")
      #expect(result.errorText.contains("old.json: not written"))
      #expect(try String(contentsOfFile: folder.path, encoding: .utf8) == "old")
    }
    let list = try await run(
      program, ["-o", folder.path, "--format", "ndjson", "-"], input: [])
    #expect(list.status == .exited(0) && list.error == [])
    #expect(try String(contentsOfFile: folder.path, encoding: .utf8) == "[]\n")
  }

  @Test("an empty file of lines has no rows", arguments: ["a.ndjson", "a.jsonl", "a.log", "a.txt"])
  func emptyLines(_ name: String) async throws {
    let file = try TemporaryFile("", named: name)
    let result = try await run(
      builtProgram("mocoa-tui"), ["--csv", "-o", "o.csv", name], directory: file.folder)
    #expect(result.status == .exited(0))
    #expect(result.errorText == "mocoa-tui: \(name): is empty\n")
  }

  @Test(
    "the error of a source is not hidden by a member that no row before it has",
    arguments: [["-f", "x > 1"], ["-s", "x"], ["--group-by", "x"], ["-c", "x"]])
  func memberBehindAnError(_ way: [String]) async throws {
    let folder = try TemporaryFile(#"[{"a":1},{"a":"#, named: "rows.json")
    try await expectFault(
      "rows.json: line 1, column 15", ["rows.json"], of: ["--json"] + way, in: folder)
  }

  // MARK: Resources

  @Test("hidden files do not outlive a signal", arguments: ["INT", "TERM", "HUP"])
  func hiddenFiles(_ signal: String) async throws {
    let text = String(repeating: "x", count: 1_000_000)
    let rows = (0..<20).map { "{\"n\":\($0),\"text\":\"\(text)\"}\n" }.joined()
    let file = try TemporaryFile(rows, named: "rows.ndjson")
    let result = try await run(
      "/bin/sh",
      [
        "-c",
        """
        for count in 1 2 3 4 5 6 7 8 9; do
          env --default-signal=\(signal) "$1" --json -o out.jsonl rows.ndjson & program=$!
          sleep 0.0$count
          kill -\(signal) $program 2>&-
          wait $program
        done
        ls -A | grep -v out.jsonl
        """, "sh", builtProgram("mocoa-tui"),
      ], directory: file.folder, timeout: .seconds(60))
    #expect(result.outputText == "rows.ndjson\n", "\(result.errorText)")
  }

  @Test(
    "where no thread can be started, that is an error", arguments: ["--json", "--csv --group-by a"])
  func noThreads(_ options: String) async throws {
    // The limit does not apply to the administrator.
    let isRoot = geteuid() == 0
    let user = ["setpriv", "--reuid=65534", "--clear-groups"]
    let shell = (isRoot ? user : []) + ["/bin/bash", "-c"]
    let program = try builtProgram("mocoa-tui")
    let probe = try await run(
      "/usr/bin/env", shell + ["ulimit -u 1 && test -x \"$1\"", "sh", program])
    guard probe.status == .exited(0) else { return }
    let result = try await run(
      "/usr/bin/env", shell + ["ulimit -u 1; exec \"$1\" \(options)", "sh", program],
      input: Array("{\"a\":1}\n".utf8), timeout: .seconds(60))
    // Where no other process of the user is counted, there is a thread.
    if result.status == .exited(0) { return }
    #expect(result.status == .exited(1))
    #expect(result.errorText.contains("no thread can be started"), "\(result.errorText)")
    #expect(!result.errorText.contains("U+FFFD"), "\(result.errorText)")
  }

  @Test("A12: addresses of later pages are no arguments of a process")
  func secretAddresses() async throws {
    let server = try LocalServer { request in
      guard request.path == "/2?token=s3cr3t" else {
        return .init(#"{"next_url":"/2?token=s3cr3t","items":[{"a":1}]}"#)
      }
      let files = FileManager.default
      let lines = ((try? files.contentsOfDirectory(atPath: "/proc")) ?? []).map { name in
        String(decoding: files.contents(atPath: "/proc/\(name)/cmdline") ?? Data(), as: UTF8.self)
      }
      let count = lines.count { $0.contains("mocoa-fetch") && $0.contains("s3cr3t") }
      return .init(#"{"items":[{"shown":\#(count)}]}"#)
    }
    let result = try await run(
      builtProgram("mocoa-tui"), ["--json", "--follow-links", server.url("/1")])
    #expect(result.outputText == "{\"a\":1}\n{\"shown\":0}\n", "\(result.errorText)")
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

  @Test("A1: pages that cannot be counted are not all rows", arguments: ways)
  func uncountedPagesAreAFault(_ way: [String]) async throws {
    let server = try LocalServer { _ in .init(#"{"items":[{"a":1}]}"#) }
    let folder = try TemporaryFile("")
    try await expectFault(
      "'x' is not a number for p", ["--paging", "page=p", server.url("/?p=x")], of: way,
      in: folder)
  }

  // MARK: Rows

  @Test(
    "A3: rows that are not JSON are reported", arguments: ways + [["--json", "--unnest", "a"]])
  func brokenRowsAreAFault(_ way: [String]) async throws {
    let file = try TemporaryFile("{\"a\":1}\n{broken\n{\"a\":2}\n", named: "rows.ndjson")
    try await expectFault("line 2, column 2", ["rows.ndjson"], of: way, in: file)
  }

  @Test(
    "A3: rows of a table that have no text are reported under a filter of text",
    arguments: ["apple", "\"apple\"", "^apple", "~apple"])
  func rowsWithoutText(_ filter: String) async throws {
    let folder = try TemporaryFile(
      "id,name\n1,apple\n2,pear,extra apple\n3,apple pie\n", named: "late.csv")
    for way in [["--json"], ["--csv"], ["--plain"], ["--json", "-s", "-id"]] {
      try await expectFault("late.csv: line 3", [folder.path, "-q", filter], of: way, in: folder)
    }
    let grouped = try await run(
      builtProgram("mocoa-tui"), [folder.path, "--json", "--group-by", "name", "-q", filter])
    #expect(grouped.status == .exited(1) && grouped.errorText.contains("1 row is left out"))
  }

  @Test("A3: code for rows of which some are not JSON is reported")
  func brokenRowsOfASampleAreAFault() async throws {
    let file = try TemporaryFile("{\"a\":1}\n{broken\n{\"a\":2}\n", named: "rows.ndjson")
    let result = try await run(builtProgram("mocoa-tui"), ["generate", file.path])
    #expect(result.status == .exited(1) && result.outputText.contains("struct"))
    #expect(result.errorText.contains("line 2, column 2"))
  }

  // MARK: Overwritten files

  @Test(
    "A5: a file that is overwritten while it is read is reported",
    arguments: ["touch -r time rows.ndjson", "echo '{\"a\":9}' >> rows.ndjson"],
    [["--json"], ["--csv", "-s", "-a"], ["--plain"], ["--json", "--group-by", "a"]])
  func overwrittenFilesAreAFault(_ disguise: String, _ way: [String]) async throws {
    func lines(_ number: Int) -> String {
      String(repeating: "{\"a\":\(number)}\n", count: 20_000)
    }
    let file = try TemporaryFile(lines(1) + lines(3), named: "rows.ndjson")
    try Data((lines(2) + lines(3)).utf8).write(to: URL(filePath: file.folder + "/new"))
    // The first file is overwritten while the program waits for the second one.
    let script = """
      mkfifo second
      touch -r rows.ndjson time
      echo old > old.txt
      '\(try builtProgram("mocoa-tui"))' \(way.joined(separator: " ")) -o old.txt \
        rows.ndjson second & program=$!
      exec 3> second
      size=$(stat -c %s rows.ndjson)
      for try in $(seq 500); do
        [ "$(sed -n 's/^rchar: //p' /proc/$program/io)" -gt $size ] && break
        sleep 0.02
      done
      dd if=new of=rows.ndjson conv=notrunc status=none
      \(disguise)
      echo '{"a":4}' >&3
      exec 3>&-
      wait $program
      echo status $?
      cat old.txt
      """
    let result = try await run("/bin/bash", ["-c", script], directory: file.folder)
    #expect(result.outputText == "status 1\nold\n")
    #expect(result.errorText.contains("was overwritten while it was read"))
  }

  @Test("4: a source is not replaced by a partial result")
  func sourcesBesideAreKept() async throws {
    let rows = "{\"a\":1}\n{broken\n{\"a\":2}\n"
    let source = try TemporaryFile(rows, named: "o.jsonl.partial")
    let path = source.folder + "/o.jsonl"
    try Data("old".utf8).write(to: URL(filePath: path))
    let result = try await run(
      builtProgram("mocoa-tui"), ["-o", "o.jsonl", "o.jsonl.partial"], directory: source.folder)
    #expect(result.status == .exited(1))
    #expect(result.errorText.contains("o.jsonl.partial.1\n"), "\(result.errorText)")
    for (name, content) in [
      (path, "old"), (source.path, rows), (source.path + ".1", "{\"a\":1}\n{\"a\":2}\n"),
    ] {
      #expect(try String(contentsOfFile: name, encoding: .utf8) == content)
    }
  }

  // MARK: The list

  /// Writes what a list shows to a file that exists, which is kept; returns the rows beside it.
  private func writeOverOld(
    _ terminal: TmuxTerminal, in folder: TemporaryFile, expecting message: String
  ) async throws -> String {
    let path = folder.folder + "/old.csv"
    try Data("old".utf8).write(to: URL(filePath: path))
    try await terminal.send("w")
    try await terminal.wait(for: "the question") { $0.contains("write to:") }
    try await terminal.sendText("old.csv")
    try await terminal.send(.enter)
    try await terminal.wait(for: "the question") { $0.contains("old.csv exists. Replace it?") }
    try await terminal.send("y")
    try await terminal.wait(for: "the fault") {
      $0.contains("old.csv: kept as it was") && $0.contains(message)
    }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "old")
    return try String(contentsOfFile: path + ".partial", encoding: .utf8)
  }

  /// Opens a list, and writes it to a file that exists.
  private func write(
    _ file: TemporaryFile, _ arguments: [String], expecting message: String
  ) async throws {
    let terminal = try await TmuxTerminal(
      running: [builtProgram("mocoa-tui"), "--fresh"] + arguments, columns: 200, rows: 8,
      directory: file.folder)
    // Nothing is written before the rows are those asked for.
    let isSectioned = arguments.contains("--section-by")
    try await terminal.wait(for: "the first screen") {
      Screen($0).count ?? 0 > 0
        && Screen($0).isComplete != arguments.contains("--follow-links")
        && (!isSectioned || $0.contains("null 1 row"))
    }
    let partial = try await writeOverOld(terminal, in: file, expecting: message)
    #expect(partial.contains("\r\n1"))
    try await terminal.send("|")
    try await terminal.wait(for: "the question") { $0.contains("lines of JSON: jq") }
    try await terminal.sendText("cat")
    try await terminal.send(.enter)
    try await terminal.wait(for: "the fault") {
      $0.contains("the command read") && $0.contains(message)
    }
  }

  @Test(
    "A3: the list writes no file over a good one without its broken rows",
    arguments: [
      [], ["-f", "a > 0"], ["-f", "a > 0", "-s", "a"], ["--section-by", "a"],
    ])
  func brokenRowsOfTheListAreAFault(_ arguments: [String]) async throws {
    let file = try TemporaryFile("{\"a\":1}\n{broken\n{\"a\":2}\n", named: "rows.ndjson")
    try await write(file, ["rows.ndjson"] + arguments, expecting: "1 row is left out")
  }

  /// The ways to rows that are made of others, with what the screen shows then.
  static let derivations = [
    ["lF", "counted"], ["lT", " numbers by "], ["I", "distinct"], ["|cat\r", "the command read"],
    ["|cat\r", "the command read", "lF", "counted"], ["I", "distinct", "\r", "counted"],
  ]

  @Test(
    "A3: rows that are made of others write no file over a good one where those are not whole",
    arguments: [
      ("printf '{\"a\":1}\\n{broken\\n{\"a\":2}\\n'", "1 row is left out"),
      ("printf '[{\"a\":1},{\"a\":2},{\"a\"'", "line 1, column"),
      ("(seq -f '{\"a\":%g}' 57; exec sleep 600)", "the feed is still being read"),
    ], derivations)
  func rowsOfOtherRowsAreAFault(
    _ source: (command: String, message: String), _ steps: [String]
  ) async throws {
    let folder = try TemporaryFile("")
    let terminal = try await TmuxTerminal(
      shell: "\(source.command) | \(try builtProgram("mocoa-tui")) --fresh", columns: 220, rows: 8,
      directory: folder.folder)
    try await terminal.wait(for: "the rows") { Screen($0).count ?? 0 > 1 && $0.contains(" 1") }
    for pair in stride(from: 0, to: steps.count, by: 2) {
      try await terminal.sendText(steps[pair])
      try await terminal.wait(for: "the derived rows") {
        $0.contains(steps[pair + 1]) && Screen($0).count ?? 0 > 0
      }
    }
    _ = try await writeOverOld(terminal, in: folder, expecting: source.message)
  }

  @Test("W8: the list writes no file over a good one without values of derived members")
  func missingValuesOfTheListAreAFault() async throws {
    let file = try TemporaryFile("{\"a\":1,\"b\":1}\n{\"a\":2,\"b\":0}\n", named: "rows.ndjson")
    try await write(
      file, ["rows.ndjson", "--derive", "c = a / b"],
      expecting: "no value: division by zero")
  }

  @Test("A1: the list writes no file over a good one without later pages")
  func unreadPagesOfTheListAreAFault() async throws {
    let server = try Self.emptyPages()
    let file = try TemporaryFile("")
    try await write(
      file, ["--follow-links", server.url("/0")],
      expecting: "stopped after 20 pages without rows")
  }

  @Test("A1: the list writes no file over a good one without pages that are not loaded")
  func requestedPagesOfTheListAreAFault() async throws {
    let server = try LocalServer { request in
      let number = Int(request.path.dropFirst()) ?? 0
      let next = number < 3 ? #""next_url":"/\#(number + 1)","# : ""
      let rows = (1...40).map { #"{"a":\#($0)}"# }.joined(separator: ",")
      return .init("{\(next)\"items\":[\(rows)]}")
    }
    let file = try TemporaryFile("")
    try await write(
      file, ["--follow-links", server.url("/0")], expecting: "more pages are not loaded yet")
  }
}
