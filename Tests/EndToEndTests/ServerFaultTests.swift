import Foundation
import MocoaTestSupport
import Testing

/// Servers that break the rules of HTTP, and the program that reads from them: each fault is one
/// line and status 1, within the timeout.
@Suite struct ServerFaultTests {
  @Test("A13: a body over TLS that is cut replaces no file")
  func cutBodiesReplaceNoFile() async throws {
    let server = try await TLSServer()
    let folder = try TemporaryFile("old", named: "old.csv")
    // The server is killed where its pipe is still open: it has not come to the end of the body.
    let script = """
      mkfifo "$4"
      (exec 9>"$4"; printf 'HTTP/1.0 200 OK\r\n\r\n' >&9
      yes '{"a":"a row of which there are many"}' | head -n 1000000 >&9; kill -9 "$3") &
      exec "$0" --format ndjson --cacert "$2" -o old.csv "$1"
      """
    let result = try await run(
      "/bin/sh",
      [
        "-c", script, builtProgram("mocoa-tui"), server.url("/rows"), server.certificate,
        "\(server.identifier)", server.path(of: "rows"),
      ], directory: folder.folder, timeout: .seconds(60))
    #expect(result.status == .exited(1))
    #expect(result.errorText.contains("old.csv: kept as it was"), "\(result.errorText)")
    #expect(try String(contentsOfFile: folder.path, encoding: .utf8) == "old")
  }

