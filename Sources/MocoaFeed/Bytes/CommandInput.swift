import Glibc

/// Bytes that are kept in a nameless file, to be read by commands.
package final class CommandInput: Sendable {
  private let file: FileDescriptor
  private let end = Monitor(0)

  /// Makes a file without bytes in the temporary folder; it is gone with the object.
  ///
  /// - Throws: A `FeedError` that names the folder.
  package init() throws { file = try .temporary() }

  /// Writes bytes behind those before.
  ///
  /// - Throws: A `FeedError` with the system's reason.
  package func write(_ bytes: [UInt8]) throws {
    let place = end.withLock { end in
      defer { end += bytes.count }
      return end
    }
    do {
      try bytes.withUnsafeBytes { try file.write($0, at: place) }
    } catch let error as SystemError {
      throw FeedError(source: FileDescriptor.temporaryDirectory, reason: error.reason)
    }
  }

  /// The command that runs a script of the shell with the bytes as its standard input.
  package func command(running script: String) -> [String] {
    ["sh", "-c", "exec < /proc/\(getpid())/fd/\(file.number)\n" + script]
  }
}
