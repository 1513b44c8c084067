import Foundation
import MocoaTestSupport
import Synchronization
import Testing

@Suite struct FetchTests {
  private func fetch(_ arguments: [String]) async throws -> ProgramResult {
    try await run(builtProgram("mocoa-fetch"), arguments, timeout: .seconds(60))
  }

  @Test func theBodyIsWritten() async throws {
    let server = try LocalServer { _ in .init("[1,2]") }
    let result = try await fetch([server.url("/a?b=c")])
    #expect(result.status == .exited(0))
    #expect(result.outputText == "[1,2]")
    #expect(result.errorText == "")
    #expect(server.requests.map(\.path) == ["/a?b=c"])
    #expect(server.requests[0].headers["accept"]?.hasPrefix("application/json") == true)
  }

  struct Fault: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var answer: LocalServer.Answer
    var error: String
    var arguments: [String] = []
  }

  @Test(arguments: [
    Fault(
      testDescription: "missing", answer: .init("<html>", status: 404),
      error: "404 Not Found (HOST)"),
    Fault(
      testDescription: "broken", answer: .init(status: 500),
      error: "500 Internal Server Error (HOST)"),
    Fault(
      testDescription: "reason", answer: .init("no such\ntable\n", status: 404),
      error: "no such table (HOST)", arguments: ["--error-text"]),
    Fault(
      testDescription: "no reason", answer: .init(" ", status: 500),
      error: "500 Internal Server Error (HOST)", arguments: ["--error-text"]),
    Fault(
      testDescription: "half", answer: .init("[1,", headers: ["Content-Length": "100"]),
      error: "transfer closed with 97 bytes remaining to read (HOST)"),
    Fault(
      testDescription: "two lengths",
      answer: .init(
        raw: "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 1\r\n\r\n[1]"),
      error: "the headers Content-Length differ: 1 and 3 (HOST)"),
    Fault(
      testDescription: "half a header", answer: .init(raw: "HTTP/1.1 200 OK\r\nContent-Ty"),
      error: "the connection was closed in the header (HOST)"),
    Fault(
      testDescription: "nothing", answer: .init(headers: ["Content-Length": "9"], staysOpen: true),
      error: "no data for 1 second; --timeout allows more (HOST)", arguments: ["--timeout", "1"]),
    Fault(
      testDescription: "long", answer: .init(String(repeating: "x", count: 5_000)),
      error: "the body is longer than 4096 bytes (HOST)", arguments: ["--limit", "4096"]),
    Fault(
      testDescription: "circle", answer: .init(status: 302, headers: ["Location": "/"]),
      error: "more than 3 redirects (HOST)", arguments: ["--max-redirects", "3"]),
    Fault(
      testDescription: "elsewhere",
      answer: .init(status: 302, headers: ["Location": "file:///etc/passwd"]),
      error: "redirected to an address of 'file', not http or https (HOST)"),
  ]) func faultsAreOneLine(_ fault: Fault) async throws {
    let server = try LocalServer { _ in fault.answer }
    let result = try await fetch([server.url()] + fault.arguments)
    #expect(result.status == .exited(1))
    let expected = fault.error.replacing("HOST", with: "127.0.0.1:\(server.port)")
    #expect(result.errorText == expected + "\n")
  }

  @Test func aHostThatIsNotThereIsAnError() async throws {
    let port = try LocalServer { _ in .init() }.port
    let result = try await fetch(["http://127.0.0.1:\(port)/"])
    #expect(result.status == .exited(1))
    #expect(
      result.errorText == "the host cannot be reached: Connection refused (127.0.0.1:\(port))\n")
  }

  @Test(arguments: ["ftp://example.com/", "example.com", "http://", "file:///etc/passwd"])
  func otherAddressesAreRefused(_ address: String) async throws {
    let result = try await fetch([address])
    #expect(result.status == .exited(1))
    #expect(result.errorText == "not an address with http:// or https://\n")
  }

  @Test func headersComeFromFilesInputAndArguments() async throws {
    let server = try LocalServer { _ in .init("[]") }
    let file = FileManager.default.temporaryDirectory.appending(path: "headers-\(UUID())")
    defer { try? FileManager.default.removeItem(at: file) }
    try "# secret\nX-File: 2\n\n".write(to: file, atomically: true, encoding: .utf8)
    _ = try await run(
      builtProgram("mocoa-fetch"),
      [server.url(), "--header", "X-Line: 3", "--header-file", file.path, "--header-file=-"],
      input: Array("Authorization: Bearer 1".utf8))
    let headers = try #require(server.requests.first).headers
    #expect(headers["authorization"] == "Bearer 1")
    #expect(headers["x-file"] == "2")
    #expect(headers["x-line"] == "3")
  }

  @Test func credentialsStayWithTheirHost() async throws {
    let other = try LocalServer { _ in .init("[1]") }
    let target = other.url("/moved", host: "localhost")
    let server = try LocalServer { request in
      switch request.path {
      case "/near": .init(status: 302, headers: ["Location": "/there"])
      case "/far": .init(status: 307, headers: ["Location": target])
      default: .init("[2]")
      }
    }
    let secret = ["--header", "Authorization: Bearer 1", "--header", "Cookie: a=b"]
    let near = try await fetch([server.url("/near")] + secret)
    #expect(near.outputText == "[2]")
    #expect(server.requests.last?.headers["authorization"] == "Bearer 1")
    let far = try await fetch([server.url("/far")] + secret)
    #expect(far.outputText == "[1]")
    let origin = other.url("", host: "localhost")
    #expect(
      far.errorText == "the headers are for \(server.url("")) and were not sent to \(origin)\n")
    let headers = try #require(other.requests.first).headers
    #expect(headers["authorization"] == nil)
    #expect(headers["cookie"] == nil)
    #expect(headers["accept"]?.hasPrefix("application/json") == true)
  }

  @Test("17: headers are not sent to an address that another origin has chosen")
  func headersAreNotSentAgain() async throws {
    let back = Mutex("")
    let other = try LocalServer { _ in
      .init(status: 302, headers: ["Location": back.withLock { $0 }])
    }
    let target = other.url("/away", host: "localhost")
    let server = try LocalServer { request in
      request.path == "/start" ? .init(status: 302, headers: ["Location": target]) : .init("[2]")
    }
    back.withLock { $0 = server.url("/chosen") }
    let secret = ["--header", "Authorization: Bearer 1"]
    let result = try await fetch([server.url("/start")] + secret)
    #expect(result.outputText == "[2]")
    #expect(server.requests.map(\.path) == ["/start", "/chosen"])
    #expect(server.requests.first?.headers["authorization"] == "Bearer 1")
    #expect(server.requests.last?.headers["authorization"] == nil)
    let end = "were not sent to the address there that another origin redirected to\n"
    #expect(result.errorText.hasSuffix(end), "\(result.errorText)")
    #expect(result.errorText.split(separator: "\n").count == 2)
  }

  @Test func headersAreForOneOrigin() async throws {
    let server = try LocalServer { _ in .init("[1]") }
    let secret = ["--header", "Authorization: Bearer 1"]
    _ = try await fetch([server.url(), "--origin", server.url("/first")] + secret)
    #expect(server.requests.last?.headers["authorization"] == "Bearer 1")
    for origin in [server.url("", host: "localhost"), "http://127.0.0.1", "https://127.0.0.1:1"] {
      let result = try await fetch([server.url(), "--origin", origin] + secret)
      #expect(server.requests.last?.headers["authorization"] == nil, "\(origin)")
      #expect(result.errorText.contains("not sent to \(server.url(""))\n"), "\(origin)")
    }
  }

  @Test func onlyWhatIsNewIsSent() async throws {
    let server = try LocalServer { request in
      request.headers["if-none-match"] == "\"1\""
        ? .init(status: 304) : .init("[1]", headers: ["ETag": "\"1\""])
    }
    let result = try await fetch([server.url(), "--if-none-match", "\"1\""])
    #expect(result.status == .exited(0))
    #expect(result.outputText == "")
    let other = try await fetch([server.url(), "--if-none-match", "\"0\""])
    #expect(other.outputText == "[1]")
  }

  @Test func theStatusAndTheHeadersGoToTheThirdDescriptor() async throws {
    let server = try LocalServer { _ in .init("[1]", headers: ["ETag": "\"7\""]) }
    let program = try builtProgram("mocoa-fetch")
    let result = try await run(
      "/bin/sh", ["-c", "\"$0\" \"$1\" 3>&1 >/dev/null", program, server.url("/x")])
    let lines = result.outputText.split(separator: "\n")
    #expect(lines.first == "200 \(server.url("/x"))")
    #expect(lines.contains { $0.lowercased() == "etag: \"7\"" })
  }

  // defect S12
  @Test(arguments: [301, 302, 303, 307, 308])
  func redirectsKeepOrDropTheDataAsTheirStatusSays(_ status: Int) async throws {
    let server = try LocalServer { request in
      request.path == "/"
        ? .init(status: status, headers: ["Location": "there"])
        : .init("\(request.method) \(request.path) \(request.body)")
    }
    let result = try await fetch([server.url(), "--data", "[1]"])
    #expect(result.outputText == (status < 304 ? "GET /there " : "POST /there [1]"))
  }

  @Test func dataAreNotSentToAnotherOrigin() async throws {
    let other = try LocalServer { _ in .init("[1]") }
    let server = try LocalServer { _ in
      .init(status: 307, headers: ["Location": other.url()])
    }
    let result = try await fetch([server.url(), "--data", "[1]"])
    #expect(result.status == .exited(1))
    #expect(other.requests.isEmpty)
    #expect(
      result.errorText.hasPrefix("the data is not sent to \(other.url("")), another origin ("))
  }

  @Test func methodsThatChangeSomethingAreNotSentToAnotherOrigin() async throws {
    let other = try LocalServer { _ in .init("[1]") }
    let server = try LocalServer { _ in
      .init(status: 302, headers: ["Location": other.url()])
    }
    let result = try await fetch([server.url(), "--method", "DELETE"])
    #expect(result.status == .exited(1) && other.requests.isEmpty)
    #expect(result.errorText.hasPrefix("DELETE is not sent to \(other.url("")), another origin ("))
    #expect(try await fetch([server.url(), "--method", "GET"]).outputText == "[1]")
  }

  // defect S2
  @Test func userNameAndPasswordBelongToTheirOrigin() async throws {
    let other = try LocalServer { _ in .init("[1]") }
    let server = try LocalServer { request in
      request.path == "/far"
        ? .init(status: 302, headers: ["Location": other.url("/", host: "u:p@127.0.0.1")])
        : .init("[2]")
    }
    let home = FileManager.default.temporaryDirectory.appending(path: "home-\(UUID())")
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: home) }
    try "machine 127.0.0.1 login me password it\n".write(
      to: home.appending(path: ".netrc"), atomically: true, encoding: .utf8)
    func authorization(_ address: String, home: String = "/dev/null/none") async throws -> String? {
      let result = try await run(
        builtProgram("mocoa-fetch"), [address], environment: ["HOME": home])
      #expect(result.status == .exited(0), "\(result.errorText)")
      return server.requests.last?.headers["authorization"]
    }
    #expect(try await authorization(server.url()) == nil)
    let given = server.url("/far", host: "a%40b:c%3Ad@127.0.0.1")
    #expect(try await authorization(given) == "Basic " + Data("a@b:c:d".utf8).base64EncodedString())
    let stored = try await authorization(server.url("/far"), home: home.path)
    #expect(stored == "Basic " + Data("me:it".utf8).base64EncodedString())
    #expect(other.requests.count == 2)
    #expect(other.requests.allSatisfy { $0.headers["authorization"] == nil })
  }

  @Test func addressesMayHaveLettersOfAllKinds() async throws {
    let server = try LocalServer { _ in .init("[1]") }
    let address = server.url("/a b/ü?q=ü%20x").replacing("http", with: "HTTP")
    let result = try await fetch([address])
    #expect(result.outputText == "[1]")
    #expect(server.requests.map(\.path) == ["/a%20b/%C3%BC?q=%C3%BC%20x"])
  }

  // defect S13
  @Test func aReaderThatRestsStopsTheServer() async throws {
    let sent = Mutex(0)
    let server = try LocalServer { _ in
      .init(raw: "HTTP/1.1 200 OK\r\n\r\n") { sender in
        let block = [UInt8](repeating: 0x20, count: 1 << 16)
        while sender.send(block) { sent.withLock { $0 += block.count } }
      }
    }
    // The reader looks at the memory of the other program when no more is sent.
    let script = """
      "$0" "$1" 3>&- | {
        read -r -n 1 first
        sleep 3
        for file in /proc/[0-9]*/cmdline; do
          if tr '\\0' ' ' <$file 2>/dev/null | grep -qF "$0 $1 "; then
            grep VmHWM ${file%cmdline}status
          fi
        done
      }
      """
    let result = try await run(
      "/bin/bash", ["-c", script, builtProgram("mocoa-fetch"), server.url()])
    let peaks = result.outputText.split(separator: "\n").compactMap {
      Int($0.split(separator: " ").dropFirst().first ?? "")
    }
    #expect(peaks.count >= 1, "\(result)")
    // The debug program and the pages of libraries included.
    #expect(peaks.allSatisfy { $0 < 40_000 }, "\(peaks) kB")
    #expect(sent.withLock { $0 } < 20 << 20)
  }
}
