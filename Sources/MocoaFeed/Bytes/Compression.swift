import Dispatch

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Ways to compress that are seen from the first bytes, and undone by tools of the system.
enum Compression: CaseIterable {
  /// RFC 1952.
  case gzip
  /// RFC 8878.
  case zstd

  /// The first bytes (RFC 1952 section 2.3.1, RFC 8878 section 3.1.1).
  private var magic: [UInt8] {
    switch self {
    case .gzip: [0x1F, 0x8B]
    case .zstd: [0x28, 0xB5, 0x2F, 0xFD]
    }
  }

  /// The command that undoes it, from standard input to standard output.
  var command: [String] {
    switch self {
    case .gzip: ["gzip", "-dc"]
    case .zstd: ["zstd", "-dc", "-q"]
    }
  }

  /// Sees from the first bytes how they are compressed; nil where they are not.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard let found = Self.allCases.first(where: { bytes.starts(with: $0.magic) }) else {
      return nil
    }
    self = found
  }

  /// Whether more bytes are needed to see it.
  static func isUndecided(_ bytes: UnsafeRawBufferPointer) -> Bool {
    allCases.contains { bytes.count < $0.magic.count && $0.magic.starts(with: bytes) }
  }

  /// How the bytes of a file are compressed, from its position on.
  static func of(_ file: FileDescriptor) throws -> Compression? {
    let start = max(0, Int(lseek(file.number, 0, SEEK_CUR)))
    var bytes = [UInt8](repeating: 0, count: 4)
    let count = try bytes.withUnsafeMutableBytes { try file.read(into: $0, at: start) }
    return bytes.prefix(count).withUnsafeBytes { Compression($0) }
  }
}

/// Carries bytes from a stream to a command that reads them.
///
/// It goes through a socket, since writing to a pipe that nobody reads any more is a signal.
final class StreamPump: Sendable {
  /// What the command reads.
  let reader: FileDescriptor

  private let writer: FileDescriptor
  private let stream: FileDescriptor
  private let wake: FileDescriptor

  /// Prepares to carry a stream until its end, or until another file can be read.
  init(from stream: FileDescriptor, until wake: FileDescriptor) throws {
    (reader, writer) = try FileDescriptor.socketPair()
    self.stream = stream
    self.wake = wake
  }

  /// Starts, with bytes that have been read from the stream before.
  func start(with first: [UInt8]) {
    DispatchQueue(label: "mocoa.pump", qos: .userInitiated).async { [writer, stream, wake] in
      var buffer = first
      var count = first.count
      while count > 0 {
        guard Self.send(buffer.prefix(count), to: writer) else { break }
        if buffer.count < 64 * 1024 { buffer = [UInt8](repeating: 0, count: 64 * 1024) }
        guard stream.waitForBytes(orFor: wake) else { break }
        count = (try? buffer.withUnsafeMutableBytes { try stream.read(into: $0) ?? 0 }) ?? 0
      }
      _ = shutdown(writer.number, CInt(SHUT_WR))
    }
  }

  private static func send(_ bytes: ArraySlice<UInt8>, to writer: FileDescriptor) -> Bool {
    #if os(Linux)
      let flags = CInt(MSG_NOSIGNAL)
    #else
      let flags: CInt = 0
    #endif
    return bytes.withUnsafeBytes { bytes in
      var sent = 0
      while sent < bytes.count, let base = bytes.baseAddress {
        let count = sendBytes(writer.number, base + sent, bytes.count - sent, flags)
        if count > 0 { sent += count }
        if count < 0, errno != EINTR { return false }
      }
      return true
    }
  }
}

private func sendBytes(
  _ number: CInt, _ base: UnsafeRawPointer, _ count: Int, _ flags: CInt
) -> Int {
  send(number, base, count, flags)
}
