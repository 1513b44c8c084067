import Foundation

/// A file that is there as long as the value is.
final class TemporaryFile {
  let path: String

  init(_ bytes: some Sequence<UInt8>) throws {
    let name = "mocoa-feed-test-\(UUID().uuidString)"
    path = FileManager.default.temporaryDirectory.appending(path: name).path
    try Data(bytes).write(to: URL(filePath: path))
  }

  convenience init(_ text: String) throws { try self.init(Array(text.utf8)) }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}

/// A pipe into which a test writes while a feed reads from it.
final class TestPipe: Sendable {
  private let pipe = Pipe()

  init() {
    // A command that a test starts must not keep the pipe of another open.
    for end in [pipe.fileHandleForReading, pipe.fileHandleForWriting] {
      _ = fcntl(end.fileDescriptor, F_SETFD, FD_CLOEXEC)
    }
  }

  /// The end that is read from.
  var reader: CInt { pipe.fileHandleForReading.fileDescriptor }

  func write(_ text: String) throws { try write(text.utf8) }

  func write(_ bytes: some Sequence<UInt8>) throws {
    try pipe.fileHandleForWriting.write(contentsOf: Data(bytes))
  }

  func close() throws { try pipe.fileHandleForWriting.close() }
}
