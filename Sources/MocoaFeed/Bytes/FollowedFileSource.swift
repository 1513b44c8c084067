import MocoaSystem

/// A growing file: its bytes, then those appended to it, without end.
///
/// If the file is replaced by another with its name, as in log rotation, the bytes of the new file
/// follow those of the old one on a new line. Lines that are added to the old one meanwhile follow
/// between those of the new one, until none have been added for some seconds. A header that the new
/// file repeats is left out. If the file becomes shorter, the bytes that were read are not in it
/// any more, or the new file has another header, the source ends and reports that.
final class FollowedFileSource: GrowingSource {
  /// The reason for which the source ended, so that the file has to be read from its start.
  enum Ending {
    /// The file became shorter.
    case truncated
    /// The bytes that were read are not in the file any more.
    case overwritten
    /// The file was replaced with a table that has another header.
    case otherHeader

    /// What happened, as a sentence without the name of the file.
    var sentence: String {
      switch self {
      case .truncated: "the file was truncated; reading it from its start"
      case .overwritten: "the file was overwritten; reading it from its start"
      case .otherHeader: "the file was replaced with a table of other columns; its rows follow"
      }
    }
  }

  /// The header of a table, which is not a row in the files that follow.
  private struct Header {
    /// The lines of the header, without the last line end.
    var bytes: [UInt8]
    /// Returns whether as many lines are the header of another table.
    var isOther: @Sendable ([UInt8]) -> Bool
  }

  private struct State {
    var history = FollowedHistory()
    /// The file that has the name.
    var file: FollowedFile
    /// The files that had the name, to which lines may be added.
    var renamed: [FollowedFile] = []
    /// A Boolean value that indicates whether the last line is not complete.
    var endsInLine = false
    /// A Boolean value that indicates whether a line feed is missing before other bytes.
    var needsLineFeed = false
    var isStopped = false
    var ending: Ending?
    /// The offset of the first byte that can still be read as it was.
    var firstByte = 0
    var header: Header?
    /// A Boolean value that indicates whether the start of the file may be a header.
    var awaitsHeader = false
    var isWaiting = false
    /// Whether the last line was not complete when more bytes began to be awaited.
    var waitsInLine = false
    var mayRest = false
    var isAtRest = false
    var listener: (@Sendable () -> Void)?
  }

  /// The name of the source in errors.
  let name: String
  var size: Int? { nil }
  private let path: String
  private let watcher: FileWatcher
  private let state: Monitor<State>

  /// How long lines are awaited in a file that was renamed.
  private let patience: Duration

  /// Creates a source of an open file, which it owns; a renamed file is closed when nothing was
  /// added to it for the time of `patience`.
  init(_ file: FileDescriptor, path: String, patience: Duration = .seconds(5)) {
    name = path.shownName
    (self.path, self.patience) = (path, patience)
    watcher = FileWatcher(path: path)
    state = Monitor(State(file: FollowedFile(file: file)))
  }

  /// The reason for which the source ended; nil if it has not, or was stopped.
  var ending: Ending? { state.withLock { $0.ending } }

  /// A Boolean value that indicates whether bytes that were read are gone.
  var hasChanged: Bool { ending == .truncated || ending == .overwritten }

  /// Returns whether all bytes from an offset on can be read as they were.
  func hasBytes(from offset: Int) -> Bool { state.withLock { $0.firstByte <= offset } }

  var mayGrow: Bool { true }

  var isWaiting: Bool { state.withLock { $0.isWaiting } }

  var endsInLine: Bool { state.withLock { $0.waitsInLine } }

  /// A Boolean value that indicates whether `readNext` returns 0 where there are no more bytes for
  /// now, in place of waiting for them.
  var mayRest: Bool {
    get { state.withLock { $0.mayRest } }
    set { state.withLock { $0.mayRest = newValue } }
  }

  /// A Boolean value that indicates whether the last `readNext` has returned 0 for that reason.
  var isAtRest: Bool { state.withLock { $0.isAtRest } }

  /// Calls a closure once, on any thread, when `readNext` may return more bytes, or ends.
  func whenChanged(_ body: @escaping @Sendable () -> Void) { watcher.whenChanged(body) }

