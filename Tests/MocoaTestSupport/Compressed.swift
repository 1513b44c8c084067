import CBzip2
import CLzma
import CZlib
import CZstd
import Foundation

/// Bytes compressed by the libraries, so that tests need no program for it.
package enum Compressed {
  /// One gzip member.
  package static func gzip(_ bytes: [UInt8]) -> [UInt8] {
    var stream = z_stream()
    let size = CInt(MemoryLayout<z_stream>.size)
    precondition(
      deflateInit2_(
        &stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size) == Z_OK)
    defer { deflateEnd(&stream) }
    var input = bytes
    let limit = Int(deflateBound(&stream, uLong(bytes.count)))
    return input.withUnsafeMutableBufferPointer { input in
      stream.next_in = input.baseAddress
      stream.avail_in = uInt(input.count)
      return [UInt8](unsafeUninitializedCapacity: limit) { output, count in
        stream.next_out = output.baseAddress
        stream.avail_out = uInt(limit)
        precondition(deflate(&stream, Z_FINISH) == Z_STREAM_END)
        count = Int(stream.total_out)
      }
    }
  }

  /// One xz stream.
  package static func xz(_ bytes: [UInt8]) -> [UInt8] {
    let limit = lzma_stream_buffer_bound(bytes.count)
    return [UInt8](unsafeUninitializedCapacity: limit) { output, count in
      precondition(
        lzma_easy_buffer_encode(
          1, LZMA_CHECK_CRC32, nil, bytes, bytes.count, output.baseAddress, &count, limit)
          == LZMA_OK)
    }
  }

  /// One bzip2 stream.
  package static func bzip2(_ bytes: [UInt8]) -> [UInt8] {
    var (input, length) = (bytes.map { CChar(bitPattern: $0) }, UInt32(bytes.count * 2 + 600))
    var output = [CChar](repeating: 0, count: Int(length))
    precondition(
      BZ2_bzBuffToBuffCompress(&output, &length, &input, UInt32(input.count), 9, 0, 0) == BZ_OK)
    return output.prefix(Int(length)).map { UInt8(bitPattern: $0) }
  }

  /// One zstd frame.
  package static func zstd(_ bytes: [UInt8]) -> [UInt8] {
    let limit = ZSTD_compressBound(bytes.count)
    return [UInt8](unsafeUninitializedCapacity: limit) { output, count in
      count = ZSTD_compress(output.baseAddress, limit, bytes, bytes.count, 3)
      precondition(ZSTD_isError(count) == 0)
    }
  }
}
