import CProcess
import MocoaSystem

/// A command that runs alongside the program, and never outlives it unless it is detached.
///
/// The command runs in its own session: keys do not reach it, and a prompt for a password fails
/// instead of blocking. It is terminated (SIGTERM, and SIGKILL a second later) by `terminate`, when
/// the object is released, and when the program ends in any way; see `CProcess`. Its standard error
/// goes to an unnamed file. Any thread may use it.
final class ChildProcess: Sendable {
  private let supervisor: pid_t
  private let connection: FileDescriptor
  private let diagnosticsFile: FileDescriptor
  private let exit = Monitor<CommandResult.End?>(nil)

  /// The maximum number of last bytes of standard error that are kept in memory.
  private static let longestDiagnostics = 16 * 1024

  private init(
    supervisor: pid_t, connection: FileDescriptor, diagnosticsFile: FileDescriptor
  ) {
    (self.supervisor, self.connection) = (supervisor, connection)
    self.diagnosticsFile = diagnosticsFile
  }

  deinit {
    let supervisor = supervisor
    guard exit.withLock({ $0 == nil }) else { return }
    askForEnd()
    Self.onAnyThread { Self.reap(supervisor) }
  }

  /// Starts a command.
  ///
  /// - Parameters:
  ///   - arguments: The name of the command, as a path or to be looked up in `PATH`, and its
  ///     arguments.
  ///   - input: Its standard input; nil means none.
  ///   - report: A file that it may write to as file descriptor 3.
  ///   - isDetached: A Boolean value that indicates whether it may outlive the program.
  ///   - settings: Variables of its environment, which override those of this program.
  /// - Returns: The command, and the read end of its output.
  /// - Throws: A `SystemError`, a `FeedError.Reason` if there is no such command, or a `FeedError`
  ///   if the temporary folder cannot be used.
  /// - Precondition: `arguments` is not empty.
  static func start(
    _ arguments: [String], input: FileDescriptor? = nil, report: FileDescriptor? = nil,
    isDetached: Bool = false, settings: [String] = []
  ) throws -> (process: ChildProcess, output: FileDescriptor) {
    precondition(!arguments.isEmpty, "A command must have a name.")
    let diagnosticsFile = try FileDescriptor.temporary()
    let (output, outputEnd) = try FileDescriptor.pipe()
    try DescriptorLimit.check(outputEnd)
    let null = try input ?? FileDescriptor.open(readOnly: "/dev/null")
    let files = [null, outputEnd, diagnosticsFile] + (report.map { [$0] } ?? [])
    var pointers = arguments.map { strdup($0.systemName) } + [nil]
    var environment: [UnsafeMutablePointer<CChar>?] = settings.map { strdup($0) }
    defer { for pointer in pointers + environment { free(pointer) } }
    // All of one environment, also if another thread replaces it.
    var next = environ
    while let variable = next.pointee {
      environment.append(strdup(variable))
      next += 1
    }
    environment.append(nil)
    var (supervisor, command) = (pid_t(), pid_t())
    let number = withExtendedLifetime(files) {
      cprocess_start(
        &pointers, &environment, files.map(\.number), CInt(files.count), isDetached, &supervisor,
        &command)
    }
    if number == -ENOENT || number == -ENOTDIR { throw FeedError.Reason.commandNotFound }
    guard number >= 0 else { throw SystemError(number: -number) }
    let process = ChildProcess(
      supervisor: supervisor, connection: FileDescriptor(owning: number),
      diagnosticsFile: diagnosticsFile)
    return (process, output)
  }

  /// Terminates the command without waiting; it ends within a second.
  func terminate() {
    askForEnd()
    // Without a wait, it would remain a zombie process until its source is released.
    Self.onAnyThread { _ = self.waitForExit() }
  }

  private func askForEnd() { _ = shutdown(connection.number, CInt(SHUT_WR)) }

  private static func onAnyThread(_ work: @escaping @Sendable () -> Void) {
    try? BlockingThread.start(work)
  }

  /// Waits for the end of the command, but not for its background processes.
  func waitForExit() -> CommandResult.End {
    exit.withLock { exit in
      if let exit { return exit }
      var report = cprocess_report()
      while recv(connection.number, &report, MemoryLayout.size(ofValue: report), 0) < 0,
        errno == EINTR
      {}
      let result: CommandResult.End =
        switch report.kind {
        case Int32(CPROCESS_EXITED): .exited(status: Int(report.value))
        case Int32(CPROCESS_SIGNALLED): .killed(signal: Int(report.value))
        // The supervisor was killed, and the command with it.
        default: .killed(signal: Int(SIGKILL))
        }
      _ = send(connection.number, "x", 1, CInt(MSG_NOSIGNAL))
      Self.reap(supervisor)
      exit = result
      return result
    }
  }

  /// Throws an error with the last diagnostics if the command failed.
  func requireSuccess(of exit: CommandResult.End) throws(FeedError.Reason) {
    switch exit {
    case .exited(status: 0): return
    case .exited(let status): throw .exited(status: status, message: lastDiagnostic)
    case .killed(let signal): throw .killed(signal: signal, message: lastDiagnostic)
    }
  }

  /// Throws the last diagnostic alone if a program of this package failed, as that says everything.
  func requireSuccess(ofOwnProgram exit: CommandResult.End) throws(FeedError.Reason) {
    guard exit != .exited(status: 0), !lastDiagnostic.isEmpty else {
      return try requireSuccess(of: exit)
    }
    throw .unreadable(lastDiagnostic)
  }

  private static func reap(_ process: pid_t) {
    while waitpid(process, nil, 0) < 0, errno == EINTR {}
  }

  /// The last bytes that the command has written to standard error so far.
  var diagnostics: String { diagnostics(from: 0).text }

  /// Returns the text written to standard error from an offset on, at most 16 KiB, and its end.
  func diagnostics(from offset: Int) -> (text: String, end: Int) {
    let size = Int((try? diagnosticsFile.status().st_size) ?? 0)
    let start = max(offset, size - Self.longestDiagnostics)
    guard start < size else { return ("", offset) }
    let bytes = (try? diagnosticsFile.bytes(in: start..<size)) ?? []
    return (String(decoding: bytes, as: UTF8.self), size)
  }

  /// The number of lines of diagnostics that are shown.
  private static let shownLineCount = 20

  /// The last lines written to standard error, without blank ones and what a carriage return starts
  /// over; in front of them, how many more there are.
  var diagnosticLines: [String] {
    let lines = diagnostics.split(whereSeparator: { $0 == "\n" || $0 == "\r\n" }).compactMap {
      $0.split(separator: "\r").last { !$0.allSatisfy(\.isWhitespace) }.map(String.init)
    }
    let restCount = lines.count - Self.shownLineCount
    guard restCount > 0 else { return lines }
    let rest = "\(restCount) or more lines on standard error are not shown"
    return [rest] + lines.suffix(Self.shownLineCount)
  }

  /// The last line written to standard error without blanks around it; empty if there is none.
  var lastDiagnostic: String { (diagnosticLines.last ?? "")[...].trimmingSpaces }
}
