import Foundation
import MocoaTestSupport
import Testing

/// A host whose certificate nobody vouches for; made by `openssl` when the test runs.
@Suite struct CertificateTests {
  @Test func aCertificateThatNobodyVouchesForIsRefused() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "tls-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let made = try await run(
      "openssl",
      [
        "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "key.pem", "-out", "cert.pem",
        "-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost",
      ], directory: folder.path)
    try #require(made.status == .exited(0), "\(made.errorText)")
    let server = try TLSServer(folder)
    defer { server.stop() }
    let url = "https://localhost:\(server.port)/"
    // The server is a good one for who knows the certificate.
    let known = try await run(
      "openssl",
      [
        "s_client", "-connect", "localhost:\(server.port)", "-CAfile", "cert.pem",
        "-verify_return_error",
      ],
      directory: folder.path)
    #expect(known.status == .exited(0), "\(known.errorText)")
    let result = try await run(builtProgram("mocoa-fetch"), [url])
    #expect(result.status == .exited(1))
    #expect(result.outputText == "")
    #expect(result.errorText.contains("certificate"))
    #expect(result.errorText.hasSuffix("(localhost:\(server.port))\n"))
  }
}

/// A server for HTTPS with the key and the certificate of a folder.
private final class TLSServer {
  let port: Int
  private let process = Process()

  init(_ folder: URL) throws {
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "openssl", "s_server", "-accept", "127.0.0.1:0", "-cert", "cert.pem", "-key", "key.pem",
      "-www",
    ]
    process.currentDirectoryURL = folder
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    // It says `ACCEPT 127.0.0.1:PORT` when it is ready.
    var said = ""
    while !said.contains(#/ACCEPT .*:\d+\n/#) {
      let more = output.fileHandleForReading.availableData
      try #require(!more.isEmpty, "The server has ended: \(said)")
      said += String(decoding: more, as: UTF8.self)
    }
    let digits = said.split(separator: ":").last?.prefix { $0.isNumber }
    port = try #require(digits.flatMap { Int($0) })
  }

  /// Ends the server by the one signal that it cannot have inherited a deaf ear for.
  func stop() {
    kill(process.processIdentifier, SIGKILL)
  }
}
