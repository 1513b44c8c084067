import Foundation

/// A server for HTTPS on this machine, of `openssl`, with a certificate of its own.
///
/// It answers a path with the file of that name in its folder, which has the header of the answer
/// too. It ends when it is released.
package final class TLSServer {
  /// Where the certificate, the key and the answers are.
  let folder: URL

  /// The number of the port.
  package let port: Int

  private let process = Process()

  /// Makes a certificate for `localhost` and starts the server.
  ///
  /// - Parameter clientAuthority: A file with the certificate that a client must have.
  /// - Throws: `ProgramError`.
  package init(clientAuthority: String? = nil) async throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "tls-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try await Self.makeCertificate(in: folder)
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments =
      [
        "openssl", "s_server", "-accept", "127.0.0.1:0", "-cert", "cert.pem", "-key", "key.pem",
        "-HTTP",
      ] + (clientAuthority.map { ["-Verify", "1", "-verify_return_error", "-CAfile", $0] } ?? [])
    process.currentDirectoryURL = folder
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    // It says `ACCEPT 127.0.0.1:PORT` when it is ready.
    var answer = ""
    while !answer.contains(#/ACCEPT .*:\d+\n/#) {
      let more = output.fileHandleForReading.availableData
      guard !more.isEmpty else { throw ProgramError.notStarted("openssl", reason: answer) }
      answer += String(decoding: more, as: UTF8.self)
    }
    let digits = answer.split(separator: ":").last?.prefix { $0.isNumber }
    guard let port = digits.flatMap({ Int($0) }) else {
      throw ProgramError.notStarted("openssl", reason: answer)
    }
    self.port = port
  }

  deinit {
    // The one signal that it cannot ignore.
    kill(process.processIdentifier, SIGKILL)
    try? FileManager.default.removeItem(at: folder)
  }

  /// The identifier of the server's process, which a test may kill.
  package var identifier: Int32 { process.processIdentifier }

  /// The path of the server's certificate.
  package var certificate: String { folder.appending(path: "cert.pem").path }

  /// The path of the key of the certificate.
  package var key: String { folder.appending(path: "key.pem").path }

  /// The address of a path.
  package func url(_ path: String = "/") -> String { "https://localhost:\(port)\(path)" }

  /// The path of the file, or pipe, with which the server answers a name.
  package func path(of name: String) -> String { folder.appending(path: name).path }

  /// Makes a path answer with bytes, the header among them.
  package func serve(_ text: String, at name: String) throws {
    try text.write(toFile: path(of: name), atomically: true, encoding: .utf8)
  }

  private static func makeCertificate(in folder: URL) async throws {
    let made = try await run(
      "openssl",
      [
        "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "key.pem", "-out", "cert.pem",
        "-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost",
      ], directory: folder.path)
    guard made.status == .exited(0) else {
      throw ProgramError.notStarted("openssl", reason: made.errorText)
    }
  }
}