  func endLine() { state.withLock { $0.endsInLine = false } }

  /// The number of bytes that the file has now.
  var presentSize: Int { state.withLock { $0.file }.size }

  var openFileCount: Int {
    state.withLock { state in
      let others = state.history.files + state.renamed.map(\.file)
      return Set((others + [state.file.file]).map(ObjectIdentifier.init)).count
    }
  }

  /// Sets the header of the table that the file contains, without its last line end; `isOther`
  /// returns whether the first lines of another file are the header of a table.
  func setHeader(_ bytes: [UInt8], isOther: @escaping @Sendable ([UInt8]) -> Bool) {
    state.withLock { $0.header = Header(bytes: bytes.withoutCarriageReturn, isOther: isOther) }
  }

  func listen(_ listener: @escaping @Sendable () -> Void) {
    state.withLock { $0.listener = listener }
  }

  func isIdle(for duration: Duration) -> Bool {
    let file = state.withLock { $0.file }
    let end = ContinuousClock.now + duration
    while true {
      // Of a file that was truncated or overwritten, the next read reports it.
      if file.size != file.position { return false }
      if ContinuousClock.now >= end { return duration == .zero || file.isIntact }
      usleep(Self.lookInterval)
    }
  }

  /// The polling interval in microseconds.
  private static let lookInterval: UInt32 = 10_000

  /// The polling interval of files that were renamed, whose changes the watcher does not notice.
  private static let renamedInterval = Duration.milliseconds(100)

  /// Sets whether more bytes are awaited.
  private func setWaiting(_ isWaiting: Bool) {
    let listener = state.withLock { state in
      let waitsInLine = isWaiting && state.endsInLine
      let isNew = state.isWaiting != isWaiting || state.waitsInLine != waitsInLine
      (state.isWaiting, state.waitsInLine) = (isWaiting, waitsInLine)
      return isNew ? state.listener : nil
    }
    listener?()
  }

