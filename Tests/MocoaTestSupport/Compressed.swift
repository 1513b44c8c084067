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

  /// One zstd frame.
  package static func zstd(_ bytes: [UInt8]) -> [UInt8] {
    let limit = ZSTD_compressBound(bytes.count)
    return [UInt8](unsafeUninitializedCapacity: limit) { output, count in
      count = ZSTD_compress(output.baseAddress, limit, bytes, bytes.count, 3)
      precondition(ZSTD_isError(count) == 0)
    }
  }
}
