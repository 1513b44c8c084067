/// The bytes that a followed source has returned, in the files in which they are.
struct FollowedHistory: Sendable {
  private enum Contents {
    /// A part of a file, from an offset on.
    case file(FileDescriptor, Int)
    case bytes([UInt8])
  }

  private struct Segment {
    var contents: Contents
    let start: Int
    var count: Int
    var end: Int { start + count }
  }

  private var segments: [Segment] = []
  private var end = 0

  /// The number of bytes of files that were closed.
  private var copyLength = 0

  /// The number of bytes that may be kept of a file that is closed, and of all of them.
  private static let (fileLimit, copyLimit) = (1 << 20, 16 << 20)

  var files: [FileDescriptor] {
    segments.compactMap { segment in
      if case .file(let file, _) = segment.contents { file } else { nil }
    }
  }

  /// Appends bytes that are in a file, from its position on.
  mutating func append(_ count: Int, of file: FollowedFile) {
    defer { end += count }
    if let last = segments.last, case .file(let other, let start) = last.contents,
      other === file.file, start + last.count == file.position
    {
      segments[segments.count - 1].count += count
    } else {
      segments.append(
        Segment(contents: .file(file.file, file.position), start: end, count: count))
    }
  }

  /// Appends bytes that are in no file.
  mutating func append(_ bytes: [UInt8]) {
    segments.append(Segment(contents: .bytes(bytes), start: end, count: bytes.count))
    end += bytes.count
  }

  /// Keeps the last bytes of a file in which others are in their place, and returns their offset.
  mutating func keep(_ bytes: [UInt8], of file: FileDescriptor) -> Int {
    guard let last = segments.last, case .file(let other, _) = last.contents, other === file else {
      return end
    }
    let kept = Array(bytes.suffix(last.count))
    let start = end - kept.count
    segments[segments.count - 1].count -= kept.count
    segments.append(Segment(contents: .bytes(kept), start: start, count: kept.count))
    copyLength += kept.count
    return start
  }

  /// Copies the bytes of a file, so that it can be closed, unless they are many.
  mutating func keepCopy(of file: FileDescriptor) {
    let own = segments.indices.filter { index in
      if case .file(let other, _) = segments[index].contents { other === file } else { false }
    }
    let length = own.reduce(0) { $0 + segments[$1].count }
    guard length <= Self.fileLimit, copyLength + length <= Self.copyLimit else { return }
    for index in own {
      guard case .file(_, let start) = segments[index].contents,
        let bytes = try? file.bytes(in: start..<start + segments[index].count),
        bytes.count == segments[index].count
      else { return }
      segments[index].contents = .bytes(bytes)
      copyLength += bytes.count
    }
  }

  /// Forgets bytes before an offset, and with them files that have no others.
  mutating func release(before offset: Int) {
    let count = segments.partitioningIndex { $0.end > offset }
    for case .bytes(let bytes) in segments[..<count].map(\.contents) { copyLength -= bytes.count }
    segments.removeFirst(count)
  }

  /// Reads bytes, until the buffer is full or they end.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws -> Int {
    var filled = 0
    for segment in segments[segments.partitioningIndex { $0.end > offset }...]
    where filled < buffer.count {
      let place = offset + filled - segment.start
      // It was released.
      guard place >= 0 else { return filled }
      let part = UnsafeMutableRawBufferPointer(
        rebasing: buffer[filled..<min(buffer.count, filled + segment.count - place)])
      switch segment.contents {
      case .bytes(let bytes): part.copyBytes(from: bytes[place..<place + part.count])
      case .file(let file, let start):
        let count = try file.read(into: part, at: start + place)
        guard count == part.count else { return filled + count }
      }
      filled += part.count
    }
    return filled
  }
}
