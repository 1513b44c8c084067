import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A command that runs beside us; it is ended when nobody holds it any more.
///
/// The command has a session of its own: keys that are typed do not reach it, and a password that
/// it asks for is an error instead of a wait. What it writes to standard error is kept in a
/// nameless file.
final class ChildProcess: Sendable {
  private let identifier: pid_t
  private let diagnosticsFile: FileDescriptor
  private let exit = Mutex<Exit?>(nil)

  /// How many bytes of standard error are kept in memory at most: the last.
  private static let longestDiagnostics = 16 * 1024

  /// How a command has ended.
  enum Exit: Equatable {
    case exited(Int)
    case killed(signal: Int)
  }

  private init(identifier: pid_t, diagnosticsFile: FileDescriptor) {
    self.identifier = identifier
    self.diagnosticsFile = diagnosticsFile
  }

  deinit {
    guard exit.withLock({ $0 == nil }) else { return }
    _ = kill(-identifier, SIGKILL)
    var status: CInt = 0
    while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
  }

  /// Starts a command.
  ///
  /// - Parameters:
  ///   - arguments: The name of the command, as a path or to be looked up in `PATH`, and its
  ///     arguments.
  ///   - input: What it reads; nil means nothing.
  ///   - report: What it may write to as file descriptor 3.
  /// - Returns: The command, and where its output can be read.
  /// - Throws: A `SystemError`.
  /// - Precondition: There is a name.
  static func start(
    _ arguments: [String], input: FileDescriptor? = nil, report: FileDescriptor? = nil
  ) throws -> (process: ChildProcess, output: FileDescriptor) {
    let diagnosticsFile = try FileDescriptor.anonymous(in: FileDescriptor.temporaryDirectory)
    let (output, outputEnd) = try FileDescriptor.pipe()
    let null = try input ?? FileDescriptor.open(readOnly: "/dev/null")
    let files = [null, outputEnd, diagnosticsFile] + (report.map { [$0] } ?? [])
    let identifier = try spawn(arguments, files)
    return (ChildProcess(identifier: identifier, diagnosticsFile: diagnosticsFile), output)
  }

  /// Asks the command to end, or makes it.
  func terminate(isForced: Bool = false) {
    exit.withLock { exit in
      if exit == nil { _ = kill(-identifier, isForced ? SIGKILL : SIGTERM) }
    }
  }

  /// Waits for the end.
  func waitForExit() -> Exit {
    if let exit = exit.withLock({ $0 }) { return exit }
    // Waited for outside of the lock, so that the command can be ended meanwhile.
    var information = siginfo_t()
    while waitid(P_PID, id_t(identifier), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
    return exit.withLock { exit in
      if let exit { return exit }
      var status: CInt = 0
      while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
      let signal = Int(status & 0x7F)
      let result: Exit = signal == 0 ? .exited(Int(status >> 8 & 0xFF)) : .killed(signal: signal)
      exit = result
      return result
    }
  }

  /// The end of what the command has written to standard error so far.
  var diagnostics: String {
    let size = Int((try? diagnosticsFile.status().st_size) ?? 0)
    let start = max(0, size - Self.longestDiagnostics)
    let bytes = try? [UInt8](unsafeUninitializedCapacity: size - start) { buffer, count in
      count = try diagnosticsFile.read(into: UnsafeMutableRawBufferPointer(buffer), at: start)
    }
    return String(decoding: bytes ?? [], as: UTF8.self)
  }

  /// The last line that the command has written to standard error, if it has more than white space.
  var lastDiagnostic: String {
    let lines = diagnostics.split(whereSeparator: \.isNewline)
    let line = lines.last { !$0.allSatisfy(\.isWhitespace) } ?? ""
    let start = line.drop(while: \.isWhitespace)
    return String(start.prefix(start.count - start.reversed().prefix(while: \.isWhitespace).count))
  }

  // MARK: Starting

  /// Makes descriptors that no command may inherit, before it is said that they must not: a copy of
  /// the end of a pipe in another command would keep the pipe open.
  static func whileNoneStarts(_ body: () throws -> Void) rethrows {
    try starting.withLock { _ in try body() }
  }

  private static let starting = Mutex<Void>(())

  /// The flag for a session of its own, which glibc's header shows to GNU programs only.
  private static var newSession: Int {
    #if canImport(Darwin)
      Int(POSIX_SPAWN_SETSID)
    #else
      0x80
    #endif
  }

  private static func spawn(_ arguments: [String], _ files: [FileDescriptor]) throws -> pid_t {
    precondition(!arguments.isEmpty, "A command must have a name.")
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    let flags = Int(POSIX_SPAWN_SETSIGDEF) | Int(POSIX_SPAWN_SETSIGMASK) | newSession
    posix_spawnattr_setflags(&attributes, Int16(flags))
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, file) in files.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, file.number, CInt(number))
    }
    var pointers = arguments.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    var identifier = pid_t()
    let failure = starting.withLock { _ in
      posix_spawnp(&identifier, arguments[0], &actions, &attributes, &pointers, environ)
    }
    guard failure == 0 else { throw SystemError(number: failure) }
    return identifier
  }
}