  struct Fault: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var answer: LocalServer.Answer
    /// What the error says, between the address and the host.
    var error: String
    var output = ""
    var arguments: [String] = []
  }

  private static let ok = "HTTP/1.1 200 OK\r\n"

  private static func challenge(_ scheme: String) -> Fault {
    let answer = LocalServer.Answer(
      "no", status: 401, headers: ["WWW-Authenticate": "\(scheme) realm=\"x\""])
    return Fault(
      testDescription: "401 with \(scheme)", answer: answer,
      error: "401 Unauthorized: no; the server asks for credentials (\(scheme)): give them with "
        + "--header-file or ~/.netrc", arguments: ["--timeout", "5"])
  }

  // defect S12
  static let faults: [Fault] =
    ["Basic", "Digest", "Bearer", "Negotiate", "NTLM", "Unheard-Of"].map(challenge) + [
      Fault(
        testDescription: "401 without a challenge", answer: .init("no", status: 401),
        error: "401 Unauthorized: no"),
      Fault(
        testDescription: "F11: 429 with a text", answer: .init("quota\n exceeded\n", status: 429),
        error: "429 Too Many Requests: quota exceeded"),
      Fault(
        testDescription: "F11: 503 with commands of terminals",
        answer: .init("\u{1B}]0;x\u{7}down \u{202E}\u{9B}2J", status: 503),
        error: "503 Service Unavailable: ]0;x down 2J"),
      Fault(
        testDescription: "F11: 500 with a long text",
        answer: .init(String(repeating: "é", count: 3_000), status: 500),
        error: "500 Internal Server Error: \(String(repeating: "é", count: 199))…"),
      Fault(
        testDescription: "F11: 502 with a page",
        answer: .init("text", status: 502, headers: ["Content-Type": "text/html"]),
        error: "502 Bad Gateway"),
      Fault(
        testDescription: "F11: 503 with a text without end",
        answer: .init(raw: "HTTP/1.1 503 X\r\n\r\nlater") { _ in Thread.sleep(forTimeInterval: 8) },
        error: "503 Service Unavailable: later", arguments: ["--timeout", "30"]),
      Fault(
        testDescription: "A13: a length beyond 64 bits",
        answer: .init(raw: ok + "Content-Length: 99999999999999999999\r\n\r\n[1,\n2]"),
        error: "the header Content-Length is invalid: 99999999999999999999"),
      Fault(
        testDescription: "redirect without Location", answer: .init(status: 302),
        error: "302 Found without Location"),
      Fault(
        testDescription: "redirect loop", answer: .init(status: 307, headers: ["Location": "/"]),
        error: "more than 10 redirects"),
      Fault(
        testDescription: "interim answers without end",
        answer: .init(raw: "") { sender in
          while sender.send("HTTP/1.1 103 Early Hints\r\n\r\n") {}
        }, error: "the header is longer than 262144 bytes"),
      Fault(
        testDescription: "body shorter than its length",
        answer: .init(raw: ok + "Content-Length: 100\r\n\r\n[1,\n2,\n"),
        error: "transfer closed with 93 bytes remaining to read", output: "1\n2\n"),
      Fault(
        testDescription: "chunks that break off",
        answer: .init(raw: ok + "Transfer-Encoding: chunked\r\n\r\n6\r\n[1,\n2,\r\n9\r\n\"3"),
        error: "transfer closed with outstanding read data remaining", output: "1\n2\n"),
      Fault(
        testDescription: "header that drips",
        answer: .init(raw: "") { $0.drip(ok.map { "\($0)" } + ["\r\n[1]"], every: 0.2) },
        error: "no answer within 1 second; --timeout allows more", arguments: ["--timeout", "1"]),
      Fault(
        testDescription: "no answer",
        answer: .init(raw: "") {
          _ = $0.send(""); Thread.sleep(forTimeInterval: 5)
        },
        error: "no answer within 1 second; --timeout allows more", arguments: ["--timeout", "1"]),
      Fault(
        testDescription: "body that stops",
        answer: .init(raw: ok + "\r\n[1,\n2,\n") { _ in Thread.sleep(forTimeInterval: 5) },
        error: "no data for 1 second; --timeout allows more", output: "1\n2\n",
        arguments: ["--timeout", "1"]),
      Fault(
        testDescription: "endless body",
        answer: .init(raw: ok + "\r\n[1,\n2") { sender in
          while sender.send(String(repeating: " ", count: 1 << 16)) {}
        }, error: "the body is longer than 1000000 bytes", output: "1\n2\n",
        arguments: ["--max-bytes", "1000000"]),
      Fault(
        testDescription: "a megabyte of headers",
        answer: .init(
          raw: ok
            + String(repeating: "X: \(String(repeating: "x", count: 1_000))\r\n", count: 1_000)
            + "\r\n[1]"), error: "the header is longer than 262144 bytes"),
      Fault(
        testDescription: "a header of a megabyte",
        answer: .init(raw: ok + "X: \(String(repeating: "x", count: 1 << 20))\r\n\r\n[1]"),
        error: "a line of the header is too long"),
      Fault(testDescription: "no HTTP", answer: .init(raw: "[1]"), error: "the answer is not HTTP"),
      Fault(
        testDescription: "nothing at all", answer: .init(raw: ""),
        error: "the connection was closed without an answer"),
      Fault(
        testDescription: "a part of the body",
        answer: .init("[1]", status: 206), error: "206 Partial Content"),
      Fault(
        testDescription: "a range of bytes",
        answer: .init("[1]", status: 206, headers: ["Content-Range": "bytes 0-2/57"]),
        error: "206 Partial Content"),
      Fault(
        testDescription: "an unknown encoding",
        answer: .init("[1]", headers: ["Content-Encoding": "br"]),
        error: "the content encoding br is not supported"),
    ]

  @Test(arguments: faults) func faultsAreReportedInOneLine(_ fault: Fault) async throws {
    let server = try LocalServer { _ in fault.answer }
    let result = try await run(
      builtProgram("mocoa-tui"), ["--json"] + fault.arguments + [server.url()])
    #expect(result.status == .exited(1))
    #expect(
      result.errorText == "mocoa-tui: \(server.url()): \(fault.error) (127.0.0.1:\(server.port))\n")
    #expect(result.outputText == fault.output)
  }

  // PostgREST with a count answers so; there were no rows.
  @Test("34: a part of the rows is the first of several pages, by its number of rows")
  func aRangeOfRowsIsAPage() async throws {
    let server = try LocalServer { request in
      let isSecond = request.path.contains("offset=2")
      return .init(
        isSecond ? "[3]" : "[1,2]", status: 206,
        headers: ["Content-Range": isSecond ? "2-2/3" : "0-1/3"])
    }
    let program = try builtProgram("mocoa-tui")
    let first = try await run(program, ["--json", server.url()])
    #expect(first.outputText == "1\n2\n" && first.status == .exited(0))
    #expect(first.errorText.contains("has 2 of 3 rows (Content-Range)"), "\(first)")
    let all = try await run(program, ["--json", "--paging", "offset=offset", server.url()])
    #expect(all.outputText == "1\n2\n3\n" && all.status == .exited(0), "\(all)")
  }

  @Test(arguments: ["100 Continue", "103 Early Hints"])
  func interimAnswersAreSkipped(_ status: String) async throws {
    let server = try LocalServer { _ in
      .init(raw: "HTTP/1.1 \(status)\r\nLink: </x>\r\n\r\n\(Self.ok)Content-Length: 3\r\n\r\n[1]")
    }
    let result = try await run(builtProgram("mocoa-tui"), ["--json", server.url()])
    #expect(result.outputText == "1\n")
    #expect(result.status == .exited(0), "\(result.errorText)")
  }

  /// What follows is another protocol, which was not requested.
  @Test func aSwitchOfProtocolsIsAnError() async throws {
    let server = try LocalServer { _ in
      .init(raw: "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n[1]")
    }
    let result = try await run(builtProgram("mocoa-tui"), ["--json", server.url()])
    #expect(result.outputText.isEmpty && result.status == .exited(1))
    #expect(result.errorText.contains("101"), "\(result.errorText)")
  }

  @Test func slowBodyIsReadToItsEnd() async throws {
    let server = try LocalServer { _ in
      .init(raw: Self.ok + "Content-Length: 5\r\n\r\n") {
        $0.drip("[1,2]".map { "\($0)" }, every: 0.4)
      }
    }
    let result = try await run(
      builtProgram("mocoa-tui"), ["--json", "--timeout", "1", server.url()])
    #expect(result.outputText == "1\n2\n")
    #expect(result.status == .exited(0), "\(result.errorText)")
  }

  @Test func aBodyLongerThanItsLengthIsCutAndReported() async throws {
    let server = try LocalServer { _ in .init("[1,2]", headers: ["Content-Length": "3"]) }
    let result = try await run(builtProgram("mocoa-tui"), ["--json", server.url()])
    #expect(result.status == .exited(1))
    #expect(!result.errorText.isEmpty)
  }

  private func serveCompressed(
    _ text: String, cutting count: Int = 0, headers: [String: String] = [:]
  ) throws -> LocalServer {
    let bytes = Compressed.gzip(Array(text.utf8))
    return try LocalServer { _ in
      var answer = LocalServer.Answer(headers: headers)
      answer.body = Array(bytes.dropLast(count))
      return answer
    }
  }

  @Test(arguments: [["Content-Encoding": "gzip"], ["Content-Type": "application/gzip"]])
  func compressedBodiesAreRead(_ headers: [String: String]) async throws {
    let server = try serveCompressed("[1,\n2]", headers: headers)
    let result = try await run(builtProgram("mocoa-tui"), ["--json", server.url()])
    #expect(result.outputText == "1\n2\n")
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(server.requests.first?.headers["accept-encoding"] == "gzip, zstd")
  }

  @Test func aCompressedBodyThatIsCutIsReported() async throws {
    let server = try serveCompressed("1\n2\n", cutting: 4, headers: ["Content-Encoding": "gzip"])
    let result = try await run(builtProgram("mocoa-tui"), ["--json", server.url()])
    #expect(result.status == .exited(1))
    #expect(result.errorText.contains("ends too early"))
    #expect(result.outputText == "1\n2\n")
  }

  // defect S13
  @Test func theByteLimitCountsWhatIsDecompressed() async throws {
    let server = try serveCompressed("1\n2\n" + String(repeating: " ", count: 1 << 20))
    let result = try await run(
      builtProgram("mocoa-tui"), ["--json", "--max-bytes", "100000", server.url()])
    #expect(result.status == .exited(1))
    #expect(
      result.errorText == "mocoa-tui: \(server.url()): the body is longer than 100000 bytes\n")
  }

  // defect S17
  @Test func passwordsOfAddressesAreNotShown() async throws {
    let server = try LocalServer { request in
      request.path == "/" ? .init(#"{"items":[1],"next_url":"/2"}"#) : .init(status: 404)
    }
    let address = server.url("/", host: "me:secret@127.0.0.1")
    let result = try await run(
      builtProgram("mocoa-tui"), ["--json", "--follow-links", address])
    #expect(server.requests.allSatisfy { $0.headers["authorization"] != nil })
    #expect(result.status == .exited(1))
    #expect(!result.errorText.contains("secret") && !result.errorText.contains("me:"))
    let shown = server.url("/", host: "***@127.0.0.1")
    let missing = try await run(builtProgram("mocoa-tui"), ["--json", address + "2"])
    #expect(
      missing.errorText
        == "mocoa-tui: \(shown)2: 404 Not Found (127.0.0.1:\(server.port))\n")
    let terminal = try PseudoTerminal(
      running: builtProgram("mocoa-tui"), [address], columns: 120)
    let bytes = try await terminal.read("the status bar") { $0.text.contains("***@127.0.0.1") }
    terminal.write("q")
    let (_, rest) = try await terminal.readToEnd()
    #expect(!(bytes + rest).text.contains("secret"))
  }

  // defect P10
  @Test func aMissingProgramSaysWhatToInstall() async throws {
    let program = URL(filePath: try builtProgram("mocoa-tui")).resolvingSymlinksInPath()
    let folder = program.deletingLastPathComponent().appending(path: "alone-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let link = folder.appending(path: "mocoa-tui")
    try FileManager.default.linkItem(at: program, to: link)
    let result = try await run(
      link.path, ["--json", "http://127.0.0.1:1/"], environment: ["PATH": "/usr/bin:/bin"])
    #expect(result.status == .exited(1))
    #expect(
      result.errorText.hasPrefix(
        "mocoa-tui: http://127.0.0.1:1/: the program mocoa-fetch, which reads "
      ))
    #expect(result.errorText.contains("make install"))
  }
}
