import MocoaTUI
import MocoaTestSupport
import Synchronization
import Testing

/// Rows from a server, and what servers do wrong.
@Suite struct AddressTests {
  private func printed(_ arguments: [String]) async throws -> ProgramResult {
    try await run(builtProgram("mocoa-tui"), arguments)
  }

  @Test func anAddressIsAFeed() async throws {
    let server = try LocalServer { request in
      LocalServer.Answer(#"[{"a":"\#(request.headers["x-key"] ?? "none")"}]"#)
    }
    let headers = try TemporaryFile("X-Key: secret\n", named: "headers")
    let plain = try await printed(["--csv", server.url()])
    #expect(plain.outputText == "a\r\nnone\r\n" && plain.status == .exited(0))
    let given = try await printed(["--csv", "--header", "X-Key: open", server.url()])
    #expect(given.outputText == "a\r\nopen\r\n")
    let hidden = try await printed(["--csv", "--header-file", headers.path, server.url()])
    #expect(hidden.outputText == "a\r\nsecret\r\n")
  }

  @Test func allPagesArePrinted() async throws {
    let server = try LocalServer { request in
      let query = request.path.split(separator: "?").last ?? ""
      switch query {
      // What follows the last page of links is in none of its members.
      case "p=2" where request.path.hasPrefix("/last"): return .init(#"{"items":[{"id":3}]}"#)
      case "p=2": return .init(#"{"items":[{"id":3}],"next":"x"}"#)
      case "p=3": return .init(#"{"items":[],"next":null}"#)
      case "c=n1": return .init(#"{"items":[{"id":3}],"next":""}"#)
      case "o=2": return .init(#"{"items":[{"id":3}]}"#)
      case "o=3": return .init(#"{"items":[]}"#)
      default:
        return .init(
          #"{"items":[{"id":1},{"id":2}],"next":"n1"}"#,
          headers: request.path.hasPrefix("/linked") ? ["Link": "</last?p=2>; rel=\"next\""] : [:])
      }
    }
    for (path, arguments) in [
      ("/", ["--paging", "page=p"]), ("/", ["--paging", "offset=o"]),
      ("/", ["--paging", "cursor=c:/next"]), ("/linked", ["--follow-links"]),
    ] {
      let result = try await printed(["--csv", "--columns", "id"] + arguments + [server.url(path)])
      #expect(result.outputText == "id\r\n1\r\n2\r\n3\r\n", "\(arguments)")
      #expect(result.status == .exited(0), "\(arguments): \(result.errorText)")
      let explained = try await printed(["--explain"] + arguments + [server.url(path)])
      #expect(explained.outputText.hasPrefix("Of several pages, the first one:\n"))
      #expect(explained.outputText.contains("2 rows"), "\(explained.outputText)")
    }
  }

  @Test("18: errors and titles do not show secret parameters")
  func secretParametersAreNotShown() async throws {
    let server = try LocalServer { request in
      if request.path.hasPrefix("/1") {
        return .init(#"[{"id":1}]"#, headers: ["Link": "</2?sig=s3cret>; rel=\"next\""])
      }
      return request.path.hasPrefix("/ok") ? .init(#"[{"id":1}]"#) : .init(status: 500)
    }
    let one = try await printed(["--json", server.url("/x?a=1&token=s3cret")])
    #expect(one.errorText.contains("/x?a=1&token=***: 500"), "\(one.errorText)")
    let pages = try await printed(["--json", "--follow-links", server.url("/1?api_key=s3cret")])
    #expect(pages.errorText.contains("/2?sig=***: 500"), "\(pages.errorText)")
    #expect(pages.status == .exited(1) && !pages.errorText.contains("s3cret"))
    let terminal = try await TmuxTerminal(
      running: [
        builtProgram("mocoa-tui"), "--fresh", server.url("/ok?token=s3cret"), server.url("/ok?a=1"),
      ], columns: 100, rows: 12)
    try await terminal.wait(for: "the rows") { $0.contains("/ok?a=1") }
    let screen = try await terminal.screen()
    #expect(screen.contains("token=***") && !screen.contains("s3cret"), "\(screen)")
  }

  // defect S2
  @Test func pagesOfAnotherOriginGetNoCredentials() async throws {
    let other = try LocalServer { _ in .init(#"{"items":[{"id":2}]}"#) }
    let target = other.url("/2")
    let server = try LocalServer { request in
      switch request.path {
      case "/linked":
        .init(#"{"items":[{"id":1}]}"#, headers: ["Link": "<\(target)>; rel=\"next\""])
      case "/moved":
        .init(#"{"items":[{"id":1}]}"#, headers: ["Link": "</away>; rel=\"next\""])
      case "/away": .init(status: 302, headers: ["Location": target])
      default: .init(#"{"items":[{"id":1}],"next_url":"\#(target)"}"#)
      }
    }
    let file = try TemporaryFile("X-File: secret\n", named: "headers")
    for path in ["/", "/linked", "/moved"] {
      let result = try await run(
        builtProgram("mocoa-tui"),
        [
          "--csv", "--follow-links", "--header", "Authorization: Bearer 1", "--header-file",
          file.path,
          server.url(path),
        ], environment: ["MOCOA_HEADERS": "X-Variable: secret"])
      #expect(result.outputText == "id\r\n1\r\n2\r\n")
      for name in ["authorization", "x-file", "x-variable"] {
        #expect(server.requests.last?.headers[name] != nil, "\(path) \(name)")
        #expect(other.requests.last?.headers[name] == nil, "\(path) \(name)")
      }
      #expect(
        result.errorText
          == "mocoa-tui: \(server.url(path)): the headers are for \(server.url("")) and were not "
          + "sent to \(other.url(""))\n")
      #expect(result.status == .exited(0))
    }
  }

  // A page of another origin chose the address to which the headers were sent.
  @Test("34: a page of another origin links to no address that gets the headers")
  func linksBackGetNoCredentials() async throws {
    let back = Mutex("")
    let other = try LocalServer { _ in
      .init("[{\"id\":2}]", headers: ["Link": "<\(back.withLock { $0 })>; rel=\"next\""])
    }
    let target = other.url("/2")
    let server = try LocalServer { request in
      switch request.path {
      case "/chosen": .init("[{\"id\":3}]", headers: ["Link": "</last>; rel=\"next\""])
      case "/last": .init("[{\"id\":4}]")
      case "/away": .init(status: 302, headers: ["Location": target])
      case "/moved": .init("[{\"id\":1}]", headers: ["Link": "</away>; rel=\"next\""])
      default: .init("[{\"id\":1}]", headers: ["Link": "<\(target)>; rel=\"next\""])
      }
    }
    back.withLock { $0 = server.url("/chosen") }
    for path in ["/", "/moved"] {
      let result = try await run(
        builtProgram("mocoa-tui"),
        ["--csv", "--follow-links", "--header", "Authorization: Bearer 1", server.url(path)])
      #expect(result.outputText == "id\r\n1\r\n2\r\n3\r\n4\r\n")
      for request in server.requests {
        let isChosen = ["/chosen", "/last"].contains(request.path)
        #expect((request.headers["authorization"] == nil) == isChosen, "\(request.path)")
      }
      #expect(result.errorText.contains("were not sent to"))
    }
  }

  // defect S2
  @Test func commandsDoNotInheritCredentials() async throws {
    let result = try await run(
      builtProgram("mocoa-tui"),
      ["--csv", "--", "sh", "-c", #"echo "[{\"a\":\"$MOCOA_HEADERS\"}]""#],
      environment: ["MOCOA_HEADERS": "X-Variable: secret"])
    #expect(result.outputText == "a\r\n\"\"\r\n" || result.outputText == "a\r\n\r\n")
  }

  @Test func serverErrorsAreReported() async throws {
    let server = try LocalServer { request in
      switch request.path {
      case "/404": .init("<h1>no</h1>", status: 404)
      case "/500": .init("", status: 500)
      case "/html": .init("<!DOCTYPE html><p>hello", headers: ["Content-Type": "text/html"])
      case "/half": .init(#"[{"a":1},{"a":2},"#, headers: ["Content-Length": "1000"])
      case "/silent": .init("", headers: ["Content-Length": "10"], staysOpen: true)
      case "/loop": .init("", status: 302, headers: ["Location": "/loop"])
      default: .init("[" + String(repeating: "1,", count: 5_000) + "1]")
      }
    }
    for (path, arguments, sentence) in [
      ("/404", [], "404 Not Found (127.0.0.1"), ("/500", [], "500 Internal Server Error"),
      ("/html", [], "these are lines of text, not JSON (found '<'"), ("/half", [], "(127.0.0.1:"),
      ("/silent", ["--timeout", "1"], "no data for 1 second"),
      ("/loop", [], "more than 10 redirects"),
      ("/long", ["--max-bytes", "1000"], "longer than 1000 bytes"),
    ] {
      let result = try await printed(["--json"] + arguments + [server.url(path)])
      #expect(result.status == .exited(1), "\(path)")
      #expect(result.errorText.hasPrefix("mocoa-tui: http://127.0.0.1:"), "\(path)")
      #expect(result.errorText.contains(sentence), "\(path): \(result.errorText)")
      if path == "/half" { #expect(result.outputText == "{\"a\":1}\n{\"a\":2}\n") }
    }
  }

  @Test func aServerThatRefusesLeavesTheTerminalAsItWas() async throws {
    let server = try LocalServer { _ in .init("", status: 404) }
    let terminal = try PseudoTerminal(running: builtProgram("mocoa-tui"), [server.url("/x")])
    let (status, bytes) = try await terminal.readToEnd()
    #expect(status == .exited(1))
    #expect(bytes.text.contains("404 Not Found"))
    #expect(terminal.settings == terminal.initialSettings)
    #expect(TerminalModes(in: bytes).leftBehind == [])
  }
}
