import Synchronization

/// A pipe, a terminal, a device, a compressed file or the output of a command: bytes that come
/// once, decompressed where they are compressed, of which a copy is kept.
///
/// The source of a command ends with an error where the command does not end with status 0; the
/// command is ended when the source is stopped or released.
public final class StreamSource: ByteSource {
  private enum Stage {
    case undecided
    case plain
    case compressed(Decompression)
  }

  /// What errors call the source.
  public let name: String
  public var size: Int? { nil }
  private let stream: InterruptibleStream
  private let process: ChildProcess?
  private let copy = StreamCopy()
  private let stage = Mutex(Stage.undecided)
  private let stopped = Atomic(false)
  private let reportFile: FileDescriptor?
  private let byteLimit: Int
  private let byteCount = Atomic(0)
  private let whenEnded: @Sendable (ChildProcess.Exit, ChildProcess) throws -> Void

  /// Takes over a stream.
  ///
  /// - Parameters:
  ///   - stream: The stream.
  ///   - name: What errors call the source.
  ///   - process: The command whose output the stream is.
  ///   - report: What the command writes to besides.
  ///   - byteLimit: The greatest number of bytes, after decompression.
  ///   - whenEnded: Is called when the command has ended by itself, and throws what is wrong with
  ///     that; by default that it has failed.
  /// - Throws: A `SystemError`.
  init(
    _ stream: FileDescriptor, name: String, process: ChildProcess? = nil,
    report: FileDescriptor? = nil, byteLimit: Int = .max,
    whenEnded: (@Sendable (ChildProcess.Exit, ChildProcess) throws -> Void)? = nil
  ) throws {
    self.name = name
    self.process = process
    self.stream = try InterruptibleStream(stream)
    reportFile = report
    self.byteLimit = byteLimit
    self.whenEnded =
      whenEnded ?? { try Self.requireSuccess(of: $0, $1, name) }
  }

  deinit { stop() }

  /// What a command has written to standard error so far: the last 16 KiB.
  public var diagnostics: String { process?.diagnostics ?? "" }

  /// The last line that a command has written to standard error so far.
  var lastDiagnostic: String { process?.lastDiagnostic ?? "" }

  /// What was said about the answer to a request; nil where the bytes are not such an answer.
  var report: FetchReport? { reportFile.map(FetchReport.init) }

  public func readNext(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    do {
      let count = try receive(into: buffer)
      if count == 0 { try checkExit() }
      if byteCount.add(count, ordering: .relaxed).newValue > byteLimit {
        process?.terminate()
        throw FeedError(
          source: name, reason: .unreadable("the body is longer than \(byteLimit) bytes"))
      }
      try copy.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      return count
    } catch let error as SystemError {
      throw failure(error.reason)
    } catch let reason as FeedError.Reason {
      throw failure(reason)
    }
  }

  public func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws -> Int {
    do {
      return try copy.read(into: buffer, at: offset)
    } catch let error as SystemError {
      throw FeedError(source: name, reason: error.reason)
    }
  }

  public var canReadAgain: Bool { false }

  public func release(before offset: Int) { copy.release(before: offset) }

  public func isIdle(for duration: Duration) -> Bool {
    guard case .compressed(let decompression) = stage.withLock({ $0 }) else {
      return stream.isIdle(for: duration)
    }
    return decompression.isIdle(for: duration)
  }

  public func stop() {
    stopped.store(true, ordering: .relaxed)
    process?.terminate()
    stream.stop()
    if case .compressed(let decompression) = stage.withLock({ $0 }) { decompression.stop() }
  }

  private var isStopped: Bool { stopped.load(ordering: .relaxed) }

  /// Waits for bytes; 0 at the end, and after `stop`.
  private func receive(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    switch stage.withLock({ $0 }) {
    case .plain: return try stream.read(into: buffer)
    case .compressed(let decompression): return try decompression.read(into: buffer)
    case .undecided: break
    }
    var first = UnsafeRawBufferPointer(rebasing: buffer[..<0])
    repeat {
      let more = try stream.read(
        into: UnsafeMutableRawBufferPointer(rebasing: buffer[first.count...]))
      if more == 0 { break }
      first = UnsafeRawBufferPointer(rebasing: buffer[..<(first.count + more)])
    } while first.count < buffer.count && Compression.isUndecided(first)
    guard let compression = Compression(first) else {
      stage.withLock { $0 = .plain }
      return first.count
    }
    let decompression = try Decompression(of: stream, after: Array(first), compression)
    stage.withLock { $0 = .compressed(decompression) }
    if isStopped { decompression.stop() }
    return try decompression.read(into: buffer)
  }

  /// The error for what ended the bytes, with what the command has to add; a command that could
  /// go on is ended.
  private func failure(_ reason: FeedError.Reason) -> FeedError {
    var reason = reason
    if stream.hasEnded {
      do { try checkExit() } catch {
        let cause = (error as? FeedError)?.reason
        reason = .unreadable(cause.map { "\($0); \(reason)" } ?? "\(reason)")
      }
    } else {
      process?.terminate()
    }
    return FeedError(source: name, reason: reason)
  }

  /// Throws what a command says about its failure, unless it was ended by `stop`.
  private func checkExit() throws {
    guard let process, !isStopped else { return }
    let exit = process.waitForExit()
    guard !isStopped else { return }
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