  func readNext(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    try FeedError.naming(name) {
      while true {
        let (file, isStopped) = state.withLock { state in
          state.isAtRest = false
          return (state.file, state.isStopped)
        }
        if isStopped { return 0 }
        if state.withLock({ $0.needsLineFeed }) { return endLine(in: buffer) }
        if let count = try readRenamed(into: buffer) { return count }
        // Checked before reading: bytes appended until then belong to the old file.
        let next = try replacement(of: file.file)
        let count = try file.file.read(into: buffer, at: file.position)
        // Checked after reading: these bytes belong to what was read before, or to other contents.
        if let ending = change(of: file, readCount: count, isFull: count == buffer.count) {
          state.withLock { state in
            state.ending = ending
            state.firstByte = state.history.keep(file.lastBytes, of: file.file)
          }
          return 0
        }
        if count > 0, state.withLock({ $0.awaitsHeader }) {
          // The last line may be incomplete, unless nothing more is added.
          let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
          if skipHeader(in: bytes, isWhole: next != nil || count == buffer.count) { continue }
          if ending != nil { return 0 }
        } else if count > 0 {
          state.withLock { state in
            state.history.append(count, of: file)
            state.file.advance(over: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            state.endsInLine = buffer[count - 1] != 0x0A
          }
          if count == buffer.count { setWaiting(false) }
          return count
        }
        if let next {
          turn(to: next)
          continue
        }
        setWaiting(true)
        let (hasRenamed, isAtRest) = state.withLock { state in
          state.isAtRest = state.mayRest && state.renamed.isEmpty
          return (!state.renamed.isEmpty, state.isAtRest)
        }
        if isAtRest { return 0 }
        if watcher.wait(timeout: hasRenamed ? Self.renamedInterval : nil) == .stopped { return 0 }
      }
    }
  }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws -> Int {
    let history = state.withLock { $0.history }
    return try FeedError.naming(name) { try history.read(into: buffer, at: offset) }
  }

  func release(before offset: Int) { state.withLock { $0.history.release(before: offset) } }

  func stop() {
    state.withLock { $0.isStopped = true }
    watcher.stop()
  }

  /// Returns the reason for which the source ends if bytes that were read, and more that may
  /// follow, have changed; nil if they are still in the file.
  private func change(of file: FollowedFile, readCount: Int, isFull: Bool) -> Ending? {
    if readCount == 0, file.size < file.position { return .truncated }
    // Of many bytes in a row, checking the first and the last of them is enough.
    if isFull, !isWaiting { return nil }
    return file.isIntact ? nil : .overwritten
  }

  // MARK: Rotation

  /// Returns the file that now has the name, if it is another one.
  private func replacement(of file: FileDescriptor) throws -> FileDescriptor? {
    guard let revision = FileRevision(path: path),
      !revision.isSameFile(as: FileRevision(try file.status()))
    else { return nil }
    return try? FileDescriptor.open(readOnly: path)
  }

  /// Continues with another file.
  private func turn(to next: FileDescriptor) {
    state.withLock { state in
      state.file.lastGrowth = .now
      state.renamed.append(state.file)
      state.file = FollowedFile(file: next)
      state.needsLineFeed = state.endsInLine
      state.awaitsHeader = state.header != nil
    }
  }

  /// Skips the header at the start of a file that follows another one; returns `false` if more
  /// bytes are needed, or if the source has ended.
  private func skipHeader(in bytes: UnsafeRawBufferPointer, isWhole: Bool) -> Bool {
    state.withLock { state in
      guard let header = state.header else { return true }
      let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
      let lineCount = header.bytes.count { $0 == 0x0A } + 1
      let ends = bytes.indices.lazy.filter { bytes[$0] == 0x0A }.prefix(lineCount)
      let isComplete = ends.count == lineCount
      guard isComplete || isWhole else { return false }
      let end = isComplete ? ends.last ?? bytes.count : bytes.count
      let lines = Array(bytes[min(start, end)..<end]).withoutCarriageReturn
      if lines == header.bytes {
        state.file.advance(over: UnsafeRawBufferPointer(rebasing: bytes.prefix(end + 1)))
      } else if header.isOther(lines) {
        state.ending = .otherHeader
        return false
      }
      state.awaitsHeader = false
      return true
    }
  }

  /// Ends a line that is not complete.
  private func endLine(in buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard !buffer.isEmpty else { return 0 }
    buffer[0] = 0x0A
    state.withLock { state in
      state.history.append([0x0A])
      (state.endsInLine, state.needsLineFeed) = (false, false)
    }
    return 1
  }

  /// Reads lines that were added to files after these had been renamed; closes those to which
  /// nothing is added any more.
  ///
  /// - Returns: The number of bytes, which are whole lines; nil without any.
  private func readRenamed(into buffer: UnsafeMutableRawBufferPointer) throws -> Int? {
    let (renamed, endsInLine) = state.withLock { ($0.renamed, $0.endsInLine) }
    // No line is in the middle of another.
    guard !endsInLine, !buffer.isEmpty else { return nil }
    for (index, file) in renamed.enumerated() {
      let count = try file.file.read(into: buffer, at: file.position)
      let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
      let isLast = file.lastGrowth.duration(to: .now) > patience
      var length = bytes.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
      if length == 0, isLast || count == buffer.count { length = count }
      guard length > 0 else {
        if isLast { close(at: index) }
        if isLast { return try readRenamed(into: buffer) }
        continue
      }
      state.withLock { state in
        state.history.append(length, of: file)
        state.renamed[index].advance(over: UnsafeRawBufferPointer(rebasing: bytes.prefix(length)))
        state.renamed[index].lastGrowth = .now
        state.endsInLine = buffer[length - 1] != 0x0A
        state.needsLineFeed = state.endsInLine
      }
      return length
    }
    return nil
  }

  /// Closes a renamed file, unless it has many bytes that may be read again.
  private func close(at index: Int) {
    state.withLock { state in
      let file = state.renamed.remove(at: index)
      state.history.keepCopy(of: file.file)
    }
  }
}

extension [UInt8] {
  /// The bytes without a carriage return at the end.
  fileprivate var withoutCarriageReturn: [UInt8] { last == 0x0D ? dropLast() : self }
}
