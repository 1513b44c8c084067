import Foundation
import MocoaTestSupport
import Testing

@testable import MocoaEngines
@testable import MocoaFeed

/// A server of PostgreSQL with a database of its own, for one test.
final class PostgresServer: Sendable {
  /// The address of the database.
  let address: String
  private let folder: String
  private let process: InteractiveProgram

  /// The folder of the server's programs; nil where they are not installed, or cannot be run.
  static let programs: String? = {
    let versions =
      (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")) ?? []
    guard let version = versions.max(by: { $0.compare($1, options: .numeric) == .orderedAscending })
    else { return nil }
    // The server does not run as root, and its user must be able to use the usual devices.
    let test = Process()
    test.executableURL = URL(fileURLWithPath: "/bin/sh")
    test.arguments = ["-c", (user + ["sh", "-c", "': < /dev/null'"]).joined(separator: " ")]
    test.standardError = FileHandle.nullDevice
    guard (try? test.run()) != nil else { return nil }
    test.waitUntilExit()
    return test.terminationStatus == 0 ? "/usr/lib/postgresql/\(version)/bin" : nil
  }()

  private static let user =
    getuid() == 0 ? ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups"] : []

  /// Starts a server, and runs statements with a line each.
  init(_ script: String = "") async throws {
    let programs = try #require(Self.programs)
    folder = "/tmp/mocoa-\(UUID().uuidString.prefix(13))"
    address = "postgres:///postgres?host=\(folder)&user=postgres"
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o777])
    chmod(folder, 0o777)
    let user = Self.user.joined(separator: " ")
    let made = try await MocoaTestSupport.run(
      "sh",
      [
        "-c",
        "\(user) \(programs)/initdb -D \(folder)/d -U postgres -A trust -N -E UTF8 --locale=C",
      ], environment: ["HOME": folder], directory: folder)
    try #require(made.status == .exited(0), "\(made.errorText)")
    process = try InteractiveProgram([
      "sh", "-c", "exec \(user) \(programs)/postgres -D \(folder)/d -h '' -k \(folder) -F",
    ])
    let library = try PostgresLibrary()
    let deadline = ContinuousClock.now + .seconds(15)
    while (try? PostgresConnection(library, address: address)) == nil {
      try #require(ContinuousClock.now < deadline, "\(process.readDiagnostics())")
      try await Task.sleep(for: .milliseconds(20))
    }
    try run(script)
  }

  deinit {
    // Asked to terminate, it would wait for its clients.
    let file = try? String(contentsOfFile: "\(folder)/d/postmaster.pid", encoding: .utf8)
    if let pid = file?.split(separator: "\n").first.flatMap({ pid_t($0) }) { kill(pid, SIGINT) }
    try? FileManager.default.removeItem(atPath: folder)
  }

  func run(_ script: String) throws {
    let connection = try PostgresConnection(PostgresLibrary(), address: address)
    try connection.run("set default_transaction_read_only = off") { _ in true }
    for line in script.split(separator: "\n") { try connection.run(String(line)) { _ in true } }
  }

  /// A feed of a table or query whose rows have been counted.
  @MainActor func feed(
    _ table: String, query: String? = nil, options: FeedOptions = FeedOptions()
  ) throws -> Feed {
    let source = try #require(EngineSource("\(address)&table=\(table)"))
    let feed = try Feed(
      query.map { try source.origin(ofQuery: $0) } ?? source.origin(), options: options)
    #expect(feed.wait(forRows: .max, timeout: .seconds(20)))
    if let error = feed.status.error { throw error }
    return feed
  }
}
