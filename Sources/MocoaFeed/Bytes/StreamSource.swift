import Synchronization

/// A pipe, a terminal, a device, a compressed file or the output of a command.
///
/// The bytes arrive once, are decompressed if needed, and a copy of them is kept. The source owns
/// the stages: the command, the stream, its decompression and the copy. It ends them when it is
/// stopped or released. If a stage fails, the bytes end with an error.
final class StreamSource: ByteSource {
  /// The name of the source in errors.
  let name: String
  /// A Boolean value that indicates whether the stream is a regular file.
  let isFile: Bool
  let modificationTime: Int?
  var size: Int? { nil }
  private let stream: InterruptibleStream
  private let process: ChildProcess?
  private let copy = StreamCopy()
  /// The last stage; it depends on whether the first bytes are compressed.
  private let last = Monitor<(any ByteStream)?>(nil)
  private let stopped = Atomic(false)
  private let reportFile: FileDescriptor?
  private let byteLimit: Int
  private let byteCount = Atomic(0)
  private let makeDecoder: (@Sendable () throws(FeedError.Reason) -> any StreamDecoder)?
  private let whenEnded: @Sendable (CommandResult.End, ChildProcess) throws -> Void

  /// Creates a source of a stream, which it owns.
  ///
  /// - Parameters:
  ///   - stream: The stream.
  ///   - name: The name of the source in errors.
  ///   - isFile: A Boolean value that indicates whether the stream is a regular file.
  ///   - process: The command whose output the stream is.
  ///   - report: The file to which the command writes its report.
  ///   - makeDecoder: Creates the decoder of the bytes; nil if their first ones determine it.
  ///   - byteLimit: The maximum number of bytes after decompression.
  ///   - whenEnded: Called when the command has ended without being stopped; throws if that is an
  ///     error. By default a failed command is one.
  /// - Throws: A `SystemError`.
  init(
    _ stream: FileDescriptor, name: String, isFile: Bool = false, process: ChildProcess? = nil,
    report: FileDescriptor? = nil,
    makeDecoder: (@Sendable () throws(FeedError.Reason) -> any StreamDecoder)? = nil,
    byteLimit: Int = .max,
    whenEnded: @escaping @Sendable (CommandResult.End, ChildProcess) throws -> Void = {
      try $1.requireSuccess(of: $0)
    }
  ) throws {
    (self.name, self.isFile) = (name, isFile)
    modificationTime = isFile ? Int(try stream.status().st_mtim.tv_sec) : nil
    self.process = process
    self.stream = try InterruptibleStream(stream)
    reportFile = report
    (self.makeDecoder, self.byteLimit, self.whenEnded) = (makeDecoder, byteLimit, whenEnded)
  }

  deinit { stop() }

  var fileName: String { process == nil || reportFile != nil ? name : "" }

  /// The last lines that a command has written to standard error so far.
  var notices: [String] { process?.diagnosticLines ?? [] }

  /// Returns the last lines that a command has written to standard error so far, but for the one
  /// that is part of an error.
  func notices(butFor error: FeedError?) -> [String] {
    let lines = notices
    guard let error, let process, error.description.contains(process.lastDiagnostic) else {
      return lines
    }
    return lines.dropLast()
  }

  /// The report on the response to a request; nil if the bytes are not a response.
  var report: FetchReport? { reportFile.map(FetchReport.init) }

  func readNext(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    do {
      let count = try receive(into: buffer)
      if count == 0 { try checkExit() }
      if byteCount.add(count, ordering: .relaxed).newValue > byteLimit {
        throw FeedError.Reason.unreadable("the body is longer than \(byteLimit) bytes")
      }
      try copy.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      return count
    } catch {
      throw failure(FeedError(error, source: name))
    }
  }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws -> Int {
    try FeedError.naming(name) { try copy.read(into: buffer, at: offset) }
  }

  var canReadAgain: Bool { false }

  func release(before offset: Int) { copy.release(before: offset) }

  func isIdle(for duration: Duration) -> Bool {
    let stage: (any ByteStream)? = last.withLock { $0 }
    return (stage ?? stream as any ByteStream).isIdle(for: duration)
  }

  func stop() {
    stopped.store(true, ordering: .relaxed)
    process?.terminate()
    stream.stop()
    last.withLock { $0 }?.stop()
  }

  private var isStopped: Bool { stopped.load(ordering: .relaxed) }

  /// Waits for bytes; returns 0 at the end, and after `stop`.
  private func receive(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    if let last = last.withLock({ $0 }) { return try last.read(into: buffer) }
    var first = UnsafeRawBufferPointer(rebasing: buffer[..<0])
    repeat {
      let more = try stream.read(into: .init(rebasing: buffer[first.count...]))
      if more == 0 { break }
      first = UnsafeRawBufferPointer(rebasing: buffer[..<(first.count + more)])
    } while first.count < buffer.count && StreamCoding.isUndecided(first)
    guard let makeDecoder = makeDecoder ?? StreamCoding(first)?.makeDecoder else {
      last.withLock { $0 = stream }
      return first.count
    }
    let decompression = try DecodedStream(of: stream, after: Array(first), makeDecoder)
    last.withLock { $0 = decompression }
    if isStopped { decompression.stop() }
    return try decompression.read(into: buffer)
  }

  /// Returns an error with the command's diagnostics, and terminates the command.
  private func failure(_ error: FeedError) -> FeedError {
    // Asked once: a command that is terminated here ends the stream, too.
    guard stream.hasEnded else {
      process?.terminate()
      return error
    }
    var failure = error
    do {
      try checkExit()
    } catch {
      let cause = FeedError(error, source: name)
      if cause != failure { failure.reason = .unreadable("\(cause.reason); \(failure.reason)") }
    }
    return failure
  }

  /// Throws the error with which a command failed, unless it was ended by `stop`.
  private func checkExit() throws {
    guard let process, !isStopped else { return }
    let exit = process.waitForExit()
    guard !isStopped else { return }
    try whenEnded(exit, process)
  }
}
