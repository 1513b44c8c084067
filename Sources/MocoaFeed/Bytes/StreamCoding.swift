import CBzip2
import CLzma
import CZlib
import CZstd

/// How the bytes of a source are encoded, by the first of them: a compression, or UTF-16.
enum StreamCoding: CaseIterable {
  /// RFC 1952.
  case gzip
  /// RFC 8878.
  case zstd
  case xz, bzip2, lz4, zip
  case utf16LittleEndian, utf16BigEndian

  /// The first bytes.
  private var magic: [UInt8] {
    switch self {
    case .gzip: [0x1F, 0x8B]
    case .zstd: [0x28, 0xB5, 0x2F, 0xFD]
    case .xz: [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00]
    case .bzip2: [0x42, 0x5A, 0x68]
    case .lz4: [0x04, 0x22, 0x4D, 0x18]
    case .zip: [0x50, 0x4B, 0x03, 0x04]
    // Byte order marks.
    case .utf16LittleEndian: [0xFF, 0xFE]
    case .utf16BigEndian: [0xFE, 0xFF]
    }
  }

  /// Returns endings of the names of files, and those of such files that are compressed.
  static func endings(_ endings: [String]) -> [String] {
    endings.flatMap { end in ["", ".gz", ".zst", ".xz", ".bz2"].map { end + $0 } }
  }

  /// Detects the coding from the first bytes of a source; nil if they have none.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard let found = Self.allCases.first(where: { bytes.starts(with: $0.magic) }),
      // That of UTF-32.
      !bytes.starts(with: [0xFF, 0xFE, 0, 0])
    else { return nil }
    self = found
  }

  /// Returns whether more bytes are needed to detect the format.
  static func isUndecided(_ bytes: UnsafeRawBufferPointer) -> Bool {
    allCases.contains { bytes.count < $0.magic.count && $0.magic.starts(with: bytes) }
  }

  /// Creates a decoder; throws the command that decompresses an unsupported format.
  @Sendable func makeDecoder() throws(FeedError.Reason) -> any StreamDecoder {
    switch self {
    case .gzip: try InflateDecoder(.gzip)
    case .zstd: try ZstdDecoder()
    case .xz: try XZDecoder()
    case .bzip2: try Bzip2Decoder()
    case .utf16LittleEndian: UTF16Decoder(isBigEndian: false)
    case .utf16BigEndian: UTF16Decoder(isBigEndian: true)
    case .lz4, .zip: throw notDecoded
    }
  }

  /// The error for bytes that are not decoded, with the command that does it.
  var notDecoded: FeedError.Reason {
    .compressed(format: "\(self)", command: self == .zip ? "unzip -p" : "\(self) -dc")
  }
}

/// Decodes bytes incrementally, on one thread.
protocol StreamDecoder: AnyObject {
  /// Decodes as much of the input as the output has room for, and removes it; returns the number of
  /// bytes written.
  func decode(
    _ input: inout Slice<UnsafeRawBufferPointer>, into output: UnsafeMutableRawBufferPointer
  ) throws(FeedError.Reason) -> Int

  /// A Boolean value that indicates whether the input may end here.
  var isComplete: Bool { get }

  /// A Boolean value that indicates whether no more input belongs to what is decoded.
  var hasEnded: Bool { get }

  /// The name of the format.
  var format: String { get }
}

extension StreamDecoder {
  var hasEnded: Bool { false }
}

/// Decompresses what is deflated (RFC 1951): as it is, or in the concatenated members of gzip
/// (RFC 1952), with trailing zeros as on tapes.
final class InflateDecoder: StreamDecoder {
  /// What is around the compressed bytes.
  enum Wrapper: CInt {
    case raw = -15
    case gzip = 31
  }

  let format = "gzip"
  private var stream = z_stream()
  private var memberCount = 0
  private(set) var isComplete = false

