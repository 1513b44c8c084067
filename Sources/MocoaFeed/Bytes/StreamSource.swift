import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A pipe, a terminal, a device or the output of a command: bytes that come once, and are kept in a
/// nameless file on disk.
///
/// Where the stream is compressed with gzip or zstd, the bytes are those that were compressed.
/// The source of a command ends with an error where the command does not end with status 0; the
/// command is ended when the source is stopped or released.
public final class StreamSource: ByteSource {
  private struct State {
    var stream: FileDescriptor
    var process: ChildProcess?
    var isProbed: Bool
    var isStopped = false
    var length = 0
  }

  /// What errors call the source.
  public let name: String
  public var size: Int? { nil }
  private let copy: FileDescriptor
  private let wakeReader: FileDescriptor
  private let wakeWriter: FileDescriptor
  private let state: Mutex<State>
  private let reportFile: FileDescriptor?
  private let whenEnded: @Sendable (ChildProcess.Exit, ChildProcess) throws -> Void

  /// Takes over a stream.
  ///
  /// - Parameters:
  ///   - stream: The stream.
  ///   - name: What errors call the source.
  ///   - process: The command whose output the stream is.
  ///   - isPlain: Whether compressed bytes are to be left as they are.
  ///   - report: What the command writes to besides.
  ///   - whenEnded: Is called when the command has ended by itself, and throws what is wrong with
  ///     that; by default that it has failed.
  /// - Throws: A `FeedError` where there is no room for the copy.
  init(
    _ stream: FileDescriptor, name: String, process: ChildProcess? = nil, isPlain: Bool = false,
    report: FileDescriptor? = nil,
    whenEnded: (@Sendable (ChildProcess.Exit, ChildProcess) throws -> Void)? = nil
  ) throws {
    self.name = name
    reportFile = report
    self.whenEnded =
      whenEnded ?? { try Self.requireSuccess(of: $0, $1, name) }
    state = Mutex(State(stream: stream, process: process, isProbed: isPlain))
    do {
      copy = try FileDescriptor.temporary()
      (wakeReader, wakeWriter) = try FileDescriptor.pipe()
    } catch let error as SystemError {
      throw FeedError(source: name, reason: error.reason)
    }
  }

  /// What a command has written to standard error so far: the last 16 KiB.
  public var diagnostics: String { state.withLock { $0.process }?.diagnostics ?? "" }

  /// The last line that a command has written to standard error so far.
  var lastDiagnostic: String { state.withLock { $0.process }?.lastDiagnostic ?? "" }

  /// What was said about the answer to a request; nil where the bytes are not such an answer.
  var report: FetchReport? { reportFile.map(FetchReport.init) }

  public func readNext(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    do {
      var count = try receive(into: buffer)
      if try probe(buffer, count: &count) { count = try receive(into: buffer) }
      if count == 0 { try checkExit() }
      let offset = state.withLock { $0.length }
      try copy.write(UnsafeRawBufferPointer(rebasing: buffer[..<count]), at: offset)
      state.withLock { $0.length += count }
      return count
    } catch let error as SystemError {
      throw FeedError(source: name, reason: error.reason)
    }
  }

  public func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws -> Int {
    let count = max(0, min(buffer.count, state.withLock { $0.length } - offset))
    do {
      return try copy.read(
        into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<count]), at: offset)
    } catch let error as SystemError {
      throw FeedError(source: name, reason: error.reason)
    }
  }

  public func isIdle(for duration: Duration) -> Bool {
    let stream = state.withLock { $0.stream }
    return !stream.waitForBytes(timeout: duration)
  }

  public func stop() {
    let process = state.withLock { state in
      state.isStopped = true
      return state.process
    }
    process?.terminate()
    _ = write(wakeWriter.number, "x", 1)
  }

  /// Waits for bytes; 0 at the end, and after `stop`.
  private func receive(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    let stream = state.withLock { $0.stream }
    while stream.waitForBytes(orFor: wakeReader) {
      if let count = try stream.read(into: buffer) { return count }
    }
    return 0
  }

  /// Looks at the first bytes, and has them uncompressed by a command if need be.
  ///
  /// - Returns: Whether there is another stream to read from now.
  private func probe(
    _ buffer: UnsafeMutableRawBufferPointer, count: inout Int
  ) throws -> Bool {
    guard !state.withLock({ $0.isProbed }), count > 0 else { return false }
    while count < buffer.count,
      Compression.isUndecided(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    {
      let more = try receive(into: UnsafeMutableRawBufferPointer(rebasing: buffer[count...]))
      if more == 0 { break }
      count += more
    }
    let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
    guard let compression = Compression(bytes) else {
      state.withLock { $0.isProbed = true }
      return false
    }
    let stream = state.withLock { $0.stream }
    let pump = try StreamPump(from: stream, until: wakeReader)
    let (process, output) = try ChildProcess.start(compression.command, input: pump.reader)
    pump.start(with: Array(bytes))
    state.withLock {
      $0.isProbed = true
      $0.stream = output
      $0.process = process
    }
    return true
  }

  /// Throws what a command says about its failure, unless it was ended by `stop`.
  private func checkExit() throws {
    let (process, isStopped) = state.withLock { ($0.process, $0.isStopped) }
    guard let process, !isStopped else { return }
    let exit = process.waitForExit()
    guard !state.withLock({ $0.isStopped }) else { return }
    try whenEnded(exit, process)
  }

  /// Throws that a command has failed, with the last that it had to say.
  private static func requireSuccess(
    of exit: ChildProcess.Exit, _ process: ChildProcess, _ name: String
  ) throws {
    let message = process.lastDiagnostic
    switch exit {
    case .exited(0): return
    case .exited(let status):
      throw FeedError(source: name, reason: .exited(status: status, message: message))
    case .killed(let signal):
      throw FeedError(source: name, reason: .killed(signal: signal, message: message))
    }
  }
}
