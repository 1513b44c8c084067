import MocoaSystem

/// A program that reads requests and writes answers beside this one.
///
/// One thread at a time uses it. It never outlives this program: see ``ChildProcess``.
package final class InteractiveProgram: @unchecked Sendable {
  private let process: ChildProcess
  private let output: FileDescriptor

  /// A socket, as writing to a closed one does not have to raise a signal.
  private let input: FileDescriptor

  private var buffer = [UInt8](repeating: 0, count: 1 << 18)
  private var filled = 0..<0
  private var diagnosticsEnd = 0

  /// The interval between cancellation checks while output is awaited.
  private static let patience = Duration.milliseconds(20)

  /// Starts a program by its name, as a path or to be looked up in `PATH`, and its arguments, with
  /// variables of its environment: `NAME=value`.
  package init(_ arguments: [String], settings: [String] = []) throws {
    var ends: [CInt] = [0, 0]
    let kind = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw SystemError.current }
    input = FileDescriptor(owning: ends[0])
    (process, output) = try ChildProcess.start(
      arguments, input: FileDescriptor(owning: ends[1]), settings: settings)
  }

  /// Requests an address with the program that does so.
  ///
  /// - Parameters:
  ///   - address: The address, which other users can see.
  ///   - headers: Headers, which they cannot.
  ///   - data: What is sent.
  ///   - timeout: How long an answer, or more of it, is waited for, in seconds.
  /// - Throws: A reason, such as that the program is not installed.
  package convenience init(
    fetching address: String, headers: [String], data: String, timeout: Int = 86_400
  ) throws {
    do {
      try self.init([
        FetchProgram.path, "--error-text", "--timeout=\(timeout)", "--header-file=-", "--data=@-",
        "--",
        address,
      ])
    } catch FeedError.Reason.commandNotFound {
      throw FeedError.Reason.unreadable(FetchProgram.isMissing)
    }
    try send(headers.joined(separator: "\n") + "\n\n" + data)
    shutdown(input.number, CInt(SHUT_WR))
  }

  deinit { process.terminate() }

  /// Ends the program, and with it its output; any thread may call it.
  package func stop() { process.terminate() }

  /// Waits for the end of the program; if it failed, throws the last line of its standard error.
  package func waitForSuccess() throws(FeedError.Reason) {
    try process.requireSuccess(ofOwnProgram: process.waitForExit())
  }

  /// A Boolean value that indicates whether the program has closed its input.
  package var hasEnded: Bool {
    var request = pollfd(fd: input.number, events: 0, revents: 0)
    return poll(&request, 1, 0) > 0
  }

  /// Writes to the input of the program; throws where it has ended.
  package func send(_ text: String) throws {
    var text = text
    try text.withUTF8 { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let start = UnsafeBufferPointer(rebasing: rest).baseAddress
        let count = MocoaSystem.send(input.number, start, rest.count, CInt(MSG_NOSIGNAL))
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { throw SystemError.current }
        rest = rest.dropFirst(count)
      }
    }
  }

  /// Reads lines.
  ///
  /// - Parameters:
  ///   - wait: Called while nothing comes.
  ///   - body: Receives each line without its line feed; returns whether to continue.
  /// - Returns: Whether there may be more; false at the end of the output.
  /// - Throws: What `body` throws, and a reason for a line that is too long to be a row.
  package func forEachLine(
    wait: () -> Void, _ body: (UnsafeRawBufferPointer) throws -> Bool
  ) throws -> Bool {
    var searched = filled.lowerBound
    while true {
      let feed = buffer.withUnsafeBytes { bytes in
        ByteSearch.first(0x0A, in: bytes[rebased: searched..<filled.upperBound])
      }
      if let feed {
        let line = filled.lowerBound..<searched + feed
        filled = line.upperBound + 1..<filled.upperBound
        searched = filled.lowerBound
        let goesOn = try buffer.withUnsafeBytes { bytes in
          try body(bytes[rebased: line])
        }
        if !goesOn { return true }
        continue
      }
      searched = filled.count
      guard try load(wait) else { return false }
    }
  }

  /// Reads more output; false at its end.
  private func load(_ wait: () -> Void) throws -> Bool {
    if filled.lowerBound > 0 {
      buffer.withUnsafeMutableBytes { bytes in
        bytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[filled]))
      }
      filled = 0..<filled.count
    }
    guard filled.count <= JSONBytes.longestRow else {
      throw FeedError.Reason.rowTooLong(length: nil, limit: JSONBytes.longestRow)
    }
    if filled.count == buffer.count { buffer += [UInt8](repeating: 0, count: buffer.count) }
    wait()
    while !output.waitForBytes(timeout: Self.patience) { wait() }
    let count = try buffer.withUnsafeMutableBytes { bytes in
      try output.read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[filled.upperBound...]))
    }
    filled = 0..<filled.upperBound + (count ?? 0)
    return count != 0
  }

  /// What the program has written to standard error since this was read last.
  package func readDiagnostics() -> String {
    let (text, end) = process.diagnostics(from: diagnosticsEnd)
    diagnosticsEnd = end
    return text
  }
}
