import Foundation
import Synchronization

/// A program with a controlling terminal that the test holds the other end of.
///
/// Nothing interprets what the program sends: this is for tests of bytes, signals and exit
/// statuses. For what it looks like, use ``TmuxTerminal``. The program is killed when this goes
/// away.
/// ```swift
/// let terminal = try PseudoTerminal(running: builtProgram("mocoa-tui"), ["feed.json"])
/// try await terminal.read("the first frame") { !$0.isEmpty }
/// terminal.write("q")
/// #expect(try await terminal.waitForEnd() == .exited(0))
/// ```
package final class PseudoTerminal: Sendable {
  /// The number of the program's process.
  package let identifier: pid_t
  /// How the terminal was set before the program started.
  package let initialSettings: TerminalSettings
  private let program: String
  private let terminal: Int32
  private let output: Int32?
  private let end = Mutex<ExitStatus?>(nil)

  /// Starts a program with a new terminal.
  ///
  /// Standard error is always the terminal; so are standard input and output where nothing is said.
  ///
  /// - Parameters:
  ///   - program: its path, or a name to look up in `PATH`.
  ///   - arguments: its arguments, without its name.
  ///   - columns: the width of the terminal.
  ///   - rows: the height of the terminal.
  ///   - environment: variables, beside the few that every program gets.
  ///   - input: what comes from standard input, if that is not to be the terminal. At most what a
  ///     pipe holds, some 64 kB.
  ///   - capturesOutput: whether standard output is a pipe, for ``readOutput(timeout:)``.
  /// - Throws: `ProgramError`.
  package init(
    running program: String,
    _ arguments: [String] = [],
    columns: Int = 80,
    rows: Int = 24,
    environment: [String: String] = [:],
    input: [UInt8]? = nil,
    capturesOutput: Bool = false
  ) throws {
    let (terminal, theirs, path) = try Self.open()
    setSize(of: terminal, columns: columns, rows: rows)
    initialSettings = TerminalSettings(of: terminal)
    var spawn = Spawn(program: program, arguments: arguments)
    spawn.environment = ["TERM": "xterm-256color"].merging(environment) { _, new in new }
    spawn.startsSession = true
    spawn.descriptors = [(2, .file(path)), (0, .descriptor(2)), (1, .descriptor(2))]

    // Ours until the program has opened it, since a terminal that is not open is hung up.
    var descriptors = [theirs]
    defer { for descriptor in descriptors { close(descriptor) } }
    if let input {
      let (reading, writing) = try makePipe()
      _ = fcntl(writing, F_SETFL, O_NONBLOCK)
      let count = input.withUnsafeBytes { Foundation.write(writing, $0.baseAddress, $0.count) }
      precondition(count == input.count, "the input does not fit into a pipe")
      close(writing)
      spawn.descriptors[1].source = .descriptor(reading)
      descriptors.append(reading)
    }
    var output: Int32?
    if capturesOutput {
      let (reading, writing) = try makePipe()
      spawn.descriptors[2].source = .descriptor(writing)
      descriptors.append(writing)
      output = reading
    }
    identifier = try spawn.start()
    self.program = program
    self.terminal = terminal
    self.output = output
  }

  deinit {
    if end.withLock({ $0 == nil }) {
      kill(-identifier, SIGKILL)
      var status: Int32 = 0
      waitpid(identifier, &status, 0)
    }
    close(terminal)
    if let output { close(output) }
  }

  /// How the terminal is set now.
  package var settings: TerminalSettings { TerminalSettings(of: terminal) }

  /// Types bytes.
  func write(_ bytes: some Collection<UInt8>) {
    let bytes = Array(bytes)
    _ = bytes.withUnsafeBytes { Foundation.write(terminal, $0.baseAddress, $0.count) }
  }

  /// Types text.
  package func write(_ text: String) { write(text.utf8) }

  /// Sends a signal to the program.
  package func signal(_ signal: Int32) { kill(identifier, signal) }

  /// Resizes the terminal, of which the system notifies the program.
  package func resize(columns: Int, rows: Int) {
    setSize(of: terminal, columns: columns, rows: rows)
  }

  /// Takes what the program sends to the terminal, until the whole of it is what is waited for.
  ///
  /// - Parameters:
  ///   - event: what is waited for, for the message if it does not come.
  ///   - timeout: how long that may take.
  ///   - isComplete: Returns whether the bytes since the call are enough.
  /// - Returns: The received bytes.
  /// - Throws: `ProgramError.timedOut`.
  @discardableResult
  package func read(
    _ event: String,
    timeout: Duration = .seconds(60),
    until isComplete: @escaping @Sendable ([UInt8]) -> Bool
  ) async throws -> [UInt8] {
    let terminal = terminal
    return try await blocking {
      let deadline = Deadline(in: timeout)
      var bytes: [UInt8] = []
      while !isComplete(bytes) {
        guard let more = readSome(from: terminal, for: deadline.milliseconds), !more.isEmpty
        else {
          throw ProgramError.timedOut(waitingFor: event, instead: bytes.debugText)
        }
        bytes += more
      }
      return bytes
    }
  }

  /// Takes what the program sends, until it has sent nothing for some time.
  package func readUntilQuiet(for quiet: Duration = .milliseconds(100)) async throws -> [UInt8] {
    let terminal = terminal
    return try await blocking {
      var bytes: [UInt8] = []
      while let more = readSome(from: terminal, for: Deadline(in: quiet).milliseconds),
        !more.isEmpty
      {
        bytes += more
      }
      return bytes
    }
  }

  /// Takes all that the program writes to standard output, until it closes it.
  ///
  /// - Precondition: made with `capturesOutput`.
  /// - Throws: `ProgramError.timedOut`.
  package func readOutput(timeout: Duration = .seconds(60)) async throws -> [UInt8] {
    guard let output else { preconditionFailure("standard output is the terminal") }
    return try await blocking {
      let deadline = Deadline(in: timeout)
      var bytes: [UInt8] = []
      while let more = readSome(from: output, for: deadline.milliseconds) {
        guard !more.isEmpty else { return bytes }
        bytes += more
      }
      throw ProgramError.timedOut(waitingFor: "the end of output", instead: bytes.debugText)
    }
  }

  /// Waits for the program's end, and throws away what it sends to the terminal until then.
  ///
  /// - Throws: `ProgramError.timedOut`.
  @discardableResult
  package func waitForEnd(timeout: Duration = .seconds(60)) async throws -> ExitStatus {
    try await readToEnd(timeout: timeout).status
  }

  /// Waits for the program's end, and takes what it sends to the terminal until then.
  ///
  /// - Throws: `ProgramError.timedOut`.
  package func readToEnd(
    timeout: Duration = .seconds(60)
  ) async throws -> (status: ExitStatus, bytes: [UInt8]) {
    if let status = end.withLock({ $0 }) { return (status, []) }
    let (identifier, terminal) = (identifier, terminal)
    let (status, bytes) = try await blocking { [program] in
      let deadline = Deadline(in: timeout)
      var bytes: [UInt8] = []
      while !deadline.hasPassed {
        // A program does not end before what it has sent is taken.
        if let more = readSome(from: terminal, for: 5) { bytes += more }
        let now = Deadline(in: .milliseconds(1))
        guard let status = MocoaTestSupport.waitForEnd(of: identifier, until: now) else { continue }
        while let more = readSome(from: terminal, for: 0), !more.isEmpty { bytes += more }
        return (status, bytes)
      }
      throw ProgramError.timedOut(waitingFor: "\(program) to end", instead: bytes.debugText)
    }
    end.withLock { $0 = status }
    return (status, bytes)
  }

  /// The two ends of a new terminal, and the path of the program's.
  private static func open() throws(ProgramError) -> (ours: Int32, theirs: Int32, path: String) {
    let (ours, theirs) = try makeDescriptors("a pseudo-terminal") {
      openpty($0, $0 + 1, nil, nil, nil)
    }
    var name = [CChar](repeating: 0, count: 256)
    let failure = ttyname_r(theirs, &name, name.count)
    guard failure == 0 else {
      throw .notStarted("a pseudo-terminal", reason: String(cString: strerror(failure)))
    }
    let bytes = name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return (ours, theirs, String(decoding: bytes, as: UTF8.self))
  }
}

private func setSize(of terminal: Int32, columns: Int, rows: Int) {
  var size = winsize()
  size.ws_col = UInt16(clamping: columns)
  size.ws_row = UInt16(clamping: rows)
  _ = ioctl(terminal, UInt(TIOCSWINSZ), &size)
}

/// What can be read within some milliseconds: nil if nothing came, nothing at the end.
private func readSome(from descriptor: Int32, for milliseconds: Int32) -> [UInt8]? {
  var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  guard poll(&polled, 1, milliseconds) > 0 else { return nil }
  var chunk = [UInt8](repeating: 0, count: 1 << 16)
  let count = read(descriptor, &chunk, chunk.count)
  return Array(chunk[..<max(0, count)])
}

extension [UInt8] {
  /// The bytes as text in which control characters can be seen.
  fileprivate var debugText: String { String(decoding: self, as: UTF8.self).debugDescription }
}
