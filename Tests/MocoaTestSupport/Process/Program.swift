import Foundation

/// A program run to its end, with no terminal: what it was given, and what came of it.
package struct ProgramResult: Sendable {
  /// How it ended.
  package let status: ExitStatus
  /// What it wrote to standard output.
  package let output: [UInt8]
  /// What it wrote to standard error.
  package let error: [UInt8]

  /// Standard output as text.
  package var outputText: String { String(decoding: output, as: UTF8.self) }
  /// Standard error as text.
  package var errorText: String { String(decoding: error, as: UTF8.self) }
}

/// Runs a program in a session of its own, so that it has no terminal to find, and waits for its
/// end.
///
/// - Parameters:
///   - program: its path, or a name to look up in `PATH`.
///   - arguments: its arguments, without its name.
///   - input: what it reads from standard input.
///   - environment: variables, beside the few that every program gets.
///   - directory: where it runs; where the tests run, if nil.
///   - timeout: how long it may take; then it is killed.
/// - Returns: how it ended and what it wrote.
/// - Throws: `ProgramError`.
package func run(
  _ program: String,
  _ arguments: [String] = [],
  input: [UInt8] = [],
  environment: [String: String] = [:],
  directory: String? = nil,
  timeout: Duration = .seconds(60)
) async throws -> ProgramResult {
  let spawn = Spawn(
    program: program, arguments: arguments, environment: environment, directory: directory)
  return try await blocking { try runToEnd(spawn, input: input, timeout: timeout) }
}

/// The path of a program of this package, beside the tests that run, or in the folder that the
/// environment variable `MOCOA_PROGRAMS` names.
///
/// Where the checkout's path means something to a shell, such as one with blanks, it is that of a
/// link to the program, so that tests can name it in a script.
///
/// - Throws: `ProgramError.notBuilt`.
public func builtProgram(_ name: String) throws -> String {
  // A bundle on macOS; elsewhere the tests are a program themselves.
  let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
  let own = bundle?.bundleURL.deletingLastPathComponent() ?? Bundle.main.bundleURL
  let given = ProcessInfo.processInfo.environment["MOCOA_PROGRAMS"]
  let folder = given.map { URL(filePath: $0) } ?? own
  let path = folder.appendingPathComponent(name).path
  guard FileManager.default.isExecutableFile(atPath: path) else {
    throw ProgramError.notBuilt(name, expectedAt: path)
  }
  return try pathWithoutBlanks(path, named: name)
}

/// The path, or that of a link where it would mean something to a shell.
private func pathWithoutBlanks(_ path: String, named name: String) throws -> String {
  let isPlain = path.utf8.allSatisfy {
    0x30...0x39 ~= $0 || 0x41...0x5A ~= $0 || 0x61...0x7A ~= $0 || "/._-+".utf8.contains($0)
  }
  return isPlain ? path : try link(to: path, named: name)
}

/// The path of a link in the temporary folder, which is as short wherever the package lies.
///
/// The links of a run of tests are removed at its end.
///
/// - Throws: what the file system says of a folder that cannot be made.
package func link(to path: String, named name: String) throws -> String {
  let files = FileManager.default
  let folder = folderOfLinks()
  if !files.fileExists(atPath: folder.path) {
    try files.createDirectory(at: folder, withIntermediateDirectories: true)
    atexit { try? FileManager.default.removeItem(at: folderOfLinks()) }
  }
  let link = folder.appendingPathComponent(name).path
  if (try? files.destinationOfSymbolicLink(atPath: link)) != path {
    // Another test may have made it meanwhile.
    try? files.createSymbolicLink(atPath: link, withDestinationPath: path)
  }
  return link
}

private func folderOfLinks() -> URL {
  FileManager.default.temporaryDirectory.appendingPathComponent("mocoa-tests-\(getpid())")
}

