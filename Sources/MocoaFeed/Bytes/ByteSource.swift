/// The bytes of a feed.
///
/// One thread reads the bytes in order with `readNext`, once. After that they can be read again at
/// any offset and from any thread with `read`; if the origin does not support that, the source
/// keeps a copy on disk.
public protocol ByteSource: Sendable {
  /// The display name of the source: a path, `standard input`.
  var name: String { get }

  /// The name of the file, or the address, which may show the format; empty for the output of a
  /// command, of which only the contents do. By default the name of the source.
  var fileName: String { get }

  /// The number of bytes in the whole source, or nil if that is unknown until the end.
  var size: Int? { get }

  /// The time of the last modification of a file that does not grow, in seconds since 1970; nil for
  /// other sources.
  var modificationTime: Int? { get }

  /// Reads the next bytes into a buffer; blocks while the source is still being written.
  ///
  /// - Returns: The number of bytes; 0 at the end, and after `stop`.
  /// - Throws: A `FeedError`.
  func readNext(into buffer: UnsafeMutableRawBufferPointer) throws -> Int

  /// Reads again from any thread, until the buffer is full or the bytes end.
  ///
  /// - Returns: The number of bytes.
  /// - Throws: A `FeedError`.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws -> Int

  /// Returns whether `readNext` would block for longer than a duration; takes up to that long.
  func isIdle(for duration: Duration) -> Bool

  /// A Boolean value that indicates whether bytes that `readNext` has returned may have changed.
  var hasChanged: Bool { get }

  /// A Boolean value that indicates whether bytes that were read have been overwritten, as far as
  /// that can be known.
  ///
  /// It may read samples of all bytes, so use it once after all rows were read; `hasChanged` is
  /// cheap.
  var isOverwritten: Bool { get }

  /// A Boolean value that indicates whether all bytes can be read again without a copy of them.
  var canReadAgain: Bool { get }

  /// Allows the source to discard bytes that `readNext` has returned and that are no longer needed.
  func release(before offset: Int)

  /// Notes on what was merged, withheld or left out, without the name of the source.
  var notices: [String] { get }

  /// Ends a blocked `readNext`, which then returns 0, as does every later call.
  func stop()
}

extension ByteSource {
  public var fileName: String { name }

  public var modificationTime: Int? { nil }

  /// Always `false`: the bytes are available.
  public func isIdle(for duration: Duration) -> Bool { false }

  /// Always `false`: the bytes do not change.
  public var hasChanged: Bool { false }

  /// The same as `hasChanged`.
  public var isOverwritten: Bool { hasChanged }

  public var canReadAgain: Bool { true }

  public func release(before offset: Int) {}

  public var notices: [String] { [] }

  /// The name of the file, or the path of the address, in lower case: the only one that is looked
  /// at for a format.
  var filePath: String {
    let name = fileName.lowercased()
    let isAddress = ["http://", "https://"].contains(where: name.hasPrefix)
    return isAddress ? String(name.prefix { !"?#".contains($0) }) : name
  }

  /// Returns whether the name of the file, or the path of the address, has one of some endings.
  func isNamed(_ endings: [String]) -> Bool {
    endings.contains(where: filePath.hasSuffix)
  }

  /// Returns the bytes of a range; fewer if the source has become shorter.
  func bytes(in range: Range<Int>) throws -> [UInt8] {
    // For no bytes, the standard library would write to the empty array that all threads share.
    guard !range.isEmpty else { return [] }
    return try [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
      count = try read(into: UnsafeMutableRawBufferPointer(buffer), at: range.lowerBound)
    }
  }
}

/// A source whose state also changes independently of the bytes that it returns.
protocol ListenedSource: ByteSource {
  /// Registers a closure that is called, on any thread, after the state has changed.
  func listen(_ listener: @escaping @Sendable () -> Void)
}

/// A source that may grow without end.
protocol GrowingSource: ListenedSource {
  /// A Boolean value that indicates whether more bytes may be appended after those of now.
  var mayGrow: Bool { get }

  /// A Boolean value that indicates whether all bytes have been read and more are awaited.
  var isWaiting: Bool { get }

  /// A Boolean value that indicates whether the last line has no end yet, and is not known to be
  /// whole, as more bytes are awaited: all rows before it have been found.
  var endsInLine: Bool { get }

  /// Declares the last line whole.
  func endLine()
}
