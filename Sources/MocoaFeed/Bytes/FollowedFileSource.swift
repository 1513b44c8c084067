import Glibc

/// A growing file: its bytes, then those appended to it, without end.
///
/// If the file is replaced by another with its name, as in log rotation, the bytes of the new file
/// follow those of the old one on a new line. If it becomes shorter, the source ends and reports
/// that.
final class FollowedFileSource: ByteSource, ListenedSource {
  /// The bytes of one file, or a line feed between two.
  private struct Segment {
    var file: FileDescriptor?
    var start: Int
    var count = 0
    var end: Int { start + count }
  }

  private struct State {
    var segments: [Segment]
    var endsInLine = false
    var isStopped = false
    var isTruncated = false
    var isWaiting = false
    var listener: (@Sendable () -> Void)?
  }

  /// The name of the source in errors.
  let name: String
  var size: Int? { nil }
  private let path: String
  private let watcher: FileWatcher
  private let state: Monitor<State>

  /// Creates a source of an open file, which it owns.
  init(_ file: FileDescriptor, path: String) {
    name = path.shownName
    self.path = path
    watcher = FileWatcher(path: path)
    state = Monitor(State(segments: [Segment(file: file, start: 0)]))
  }

  /// A Boolean value that indicates whether the source ended because the file became shorter.
  var isTruncated: Bool { state.withLock { $0.isTruncated } }

  /// A Boolean value that indicates whether the file became shorter.
  var hasChanged: Bool { isTruncated }

  /// A Boolean value that indicates whether all bytes have been read and more are awaited.
  var isWaiting: Bool { state.withLock { $0.isWaiting } }

  /// The number of bytes that the file has now.
  var presentSize: Int {
    let file = state.withLock { $0.segments.last?.file }
    return (try? file?.status()).map { Int($0.st_size) } ?? 0
  }

  func listen(_ listener: @escaping @Sendable () -> Void) {
    state.withLock { $0.listener = listener }
  }

  func isIdle(for duration: Duration) -> Bool {
    guard let segment = state.withLock({ $0.segments.last }), let file = segment.file else {
      return false
    }
    let end = ContinuousClock.now + duration
    while true {
      if let status = try? file.status(), Int(status.st_size) > segment.count { return false }
      if ContinuousClock.now >= end { return true }
      usleep(Self.lookInterval)
    }
  }

  /// The polling interval in microseconds.
  private static let lookInterval: UInt32 = 10_000

  /// Sets whether more bytes are awaited.
  private func setWaiting(_ isWaiting: Bool) {
    let listener = state.withLock { state in
      let isNew = state.isWaiting != isWaiting
      state.isWaiting = isWaiting
      return isNew ? state.listener : nil
    }
    listener?()
  }

  func readNext(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    try FeedError.naming(name) {
      while true {
        let (segment, isStopped) = state.withLock { ($0.segments.last, $0.isStopped) }
        guard let segment, let file = segment.file, !isStopped else { return 0 }
        // Checked before reading: bytes appended until then belong to the old file.
        let next = try replacement(of: file)
        let count = try file.read(into: buffer, at: segment.count)
        if count > 0 {
          add(count, isLineOpen: buffer[count - 1] != 0x0A)
          if count == buffer.count { setWaiting(false) }
          return count
        }
        if Int(try file.status().st_size) < segment.count {
          state.withLock { $0.isTruncated = true }
          return 0
        }
        if let next {
          if turn(to: next, at: segment.end) { return Self.copyLineFeed(to: buffer) }
          continue
        }
        setWaiting(true)
        if watcher.wait() == .stopped { return 0 }
      }
    }
  }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws -> Int {
    let segments = state.withLock { $0.segments }
    var filled = 0
    for segment in segments where segment.end > offset + filled && filled < buffer.count {
      let start = offset + filled - segment.start
      let part = UnsafeMutableRawBufferPointer(
        rebasing: buffer[filled..<min(buffer.count, filled + segment.count - start)])
      guard let file = segment.file else {
        filled += Self.copyLineFeed(to: part)
        continue
      }
      let count = try FeedError.naming(name) { try file.read(into: part, at: start) }
      filled += count
      if count < part.count { return filled }
    }
    return filled
  }

  func stop() {
    state.withLock { $0.isStopped = true }
    watcher.stop()
  }

  private func add(_ count: Int, isLineOpen: Bool) {
    state.withLock { state in
      state.segments[state.segments.count - 1].count += count
      state.endsInLine = isLineOpen
    }
  }

  /// Returns the file that now has the name, if it is another one.
  private func replacement(of file: FileDescriptor) throws -> FileDescriptor? {
    guard let revision = FileRevision(path: path),
      !revision.isSameFile(as: FileRevision(try file.status()))
    else { return nil }
    return try? FileDescriptor.open(readOnly: path)
  }

  /// Continues with another file.
  ///
  /// - Returns: `true` if a line feed precedes its bytes.
  private func turn(to next: FileDescriptor, at end: Int) -> Bool {
    state.withLock { state in
      let needsLineFeed = state.endsInLine
      if needsLineFeed { state.segments.append(Segment(file: nil, start: end, count: 1)) }
      state.segments.append(Segment(file: next, start: end + (needsLineFeed ? 1 : 0)))
      state.endsInLine = false
      return needsLineFeed
    }
  }

  private static func copyLineFeed(to buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard !buffer.isEmpty else { return 0 }
    buffer[0] = 0x0A
    return 1
  }
}
