import MocoaSystem

/// A file that can be read at any offset.
///
/// It is never mapped and never entirely in memory. Its size is that at the time of opening: bytes
/// appended later are not read.
final class FileSource: ByteSource {
  /// The name of the source in errors.
  let name: String
  let size: Int?
  let modificationTime: Int?
  private let file: FileDescriptor
  private let revision: FileRevision
  private let changeTime: timespec
  private let samples = ByteSamples()
  private let start: Int
  private let end: Int
  private let position: Monitor<Int>
  /// The last bytes, which do not change if more bytes are appended.
  private let tail: [UInt8]

  /// Creates a source of an open file, which it owns, from the file's current position on.
  init(_ file: FileDescriptor, name: String) throws {
    (self.file, self.name) = (file, name)
    start = max(0, Int(lseek(file.number, 0, SEEK_CUR)))
    let status = try file.status()
    revision = FileRevision(status)
    changeTime = status.st_ctim
    modificationTime = Int(status.st_mtim.tv_sec)
    end = max(start, Int(status.st_size))
    size = end - start
    position = Monitor(0)
    tail = Self.tail(of: file, from: start, to: end)
    _ = posix_fadvise(file.number, 0, 0, POSIX_FADV_SEQUENTIAL)
  }

  func readNext(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    try position.withLock { position in
      let count = try read(into: buffer, at: position)
      position += count
      return count
    }
  }

  /// Moves `readNext` forward to an offset, unless it is already past that.
  func skip(to offset: Int) { position.withLock { $0 = max($0, offset) } }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws -> Int {
    let count = max(0, min(buffer.count, end - start - offset))
    guard count > 0 else { return 0 }
    let length = try FeedError.naming(name) {
      try file.read(into: .init(rebasing: buffer[..<count]), at: start + offset)
    }
    samples.add(UnsafeRawBufferPointer(rebasing: buffer[..<length]), at: offset)
    return length
  }

  /// A Boolean value that indicates whether the file was overwritten or truncated since it was
  /// opened; bytes that were only appended do not count.
  var hasChanged: Bool {
    guard let status = try? file.status(), FileRevision(status) != revision else { return false }
    return Int(status.st_size) <= end || Self.tail(of: file, from: start, to: end) != tail
  }

  /// Compares samples of the bytes that were read if the file is not as it was when it was opened.
  ///
  /// The time of change of a file, unlike that of its modification, cannot be set back. It also
  /// changes where the file gets another name or mode, and where bytes are appended.
  var isOverwritten: Bool {
    guard let status = try? file.status() else { return true }
    let time = status.st_ctim
    let isSame =
      FileRevision(status) == revision && time.tv_sec == changeTime.tv_sec
      && time.tv_nsec == changeTime.tv_nsec
    return !isSame
      && (hasChanged || Self.tail(of: file, from: start, to: end) != tail
        || !samples.matches { buffer, offset in
          try file.read(into: buffer, at: self.start + offset)
        })
  }

  private static func tail(of file: FileDescriptor, from start: Int, to end: Int) -> [UInt8] {
    let count = min(end - start, 256)
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, length in
      length = (try? file.read(into: .init(buffer), at: end - count)) ?? 0
    }
  }

  func stop() {
    position.withLock { $0 = end - start }
  }
}
