/// What a command has written, and how it has ended.
public struct CommandResult: Hashable, Sendable {
  /// How a command has ended.
  public enum End: Hashable, Sendable {
    case exited(status: Int)
    case killed(signal: Int)
  }

  /// What it wrote to standard output, as text; bytes that are not UTF-8 are replaced.
  public var output: String

  /// The last of what it wrote to standard error.
  public var diagnostics: String

  /// How it ended.
  public var end: End

  /// Whether it wrote more than is kept.
  public var isCut: Bool

  /// Whether it ended with status 0.
  public var isSuccess: Bool { end == .exited(status: 0) }

  /// Runs a command to its end; it reads nothing and has no terminal.
  ///
  /// Blocks, so not for the main thread.
  ///
  /// - Parameters:
  ///   - arguments: The name of the command, as a path or to be looked up in `PATH`, and its
  ///     arguments, which nothing interprets.
  ///   - limit: How many bytes of its output are kept.
  ///   - isDetached: Whether the command may outlive the program.
  ///   - token: What ends the command before it ends by itself.
  /// - Returns: What came of it.
  /// - Throws: A `FeedError` where it cannot be started: no such command, not permitted.
  public static func run(
    _ arguments: [String], keeping limit: Int = 4 << 20, isDetached: Bool = false,
    token: CommandToken? = nil
  ) throws(FeedError) -> CommandResult {
    guard let name = arguments.first, !name.isEmpty else {
      throw FeedError(source: "the command", reason: .commandNotFound)
    }
    return try FeedError.naming(name) {
      // They are text, in which the characters that stand for bytes of names are what they are.
      let (process, output) = try ChildProcess.start(
        arguments.map { String(systemName: $0.utf8) }, isDetached: isDetached)
      token?.begin(process)
      let (bytes, isCut) = try read(output, keeping: limit)
      let end: End =
        switch process.waitForExit() {
        case .exited(let status): .exited(status: status)
        case .killed(let signal): .killed(signal: signal)
        }
      return CommandResult(
        output: String(decoding: bytes, as: UTF8.self), diagnostics: process.diagnostics, end: end,
        isCut: isCut)
    }
  }

  /// Reads to the end; what is beyond the limit is dropped, so that the command does not wait.
  private static func read(
    _ file: FileDescriptor, keeping limit: Int
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
    }
  }
}
