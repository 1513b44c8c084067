import MocoaSystem

/// Bytes in an unnamed file, which commands can read.
package final class CommandInput: Sendable {
  private let file: FileDescriptor
  private let end = Monitor(0)

  /// Creates an empty file in the temporary folder, which is deleted with the object.
  package init() throws { file = try .temporary() }

  /// Appends bytes.
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

  /// Returns the command that runs a shell script with the bytes as its standard input.
  package func command(running script: String) -> [String] {
    ["sh", "-c", "exec < /proc/\(getpid())/fd/\(file.number)\n" + script]
  }
}
