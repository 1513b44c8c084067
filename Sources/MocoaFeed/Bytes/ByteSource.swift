/// Where the bytes of a feed come from.
///
/// One thread reads the bytes in order with `readNext`, once. From then on they can be read again
/// at any offset and from any thread with `read`; where the origin cannot do that, the source keeps
/// a copy on disk.
public protocol ByteSource: Sendable {
  /// What people know the source as: a path, `standard input`.
  var name: String { get }

  /// The number of bytes in the whole source, or nil where that is not known before the end.
  var size: Int? { get }

  /// Reads the next bytes into a buffer; waits for them where the source is still being written.
  ///
  /// - Returns: How many; 0 at the end, and after `stop`.
  /// - Throws: A `FeedError`.
  func readNext(into buffer: UnsafeMutableRawBufferPointer) throws -> Int

  /// Reads bytes that `readNext` has passed, from any thread, until the buffer is full or the
  /// bytes end.
  ///
  /// - Returns: How many.
  /// - Throws: A `FeedError`.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws -> Int

  /// Whether `readNext` would have to wait for longer than some time; it takes so long to know.
  func isIdle(for duration: Duration) -> Bool

  /// Whether bytes that `readNext` has passed may be others by now.
  var hasChanged: Bool { get }

  /// A Boolean value that indicates whether all bytes can be read again without a copy of them.
  var canReadAgain: Bool { get }

  /// Allows the source to forget bytes that `readNext` has passed: nobody will read them again.
  func release(before offset: Int)

  /// Makes `readNext`, where it waits, come back with 0, and every later one too.
  func stop()
}

extension ByteSource {
  /// Never: the bytes are there.
  public func isIdle(for duration: Duration) -> Bool { false }

  /// Never: the bytes stay as they are.
  public var hasChanged: Bool { false }

  public var canReadAgain: Bool { true }

  public func release(before offset: Int) {}

  /// The bytes of a range, fewer where the source has become shorter.
  func bytes(in range: Range<Int>) throws -> [UInt8] {
    try [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
      count = try read(into: UnsafeMutableRawBufferPointer(buffer), at: range.lowerBound)
    }
  }
}

/// A source whose state changes by itself, not only with the bytes that it gives.
protocol ListenedSource: ByteSource {
  /// Has a closure called, on any thread, when the state has changed.
  func listen(_ listener: @escaping @Sendable () -> Void)
}
