/// Bytes in memory.
public final class MemorySource: ByteSource {
  /// The name of the source in errors.
  public let name: String
  public let fileName: String
  private let bytes: [UInt8]
  private let chunk: Int
  private let position = Monitor(0)

  public var size: Int? { bytes.count }

  public let modificationTime: Int?

  /// Creates a source of bytes.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - name: The name of the source in errors.
  ///   - fileName: The name of the file that has the bytes, by which the format may be known; nil
  ///     means the name of the source.
  ///   - chunk: The maximum number of bytes returned at once.
  ///   - modificationTime: The time of the file that has the bytes, in seconds since 1970.
  public init(
    _ bytes: [UInt8], name: String = "memory", fileName: String? = nil, chunk: Int = .max,
    modificationTime: Int? = nil
  ) {
    precondition(chunk > 0, "A chunk must have at least one byte.")
    (self.bytes, self.name) = (bytes, name)
    self.fileName = fileName ?? name
    (self.chunk, self.modificationTime) = (chunk, modificationTime)
  }

  /// Creates a source of text.
  public convenience init(_ text: String, name: String = "memory", chunk: Int = .max) {
    self.init(Array(text.utf8), name: name, chunk: chunk)
  }

  public func readNext(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    position.withLock { position in
      let count = min(buffer.count, chunk, bytes.count - position)
      buffer.copyBytes(from: bytes[position..<position + count])
      position += count
      return count
    }
  }

  public func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
    let count = max(0, min(buffer.count, bytes.count - offset))
    if count > 0 { buffer.copyBytes(from: bytes[offset..<offset + count]) }
    return count
  }

  public func stop() {
    position.withLock { $0 = bytes.count }
  }
}
