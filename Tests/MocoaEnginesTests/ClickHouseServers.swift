import Foundation
import MocoaTestSupport
import Testing

@testable import MocoaEngines
@testable import MocoaFeed

/// Two servers of ClickHouse on loopback, which are the shards `two`, for one test, or a database of
/// its own on those of a suite.
final class ClickHouseServers: @unchecked Sendable {
  /// The servers of the suite that runs.
  @TaskLocal static var shared: ClickHouseServers?

  /// The addresses of the databases.
  let addresses: [String]
  private let database: String
  private let folder: String
  private let ports: [(http: Int, tcp: Int)]
  private var processes: [InteractiveProgram?] = [nil, nil]
  /// The servers, if these are a database on them.
  private let owner: ClickHouseServers?

  static let isInstalled =
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/clickhouse-server")
    }

  /// Starts the servers, and runs statements with a line each on both.
  init(_ script: String = "") async throws {
    folder = "/tmp/mocoa-\(UUID().uuidString.prefix(13))"
    let ports = (0..<2).map { _ in (http: Self.freePort(), tcp: Self.freePort()) }
    self.ports = ports
    database = "default"
    owner = nil
    addresses = ports.map { "clickhouse://127.0.0.1:\($0.http)/default" }
    for number in 0..<2 {
      try configure(number)
      try launch(number)
    }
    for number in 0..<2 { try await start(number) }
    try await run(script)
  }

  private init(_ database: String, on servers: ClickHouseServers) {
    folder = servers.folder
    ports = servers.ports
    owner = servers
    self.database = database
    addresses = ports.map { "clickhouse://127.0.0.1:\($0.http)/\(database)" }
  }

  /// Makes a database on the servers of the suite, and runs statements with a line each on both.
  static func database(_ script: String = "") async throws -> ClickHouseServers {
    let servers = try #require(shared)
    let name = "d\(UInt64.random(in: 0...(.max)))"
    try await servers.run("create database \(name)")
    let database = ClickHouseServers(name, on: servers)
    try await database.run(script)
    return database
  }

  deinit {
    guard owner == nil else { return }
    for process in processes { process?.stop() }
    try? FileManager.default.removeItem(atPath: folder)
  }

  private static func freePort() -> Int {
    let (descriptor, port) = boundSocket()
    close(descriptor)
    return port
  }

  /// A socket that is bound to a free port on loopback.
  static func boundSocket() -> (descriptor: CInt, port: Int) {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = bind(descriptor, $0, length)
        _ = getsockname(descriptor, $0, &length)
      }
    }
    return (descriptor, Int(UInt16(bigEndian: address.sin_port)))
  }

  private func configure(_ number: Int) throws {
    let place = "\(folder)/\(number)"
    try FileManager.default.createDirectory(atPath: "\(place)/d", withIntermediateDirectories: true)
    let shards = ports.map {
      "<shard><replica><host>127.0.0.1</host><port>\($0.tcp)</port></replica></shard>"
    }
    let local = "<networks><ip>127.0.0.1</ip></networks><quota>default</quota>"
    try """
    <yandex><logger><level>error</level><errorlog>\(place)/log</errorlog></logger>
    <http_port>\(ports[number].http)</http_port><tcp_port>\(ports[number].tcp)</tcp_port>
    <listen_host>127.0.0.1</listen_host><path>\(place)/d/</path><tmp_path>\(place)/t/</tmp_path>
    <users_config>users.xml</users_config><default_profile>default</default_profile>
    <default_database>default</default_database><mark_cache_size>100000000</mark_cache_size>
    <remote_servers><two>\(shards.joined())</two></remote_servers></yandex>
    """.write(toFile: "\(place)/config.xml", atomically: true, encoding: .utf8)
    try """
    <yandex><profiles><default/><reader><readonly>1</readonly></reader></profiles>
    <quotas><default/></quotas><users>
    <default><password></password>\(local)<profile>default</profile></default>
    <eve><password>se:cret</password>\(local)<profile>reader</profile></eve>
    </users></yandex>
    """.write(toFile: "\(place)/users.xml", atomically: true, encoding: .utf8)
  }

  private func launch(_ number: Int) throws {
    processes[number] = try InteractiveProgram([
      "clickhouse-server", "--config-file=\(folder)/\(number)/config.xml",
    ])
  }

  /// Starts a server unless it runs, and waits until it answers.
  func start(_ number: Int) async throws {
    let deadline = ContinuousClock.now + .seconds(30)
    while try await send("select 1", to: number) != nil {
      // The one before may still hold its folder.
      if processes[number]?.hasEnded != false { try launch(number) }
      try #require(ContinuousClock.now < deadline, "no answer of ClickHouse")
      try await Task.sleep(for: .milliseconds(50))
    }
  }

  /// Ends a server, and waits until it does not answer.
  func stop(_ number: Int) async throws {
    processes[number] = nil
    while try await send("select 1", to: number) == nil {}
  }

  /// Runs a statement; returns the error.
  private func send(_ sql: String, to number: Int) async throws -> String? {
    let result = try await MocoaTestSupport.run(
      builtProgram("mocoa-fetch"),
      [
        "--error-text", "--data=\(sql)", "--",
        "http://127.0.0.1:\(ports[number].http)/?insert_distributed_sync=1&database=\(database)",
      ], timeout: .seconds(60))
    return result.status == .exited(0) ? nil : result.errorText
  }

  /// Runs statements with a line each: those that create on both servers, others on the first.
  ///
  /// Distributed tables name their database, for which `default` stands.
  func run(_ script: String) async throws {
    let script = script.replacing("(two, default,", with: "(two, \(database),")
    for line in script.split(separator: "\n") {
      let isForAll = ["create", "drop"].contains(where: line.hasPrefix)
      for number in isForAll ? 0..<2 : 0..<1 {
        let error = try await send(String(line), to: number)
        try #require(error == nil, "\(line): \(error ?? "")")
      }
    }
  }

  /// A feed of a table or query whose rows have been counted.
  @MainActor func feed(
    _ table: String, query: String? = nil, options: FeedOptions = FeedOptions()
  ) throws -> Feed {
    let source = try #require(EngineSource("\(addresses[0])?table=\(table)"))
    let feed = try Feed(
      query.map { try source.origin(ofQuery: $0) } ?? source.origin(), options: options)
    #expect(feed.wait(forRows: .max, timeout: .seconds(20)))
    if let error = feed.status.error { throw error }
    return feed
  }
}

/// Starts servers for the tests of a suite, and stops them behind the last one.
struct SharedServersTrait: SuiteTrait, TestScoping {
  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let servers = try await ClickHouseServers()
    try await ClickHouseServers.$shared.withValue(servers) { try await function() }
  }
}

extension Trait where Self == SharedServersTrait {
  /// Starts servers of ClickHouse for the tests of a suite.
  static var sharedServers: Self { Self() }
}