  init(_ wrapper: Wrapper) throws(FeedError.Reason) {
    guard czlib_inflate_init(&stream, wrapper.rawValue) == Z_OK else {
      throw .corrupt("gzip", "no memory")
    }
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

/// Decompresses xz: one or more streams, with zeros between them.
final class XZDecoder: StreamDecoder {
  let format = "xz"
  private var stream = lzma_stream()
  private var streamCount = 0
  private(set) var isComplete = false

  /// The memory that a stream may need: well above the 64 MiB of the highest level.
  private static let memoryLimit: UInt64 = 1 << 30

  init() throws(FeedError.Reason) { try begin() }

  deinit { lzma_end(&stream) }

  private func begin() throws(FeedError.Reason) {
    guard lzma_stream_decoder(&stream, Self.memoryLimit, 0) == LZMA_OK else {
      throw .corrupt("xz", "no memory")
    }
  }

  func decode(
    _ input: inout Slice<UnsafeRawBufferPointer>, into output: UnsafeMutableRawBufferPointer
  ) throws(FeedError.Reason) -> Int {
    if isComplete {
      input = input.drop { $0 == 0 }
      guard let first = input.first else { return 0 }
      // The decoder would wait for twelve bytes.
      guard first == 0xFD else { throw .corrupt("xz", "other bytes follow it") }
      isComplete = false
      try begin()
    }
    stream.next_in = UnsafeRawBufferPointer(rebasing: input).bindMemory(to: UInt8.self).baseAddress
    stream.avail_in = input.count
    stream.next_out = output.bindMemory(to: UInt8.self).baseAddress
    stream.avail_out = output.count
    let result = lzma_code(&stream, LZMA_RUN)
    input = input.dropFirst(input.count - stream.avail_in)
    switch result {
    case LZMA_OK, LZMA_BUF_ERROR: break
    case LZMA_STREAM_END:
      isComplete = true
      streamCount += 1
    case LZMA_FORMAT_ERROR where streamCount > 0: throw .corrupt("xz", "other bytes follow it")
    case LZMA_MEMLIMIT_ERROR: throw .corrupt("xz", "it needs more than a gigabyte of memory")
    default: throw .corrupt("xz", "error \(result.rawValue)")
    }
    return output.count - stream.avail_out
  }
}

/// Decompresses bzip2: one or more streams.
final class Bzip2Decoder: StreamDecoder {
  let format = "bzip2"
  private var stream = bz_stream()
  private var streamCount = 0
  private(set) var isComplete = false

  init() throws(FeedError.Reason) { try begin() }

  deinit { BZ2_bzDecompressEnd(&stream) }

  private func begin() throws(FeedError.Reason) {
    guard BZ2_bzDecompressInit(&stream, 0, 0) == BZ_OK else { throw .corrupt("bzip2", "no memory") }
  }

  func decode(
    _ input: inout Slice<UnsafeRawBufferPointer>, into output: UnsafeMutableRawBufferPointer
  ) throws(FeedError.Reason) -> Int {
    if isComplete {
      guard !input.isEmpty else { return 0 }
      isComplete = false
      BZ2_bzDecompressEnd(&stream)
      try begin()
    }
    stream.next_in = UnsafeMutablePointer(
      mutating: UnsafeRawBufferPointer(rebasing: input).bindMemory(to: CChar.self).baseAddress)
    stream.avail_in = UInt32(clamping: input.count)
    stream.next_out = output.bindMemory(to: CChar.self).baseAddress
    stream.avail_out = UInt32(clamping: output.count)
    let (wanted, room) = (stream.avail_in, stream.avail_out)
    let result = BZ2_bzDecompress(&stream)
    input = input.dropFirst(Int(wanted - stream.avail_in))
    switch result {
    case BZ_OK: break
    case BZ_STREAM_END:
      isComplete = true
      streamCount += 1
    case BZ_DATA_ERROR_MAGIC where streamCount > 0:
      throw .corrupt("bzip2", "other bytes follow it")
    default: throw .corrupt("bzip2", "error \(result)")
    }
    return Int(room - stream.avail_out)
  }
}

/// Converts UTF-16 to UTF-8.
///
/// A surrogate alone becomes three bytes that are no UTF-8 either, so that it is reported as such.
final class UTF16Decoder: StreamDecoder {
  let format = "UTF-16"
  private let isBigEndian: Bool
  private var isAtMark = true

  /// The first byte of a unit, and the first unit of a pair.
  private var byte: UInt8?
  private var surrogate: UInt16?

  init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

  var isComplete: Bool { byte == nil && surrogate == nil }

  func decode(
    _ input: inout Slice<UnsafeRawBufferPointer>, into output: UnsafeMutableRawBufferPointer
  ) throws(FeedError.Reason) -> Int {
    var count = 0
    func write(_ unit: UInt16) {
      write([
        0xE0 | UInt8(unit >> 12), 0x80 | UInt8(unit >> 6 & 0x3F), 0x80 | UInt8(unit & 0x3F),
      ])
    }
    func write(_ bytes: some Sequence<UInt8>) {
      for byte in bytes {
        output[count] = byte
        count += 1
      }
    }
    // A unit takes at most three bytes, behind those of a surrogate alone.
    while count + 6 <= output.count, let next = input.popFirst() {
      guard let first = byte else {
        byte = next
        continue
      }
      byte = nil
      let (high, low) = isBigEndian ? (first, next) : (next, first)
      let unit = UInt16(high) << 8 | UInt16(low)
      defer { isAtMark = false }
      if isAtMark { continue }
      if let lead = surrogate {
        surrogate = nil
        let bits = UInt32(lead & 0x3FF) << 10 | UInt32(unit & 0x3FF)
        if UTF16.isTrailSurrogate(unit), let scalar = Unicode.Scalar(0x10000 + bits) {
          write(UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
          continue
        }
        write(lead)
      }
      if unit < 0x80 {
        output[count] = UInt8(unit)
        count += 1
      } else if UTF16.isLeadSurrogate(unit) {
        surrogate = unit
      } else if let encoded = Unicode.Scalar(unit).flatMap({ UTF8.encode($0) }) {
        write(encoded)
      } else {
        write(unit)
      }
    }
    return count
  }
}
