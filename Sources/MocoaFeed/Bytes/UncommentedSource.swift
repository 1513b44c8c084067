/// JSON with comments and trailing commas (JSONC), converted to JSON.
///
/// Comments and trailing commas are replaced by blanks, so that positions in errors are those of
/// the file. It is read at once and kept in memory, as such files are written by hand.
final class UncommentedSource: ByteSource {
  let name: String
  private let source: any ByteSource
  private let content = Monitor<MemorySource?>(nil)

  /// The maximum number of bytes.
  private static let limit = 64 << 20

  /// Creates a source of the bytes of another one.
  init(_ source: any ByteSource) { (self.source, name) = (source, source.name) }

  /// Returns whether the extension of a file is one of JSON with comments.
  static func isNamed(_ name: String) -> Bool {
    let compressed = StreamCoding.extensions.map { ".jsonc" + $0 }
    return ([".jsonc", ".json5", ".code-workspace"] + compressed).contains {
      name.lowercased().hasSuffix($0)
    }
  }

  var size: Int? { source.size }
  var hasChanged: Bool { source.hasChanged }
  var isOverwritten: Bool { source.isOverwritten }
  var canReadAgain: Bool { source.canReadAgain }

  func readNext(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    try readAll().readNext(into: buffer)
  }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
    content.withLock { $0 }?.read(into: buffer, at: offset) ?? 0
  }

  func stop() { source.stop() }

  /// Reads everything, on the only thread that calls `readNext`.
  private func readAll() throws -> MemorySource {
    if let content = content.withLock({ $0 }) { return content }
    var bytes: [UInt8] = []
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
    defer { buffer.deallocate() }
    while true {
      let count = try source.readNext(into: buffer)
      if count == 0 { break }
      bytes += UnsafeRawBufferPointer(rebasing: buffer[..<count])
      guard bytes.count <= Self.limit else {
        throw FeedError(
          source: name, reason: .unreadable("JSON with comments is read up to 64 MB only"))
      }
    }
    Self.blank(&bytes)
    let content = MemorySource(bytes, name: name)
    self.content.withLock { $0 = content }
    return content
  }

  /// Replaces comments and trailing commas by blanks.
  static func blank(_ bytes: inout [UInt8]) {
    var position = 0
    // The last comma, while only blanks and comments follow it.
    var comma: Int?
    while position < bytes.count {
      let next = position + 1 < bytes.count ? bytes[position + 1] : 0
      switch bytes[position] {
      case UInt8(ascii: "\""):
        comma = nil
        position += 1
        while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
          position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
        }
      case UInt8(ascii: "/") where next == UInt8(ascii: "/"):
        while position < bytes.count, bytes[position] != 0x0A, bytes[position] != 0x0D {
          bytes[position] = 0x20
          position += 1
        }
        continue
      case UInt8(ascii: "/") where next == UInt8(ascii: "*"):
        guard let end = endOfComment(in: bytes, from: position + 2) else { return }
        for index in position..<end where bytes[index] != 0x0A && bytes[index] != 0x0D {
          bytes[index] = 0x20
        }
        position = end
        continue
      case UInt8(ascii: ","): comma = position
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        if let comma { bytes[comma] = 0x20 }
        comma = nil
      case let byte where !byte.isJSONWhitespace: comma = nil
      default: break
      }
      position += 1
    }
  }

  /// Returns the position after a comment; nil if it is not closed.
  private static func endOfComment(in bytes: [UInt8], from start: Int) -> Int? {
    var position = start
    while position + 1 < bytes.count {
      if bytes[position] == UInt8(ascii: "*"), bytes[position + 1] == UInt8(ascii: "/") {
        return position + 2
      }
      position += 1
    }
    return nil
  }
}
