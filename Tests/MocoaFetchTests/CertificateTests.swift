import Foundation
import MocoaTestSupport
import Testing

/// A server whose certificate no authority has signed; `openssl` makes it when the test runs.
@Suite struct CertificateTests {
  private static let rows = "HTTP/1.0 200 OK\r\nContent-Length: 3\r\n\r\n[1]"

  private func fetch(_ arguments: [String]) async throws -> ProgramResult {
    try await run(builtProgram("mocoa-fetch"), arguments)
  }

  @Test func anUnknownAuthorityIsRefusedUnlessItIsNamed() async throws {
    let server = try await TLSServer()
    try server.serve(Self.rows, at: "rows")
    let refused = try await fetch([server.url("/rows")])
    #expect(refused.status == .exited(1))
    #expect(refused.outputText == "")
    #expect(refused.errorText.hasPrefix("the certificate cannot be verified: "))
    #expect(refused.errorText.hasSuffix("(localhost:\(server.port))\n"))
    let trusted = try await fetch([server.url("/rows"), "--cacert", server.certificate])
    #expect(trusted.outputText == "[1]", "\(trusted.errorText)")
    #expect(trusted.status == .exited(0))
  }

  @Test func aRedirectToPlainTextIsRefused() async throws {
    let plain = try LocalServer { _ in .init("[2]") }
    let server = try await TLSServer()
    try server.serve(
      "HTTP/1.0 302 Found\r\nLocation: \(plain.url())\r\nContent-Length: 0\r\n\r\n", at: "down")
    let result = try await fetch([server.url("/down"), "--cacert", server.certificate])
    #expect(result.status == .exited(1))
    #expect(
      result.errorText
        == "redirected from https to \(plain.url("")), which is refused "
        + "(localhost:\(server.port))\n"
    )
    #expect(plain.requests.isEmpty)
  }

  @Test func aClientCertificateIdentifiesTheUser() async throws {
    let client = try await TLSServer()
    let server = try await TLSServer(clientAuthority: client.certificate)
    try server.serve(Self.rows, at: "rows")
    let arguments = [server.url("/rows"), "--cacert", server.certificate]
    #expect(try await fetch(arguments).status == .exited(1))
    let result = try await fetch(
      arguments + ["--cert", client.certificate, "--key", client.key])
    #expect(result.outputText == "[1]", "\(result.errorText)")
  }

  @Test("A13: a body without a length that is cut is an error")
  func cutBody() async throws {
    let server = try await TLSServer()
    try server.serve(
      "HTTP/1.0 200 OK\r\n\r\n" + String(repeating: "[1]\n", count: 1 << 24), at: "rows")
    let result = try await run(
      "/bin/sh",
      [
        "-c",
        """
        { "$1" --cacert "$2" "$3"; echo "status $?" >&2; } | {
          head -c 10 >/dev/null; kill -9 $4; cat >/dev/null
        }
        """, "sh", try builtProgram("mocoa-fetch"), server.certificate, server.url("/rows"),
        "\(server.identifier)",
      ], timeout: .seconds(30))
    #expect(
      result.errorText
        == "the connection was closed before the body was complete (localhost:\(server.port))\n"
        + "status 1\n")
  }

  @Test("A13: a body without a length that is closed is complete")
  func closedBody() async throws {
    let server = try await TLSServer()
    try server.serve("HTTP/1.0 200 OK\r\n\r\n[1]", at: "rows")
    let result = try await fetch([server.url("/rows"), "--cacert", server.certificate])
    #expect(result.outputText == "[1]" && result.status == .exited(0), "\(result.errorText)")
  }
}
