import Foundation
import Synchronization

/// Starts a program in a known state: default signals, only the descriptors and the variables that
/// it is given.
struct Spawn {
  /// The path of the program, or its name to be looked up in `PATH`.
  var program: String
  var arguments: [String] = []
  /// Added to, or replacing, those of ``baseEnvironment``.
  var environment: [String: String] = [:]
  /// Where it runs; where we run, if nil.
  var directory: String?
  /// The descriptors it gets, by the number that they have there.
  var descriptors: [(number: Int32, source: Source)] = []
  /// Whether it leads a session of its own, of which the first terminal that it is given is the
  /// controlling one.
  var startsSession = false

  /// Where a descriptor comes from.
  enum Source {
    /// A copy of one of ours, or of one given before it.
    case descriptor(Int32)
    /// A file that the program itself opens, to read and write.
    case file(String)
  }

  /// The few variables that every program gets.
  static let baseEnvironment: [String: String] = {
    let ours = ProcessInfo.processInfo.environment
    // The last are for a build under a sanitizer, so that findings are written to one place.
    let kept = [
      "PATH", "HOME", "TMPDIR", "LD_LIBRARY_PATH", "ASAN_OPTIONS", "TSAN_OPTIONS",
    ].compactMap { name in ours[name].map { (name, $0) } }
    let fixed = [
      "LANG": "C.UTF-8", "SWIFT_BACKTRACE": "enable=no",
      // Folders that cannot be: neither the user's manifests nor other tests' states count.
      "XDG_CONFIG_HOME": "/dev/null", "XDG_STATE_HOME": "/dev/null",
    ]
    return fixed.merging(kept) { _, kept in kept }
  }()

  /// A program that ends early must not end the tests that write to it.
  private static let ignoresBrokenPipes: Bool = {
    _ = signal(SIGPIPE, SIG_IGN)
    return true
  }()

  /// The flag of `posix_spawn` that glibc's header shows only to GNU programs.
  private static var newSession: Int32 {
    #if canImport(Darwin)
      Int32(POSIX_SPAWN_SETSID)
    #else
      0x80
    #endif
  }

  /// The program and its arguments, by way of a shell that changes to the directory, if there is
  /// one: the action of `posix_spawn` for that is not everywhere.
  private var commandLine: [String] {
    guard let directory else { return [program] + arguments }
    return ["/bin/sh", "-c", #"cd "$0" && exec "$@""#, directory, program] + arguments
  }

  /// Starts it, and returns its process identifier.
  func start() throws(ProgramError) -> pid_t {
    _ = Self.ignoresBrokenPipes
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    let session = startsSession ? Self.newSession : 0
    let flags = Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETSIGMASK) | session
    posix_spawnattr_setflags(&attributes, Int16(flags))

    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, source) in descriptors {
      switch source {
      case .descriptor(let descriptor):
        posix_spawn_file_actions_adddup2(&actions, descriptor, number)
      case .file(let path):
        posix_spawn_file_actions_addopen(&actions, number, path, O_RDWR, 0)
      }
    }

    let variables = Self.baseEnvironment.merging(environment) { _, new in new }
    let command = commandLine
    var argumentVector = CStrings(command)
    var environmentVector = CStrings(variables.map { "\($0)=\($1)" })
    defer {
      argumentVector.free()
      environmentVector.free()
    }
    var identifier = pid_t()
    let failure = spawning.withLock { _ in
      posix_spawnp(
        &identifier, command[0], &actions, &attributes, argumentVector.pointers,
        environmentVector.pointers)
    }
    guard failure == 0 else {
      throw .notStarted(program, reason: String(cString: strerror(failure)))
    }
    return identifier
  }
}

/// Strings as C wants them: an array of pointers that ends with nil.
private struct CStrings {
  var pointers: [UnsafeMutablePointer<CChar>?]

  init(_ strings: [String]) {
    pointers = strings.map { strdup($0) } + [nil]
  }

  mutating func free() {
    for pointer in pointers { Foundation.free(pointer) }
    pointers = []
  }
}

/// Held while a program starts and while descriptors are made that it must not inherit: a copy of a
/// pipe's end in some other test's program would keep the pipe open.
private let spawning = Mutex<Void>(())

/// Makes two descriptors by a function that returns 0, and sees to it that programs do not inherit
/// them.
func makeDescriptors(
  _ purpose: String, by make: (UnsafeMutablePointer<Int32>) -> Int32
) throws(ProgramError) -> (Int32, Int32) {
  var ends: [Int32] = [-1, -1]
  let failure = spawning.withLock { _ in
    guard make(&ends) == 0 else { return errno }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return 0
  }
  guard failure == 0 else {
    throw .notStarted(purpose, reason: String(cString: strerror(failure)))
  }
  return (ends[0], ends[1])
}

/// Both ends of a new pipe.
func makePipe() throws(ProgramError) -> (reading: Int32, writing: Int32) {
  try makeDescriptors("a pipe") { pipe($0) }
}

/// Runs a blocking closure on a thread of its own.
func blocking<Success: Sendable>(
  _ body: @escaping @Sendable () throws -> Success
) async throws -> Success {
  try await withCheckedThrowingContinuation { continuation in
    // Global queues have few threads, and those that block count.
    Thread.detachNewThread { continuation.resume(with: Result(catching: body)) }
  }
}