/// Blocks until the program has ended.
func runToEnd(_ spawn: Spawn, input: [UInt8], timeout: Duration) throws -> ProgramResult {
  let (inputEnd, feed) = try makePipe()
  let (output, outputEnd) = try makePipe()
  let (error, errorEnd) = try makePipe()
  var spawn = spawn
  spawn.startsSession = true
  spawn.descriptors = [
    (0, .descriptor(inputEnd)), (1, .descriptor(outputEnd)), (2, .descriptor(errorEnd)),
  ]
  let started = Result { try spawn.start() }
  for end in [inputEnd, outputEnd, errorEnd] { close(end) }
  var exchange = Exchange(feed: feed, input: input, sources: [output, error])
  defer { exchange.closeAll() }
  let identifier = try started.get()

  let deadline = Deadline(in: timeout)
  let isComplete = exchange.run(until: deadline)
  let status = isComplete ? waitForEnd(of: identifier, until: deadline) : nil
  guard let status else {
    kill(identifier, SIGKILL)
    var ignored: Int32 = 0
    waitpid(identifier, &ignored, 0)
    throw ProgramError.timedOut(
      waitingFor: "\(spawn.program) to end",
      instead: exchange.received.map { String(decoding: $0, as: UTF8.self) }.joined())
  }
  return ProgramResult(
    status: status, output: exchange.received[0], error: exchange.received[1])
}

/// Waits for a child's end, and returns how that was, or nil if it does not end in time.
func waitForEnd(of identifier: pid_t, until deadline: Deadline) -> ExitStatus? {
  var status: Int32 = 0
  while true {
    let ended = waitpid(identifier, &status, WNOHANG)
    if ended == identifier { return ExitStatus(waitStatus: status) }
    if ended < 0, errno != EINTR { return nil }
    guard !deadline.hasPassed else { return nil }
    // There is no portable way to wait for a child and a time.
    usleep(1_000)
  }
}

/// Feeds a program and takes what it writes, both at once, since either may wait for the other.
private struct Exchange {
  private var feed: Int32
  private var input: ArraySlice<UInt8>
  private var sources: [Int32]
  private(set) var received: [[UInt8]]

  init(feed: Int32, input: [UInt8], sources: [Int32]) {
    self.feed = feed
    self.input = input[...]
    self.sources = sources
    received = sources.map { _ in [] }
    _ = fcntl(feed, F_SETFL, O_NONBLOCK)
  }

  /// Goes on until the program has closed all that it writes to; returns whether it did in time.
  mutating func run(until deadline: Deadline) -> Bool {
    while sources.contains(where: { $0 >= 0 }) {
      if input.isEmpty { closeFeed() }
      var polled = sources.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      polled.append(pollfd(fd: feed, events: Int16(POLLOUT), revents: 0))
      let ready = poll(&polled, nfds_t(polled.count), deadline.milliseconds)
      if ready == 0, deadline.hasPassed { return false }
      for index in sources.indices where polled[index].revents != 0 { take(from: index) }
      if polled.last?.revents != 0, feed >= 0 { give() }
    }
    return true
  }

  mutating func closeAll() {
    closeFeed()
    for index in sources.indices { closeSource(index) }
  }

  private mutating func give() {
    let count = input.withUnsafeBytes { write(feed, $0.baseAddress, $0.count) }
    if count > 0 {
      input = input.dropFirst(count)
    } else if errno != EAGAIN, errno != EINTR {
      closeFeed()
    }
  }

  private mutating func take(from index: Int) {
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    let count = read(sources[index], &chunk, chunk.count)
    if count > 0 {
      received[index] += chunk[..<count]
    } else if count == 0 || errno != EINTR {
      closeSource(index)
    }
  }

  private mutating func closeFeed() {
    if feed >= 0 { close(feed) }
    feed = -1
  }

  private mutating func closeSource(_ index: Int) {
    if sources[index] >= 0 { close(sources[index]) }
    sources[index] = -1
  }
}
