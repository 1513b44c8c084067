import CZlib
import CZstd

/// A compression format, detected from the first bytes.
enum Compression: CaseIterable {
  /// RFC 1952.
  case gzip
  /// RFC 8878.
  case zstd
  case xz, bzip2, lz4, zip

  /// The first bytes.
  private var magic: [UInt8] {
    switch self {
    case .gzip: [0x1F, 0x8B]
    case .zstd: [0x28, 0xB5, 0x2F, 0xFD]
    case .xz: [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00]
    case .bzip2: [0x42, 0x5A, 0x68]
    case .lz4: [0x04, 0x22, 0x4D, 0x18]
    case .zip: [0x50, 0x4B, 0x03, 0x04]
    }
  }

  /// Detects the format from the first bytes of a source; nil if they are not compressed.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard let found = Self.allCases.first(where: { bytes.starts(with: $0.magic) }) else {
      return nil
    }
    self = found
  }

  /// Returns whether more bytes are needed to detect the format.
  static func isUndecided(_ bytes: UnsafeRawBufferPointer) -> Bool {
    allCases.contains { bytes.count < $0.magic.count && $0.magic.starts(with: bytes) }
  }

  /// Creates a decoder.
  ///
  /// - Throws: For an unsupported format, a `FeedError.Reason` with the command that decompresses
  ///   it.
  func makeDecoder() throws(FeedError.Reason) -> any StreamDecoder {
    switch self {
    case .gzip: try GzipDecoder()
    case .zstd: try ZstdDecoder()
    case .xz, .bzip2, .lz4: throw .compressed(format: "\(self)", command: "\(self) -dc")
    case .zip: throw .compressed(format: "zip", command: "unzip -p")
    }
  }
}

/// Decompresses bytes incrementally, on one thread.
protocol StreamDecoder: AnyObject {
  /// Decompresses as much of the input as the output has room for.
  ///
  /// - Parameters:
  ///   - input: The bytes; those that were consumed are removed.
  ///   - output: The destination.
  /// - Returns: The number of bytes written to the output.
  /// - Throws: A `FeedError.Reason` if the input is damaged.
  func decode(
    _ input: inout Slice<UnsafeRawBufferPointer>, into output: UnsafeMutableRawBufferPointer
  ) throws(FeedError.Reason) -> Int

  /// A Boolean value that indicates whether the input may end here.
  var isComplete: Bool { get }

  /// The name of the format.
  var format: String { get }
}

/// Decompresses gzip: concatenated members (RFC 1952), and trailing zeros as on tapes.
final class GzipDecoder: StreamDecoder {
  let format = "gzip"
  private var stream = z_stream()
  private var memberCount = 0
  private(set) var isComplete = false

  init() throws(FeedError.Reason) {
    guard czlib_inflate_init_gzip(&stream) == Z_OK else { throw .corrupt("gzip", "no memory") }
  }

  deinit { inflateEnd(&stream) }

  func decode(
    _ input: inout Slice<UnsafeRawBufferPointer>, into output: UnsafeMutableRawBufferPointer
  ) throws(FeedError.Reason) -> Int {
    if isComplete {
      input = input.drop { $0 == 0 }
      guard !input.isEmpty else { return 0 }
      isComplete = false
      inflateReset(&stream)
    }
    let bytes = UnsafeRawBufferPointer(rebasing: input)
    stream.next_in = UnsafeMutablePointer(
      mutating: bytes.baseAddress?.assumingMemoryBound(to: Bytef.self))
    stream.avail_in = uInt(clamping: bytes.count)
    stream.next_out = output.baseAddress?.assumingMemoryBound(to: Bytef.self)
    stream.avail_out = uInt(clamping: output.count)
    let (wanted, room) = (stream.avail_in, stream.avail_out)
    let result = inflate(&stream, Z_NO_FLUSH)
    input = input.dropFirst(Int(wanted - stream.avail_in))
    switch result {
    case Z_OK, Z_BUF_ERROR: break
    case Z_STREAM_END:
      isComplete = true
      memberCount += 1
    default:
      let isHeader = memberCount > 0 && stream.total_out == 0
      let detail = isHeader ? "other bytes follow it" : stream.msg.map { String(cString: $0) }
      throw .corrupt("gzip", detail ?? "error \(result)")
    }
    return Int(room - stream.avail_out)
  }
}

/// Decompresses zstd: one or more frames (RFC 8878).
final class ZstdDecoder: StreamDecoder {
  let format = "zstd"
  private let context: OpaquePointer
  private(set) var isComplete = false

  init() throws(FeedError.Reason) {
    guard let context = ZSTD_createDCtx() else { throw .corrupt("zstd", "no memory") }
    self.context = context
  }

  deinit { ZSTD_freeDCtx(context) }

  func decode(
    _ input: inout Slice<UnsafeRawBufferPointer>, into output: UnsafeMutableRawBufferPointer
  ) throws(FeedError.Reason) -> Int {
    if isComplete, input.isEmpty { return 0 }
    let bytes = UnsafeRawBufferPointer(rebasing: input)
    var source = ZSTD_inBuffer(src: bytes.baseAddress, size: bytes.count, pos: 0)
    var target = ZSTD_outBuffer(dst: output.baseAddress, size: output.count, pos: 0)
    let wasComplete = isComplete
    let result = ZSTD_decompressStream(context, &target, &source)
    input = input.dropFirst(source.pos)
    guard ZSTD_isError(result) == 0 else {
      let detail = String(cString: ZSTD_getErrorName(result))
      throw .corrupt("zstd", wasComplete ? "other bytes follow it" : detail)
    }
    isComplete = result == 0
    return target.pos
  }
}
