import MocoaSystem

extension CommandResult {
  /// Runs a command such as an editor in the foreground of the terminal.
  ///
  /// The interface must have released the terminal, which becomes the command's input, output and
  /// error regardless of the program's own. Keys such as Ctrl-C reach the command alone; Ctrl-Z is
  /// ignored, since there is no shell to resume the command. It receives SIGHUP if the terminal is
  /// closed. Blocks; call it on the main thread, which has nothing to display meanwhile.
  ///
  /// - Parameter arguments: The name of the command, as a path or to be looked up in `PATH`, and
  ///   its arguments, which are passed without interpretation.
  /// - Returns: The result, without output.
  /// - Throws: A `FeedError` if it cannot be started: no such command, not permitted.
  package static func runInForeground(_ arguments: [String]) throws(FeedError) -> CommandResult {
    guard let name = arguments.first, !name.isEmpty else {
      throw FeedError(source: "the command", reason: .commandNotFound)
    }
    return try FeedError.naming(name) {
      let status = try ignoring([SIGINT, SIGQUIT, SIGTSTP]) { try wait(for: spawn(arguments)) }
      // The low bits are the signal, and the byte above them is the status.
      let signal = status & 0x7F
      let end: End = signal == 0 ? .exited(status: Int(status >> 8)) : .killed(signal: Int(signal))
      return CommandResult(output: "", diagnostics: "", end: end, isCut: false)
    }
  }

  /// Starts a command in the program's process group with the terminal as its standard files.
  private static func spawn(_ arguments: [String]) throws -> pid_t {
    var files = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&files)
    defer { posix_spawn_file_actions_destroy(&files) }
    for number in CInt(0)...2 {
      posix_spawn_file_actions_addopen(&files, number, "/dev/tty", O_RDWR, 0)
    }
    var defaults = sigset_t()
    sigfillset(&defaults)
    sigdelset(&defaults, SIGTSTP)
    var none = sigset_t()
    sigemptyset(&none)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK))
    // In a `String`, characters that represent bytes of file names would be passed literally.
    let words = arguments.map { String(systemName: $0.utf8).systemName }
    var pointers = words.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    var process = pid_t()
    let number = posix_spawnp(&process, words[0], &files, &attributes, &pointers, environ)
    if number == ENOENT || number == ENOTDIR { throw FeedError.Reason.commandNotFound }
    guard number == 0 else { throw SystemError(number: number) }
    return process
  }

  private static func wait(for process: pid_t) -> CInt {
    var status: CInt = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return status
  }

  /// Calls a closure while the program ignores signals.
  private static func ignoring<Value>(_ signals: [CInt], _ body: () throws -> Value) rethrows
    -> Value
  {
    var ignored = sigaction()
    ignored.__sigaction_handler.sa_handler = SIG_IGN
    let old = signals.map { number in
      var old = sigaction()
      sigaction(number, &ignored, &old)
      return old
    }
    defer {
      for (number, var action) in zip(signals, old) { sigaction(number, &action, nil) }
    }
    return try body()
  }
}
