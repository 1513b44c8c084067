/// The output of a command, and its exit status.
package struct CommandResult: Hashable, Sendable {
  /// The exit status of a command, or the signal that killed it.
  package enum End: Hashable, Sendable {
    case exited(status: Int)
    case killed(signal: Int)
  }

  /// The standard output as text; invalid UTF-8 is replaced.
  package var output: String

  /// The last diagnostics written to standard error.
  package var diagnostics: String

  /// The exit status, or the signal that killed it.
  package var end: End

  /// A Boolean value that indicates whether the output was truncated.
  package var isCut: Bool

  package var isSuccess: Bool { end == .exited(status: 0) }

  /// The default maximum number of bytes of output.
  package static let outputLimit = 4 << 20

  /// Runs a command to its end, without input and without a terminal.
  ///
  /// Blocks; do not call it on the main thread.
  ///
  /// - Parameters:
  ///   - arguments: The name of the command, as a path or to be looked up in `PATH`, and its
  ///     arguments, which are passed without interpretation.
  ///   - limit: The maximum number of bytes of output to keep.
  ///   - endsAtLimit: A Boolean value that indicates whether a command that writes more is ended.
  ///   - isDetached: A Boolean value that indicates whether the command may outlive the program.
  ///   - token: A token that can cancel the command.
  /// - Returns: The result.
  /// - Throws: A `FeedError` if it cannot be started: no such command, not permitted.
  package static func run(
    _ arguments: [String], keeping limit: Int = outputLimit, endsAtLimit: Bool = false,
    isDetached: Bool = false, token: CommandToken? = nil
  ) throws(FeedError) -> CommandResult {
    guard let name = arguments.first, !name.isEmpty else {
      throw FeedError(source: "the command", reason: .commandNotFound)
    }
    return try FeedError.naming(name) {
      // In a `String`, characters that represent bytes of file names would be passed literally.
      let (process, output) = try ChildProcess.start(
        arguments.map { String(systemName: $0.utf8) }, isDetached: isDetached)
      token?.begin(process)
      let (bytes, isCut) = try read(output, keeping: limit, endsAtLimit: endsAtLimit)
      let isEnded = isCut && endsAtLimit
      if isEnded { process.terminate() }
      let end = process.waitForExit()
      return CommandResult(
        output: String(decoding: bytes, as: UTF8.self), diagnostics: process.diagnostics,
        end: isEnded ? .exited(status: 0) : end, isCut: isCut)
    }
  }

  /// Reads to the end, or to the limit if the command is ended there.
  ///
  /// Otherwise output beyond the limit is discarded, so that the command does not block.
  private static func read(
    _ file: FileDescriptor, keeping limit: Int, endsAtLimit: Bool
  ) throws -> (bytes: [UInt8], isCut: Bool) {
    var bytes: [UInt8] = []
    var isCut = false
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = try buffer.withUnsafeMutableBytes { try file.read(into: $0) }
      if count == 0 { return (bytes, isCut) }
      guard let count else {
        _ = file.waitForBytes(timeout: .seconds(3600))
        continue
      }
      let kept = min(count, limit - bytes.count)
      bytes += buffer[..<kept]
      isCut = isCut || kept < count
      if isCut, endsAtLimit { return (bytes, isCut) }
    }
  }
}
