import CProcess
import MocoaSystem

/// A file that is written to a temporary file, which replaces it atomically when it is complete.
///
/// A replaced file keeps its owner and permissions, and links to it are preserved: a file with hard
/// links, or one whose owner a new file could not have, is overwritten with the complete content,
/// which has a name beside it (`NAME.new`) until all of it has been copied. Names beside the file
/// are those that no other file has. A file that is not regular, such as `/dev/null` or a pipe, is
/// written directly, and so is an open descriptor, such as `/dev/stdout`. Any thread may use the
/// object, one at a time.
package final class OutputFile {
  private let name: String
  private let path: String
  private let isReplacing: Bool
  /// A Boolean value that indicates whether there is a regular file with the name.
  private var isThere = false
  /// The name of the temporary file; nil if there is none, or if it is unnamed.
  private var temporary: String?
  private var isNameless = false
  /// A Boolean value that indicates whether the content is to be copied into the existing file.
  private var isCopied = false
  private var number: CInt = -1

  /// The maximum size in bytes of a file that is written to the disk before it replaces another.
  private static let syncedSize: off_t = 16 << 20

  /// Returns whether a name exists, even as a link to a file that does not.
  package static func exists(_ name: String) -> Bool {
    faccessat(AT_FDCWD, name.systemName, F_OK, AT_SYMLINK_NOFOLLOW) == 0
  }

  /// Returns whether two names are those of one regular file.
  package static func isFile(_ name: String, sameAs other: String) -> Bool {
    var (first, second) = (stat(), stat())
    return stat(name.systemName, &first) == 0 && stat(other.systemName, &second) == 0
      && first.st_mode & S_IFMT == S_IFREG
      && first.st_ino == second.st_ino && first.st_dev == second.st_dev
  }

  /// Returns whether a file is the regular file of an input (`FILE`, `FILE#TABLE` or `-`), through
  /// links too, or the journal of a database.
  package static func isFile(_ name: String, input: String) -> Bool {
    let names = input == "-" ? ["/dev/stdin"] : [input, String(input.prefix { $0 != "#" })]
    return names.contains { input in
      if isFile(name, sameAs: input) { return true }
      guard let target = realpath(input.systemName, nil) else { return false }
      defer { free(target) }
      let path = String(systemName: UnsafeRawBufferPointer(start: target, count: strlen(target)))
      return journalSuffixes.contains { isFile(name, sameAs: path + $0) }
    }
  }

  /// What the names of the journals of SQLite and DuckDB add to that of the database.
  private static let journalSuffixes = ["-wal", "-shm", "-journal", ".wal"]

  /// Returns the open descriptor that a name stands for, such as `/dev/stdout` or `/dev/fd/3`.
  ///
  /// Its file is written where the descriptor is, and never replaced or truncated.
  private static func descriptor(named name: String) -> CInt? {
    switch name {
    case "/dev/stdout": return 1
    case "/dev/stderr": return 2
    default:
      let folder = ["/dev/fd/", "/proc/self/fd/"].first { name.hasPrefix($0) }
      return folder.flatMap { CInt(name.dropFirst($0.count)) }
    }
  }

  /// Opens a file, which must not exist unless it is replaced; only the user may read a new one
  /// that is private.
  package init(_ name: String, isReplacing: Bool, isPrivate: Bool = false) throws(FeedError) {
    (self.name, self.isReplacing) = (name, isReplacing)
    if let descriptor = Self.descriptor(named: name) {
      path = name
      number = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
      guard number >= 0 else { throw error }
      return
    }
    let target = realpath(name.systemName, nil)
    defer { free(target) }
    let isLoop = target == nil && errno == ELOOP
    path =
      target.map { String(systemName: UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
      // A link may lead to a file that does not exist yet.
      ?? FileWatcher.places(on: name).last.map {
        $0.directory == "." ? $0.name : "\($0.directory)/\($0.name)"
      } ?? name
    if isLoop {
      errno = ELOOP
      throw error
    }
    var status = stat()
    let exists = stat(path.systemName, &status) == 0
    if exists, status.st_mode & S_IFMT != S_IFREG {
      number = open(path.systemName, O_WRONLY | O_CLOEXEC)
    } else {
      isThere = exists
      let mode: mode_t = isPrivate ? 0o600 : 0o666
      let nameless = O_RDWR | O_CLOEXEC | O_DIRECTORY | Self.temporaryFile
      number = open((folder.isEmpty ? "." : folder).systemName, nameless, mode)
      isNameless = number >= 0
      if !isNameless {
        let temporary = makeTemporaryName()
        number = open(temporary.systemName, O_RDWR | O_CLOEXEC | O_CREAT | O_EXCL, mode)
        number >= 0 ? self.temporary = temporary : cprocess_keep_file(temporary.systemName)
      }
      if isThere, isReplacing, number >= 0 {
        let hasOwner = fchown(number, status.st_uid, status.st_gid) == 0
        isCopied = !hasOwner || status.st_nlink > 1
        fchmod(number, status.st_mode & 0o7777)
      }
    }
    guard number >= 0 else { throw error }
    // Replacing a file needs no permission to write it.
    let isProtected = status.st_mode & 0o222 == 0 || access(path.systemName, W_OK) != 0
    guard exists, isReplacing, isProtected else { return }
    throw FeedError(source: name, reason: .unreadable("is read-only, and was not replaced"))
  }

  /// Checks that a file can be written, unless opening it could block.
  package static func check(_ name: String) throws(FeedError) {
    var status = stat()
    let kind = stat(name.systemName, &status) == 0 ? status.st_mode & S_IFMT : S_IFREG
    if kind == S_IFREG || kind == S_IFDIR { _ = try OutputFile(name, isReplacing: true) }
  }

  deinit {
    if number >= 0 { _ = MocoaSystem.close(number) }
    guard let temporary else { return }
    _ = unlink(temporary.systemName)
    cprocess_keep_file(temporary.systemName)
  }

  /// `O_TMPFILE` without `O_DIRECTORY`, which it includes; not all file systems support it.
  private static let temporaryFile: CInt = 0o20_000_000

  /// The folder of the file, with a trailing slash; empty for the current one.
  private var folder: String { path.lastIndex(of: "/").map { String(path[...$0]) } ?? "" }

  /// Returns a name for the temporary file, which is removed when the program ends.
  private func makeTemporaryName() -> String {
    let name = "\(folder).mocoa-\(String(UInt64.random(in: 0...(.max)), radix: 36))"
    cprocess_remove_file_at_end(name.systemName)
    return name
  }

  /// The error of the last system call.
  private var error: FeedError {
    FeedError(source: name, reason: .unreadable(String(cString: strerror(errno))))
  }

  /// Appends bytes.
  package func write(_ bytes: [UInt8]) throws(FeedError) {
    var start = 0
    while start < bytes.count {
      let count = bytes[start...].withUnsafeBytes {
        MocoaSystem.write(number, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw error }
      start += count
    }
  }

  /// Redirects a descriptor of the program to the file.
  package func redirect(_ descriptor: CInt) { dup2(number, descriptor) }

  /// A file that does not have all of its content.
  package struct Partial: Hashable, Sendable {
    /// The state of the file with the name that was requested, as part of a sentence.
    package let state: String

    /// The name of the file with the rest of the content; nil if there is none.
    package let name: String?
  }

  /// Moves the file to its destination; nothing can be written afterwards.
  ///
  /// - Parameter faults: What the content lacks; if that is something, it gets a name that no file
  ///   has, `NAME.partial` or `NAME.partial.1`, unless it is empty.
  /// - Returns: The file if it is partial; nil if it is complete, or not a regular file.
  /// - Throws: A `FeedError` with the system's reason.
  @discardableResult
  package func close(faults: ResultFaults) throws(FeedError) -> Partial? {
    let isPartial = !faults.isWhole
    let state = isThere ? "kept as it was" : "not written"
    // Otherwise a power failure could leave an empty file in place of the old one.
    var status = stat()
    guard fstat(number, &status) == 0 else { throw error }
    if isThere, !isPartial, !isCopied, status.st_size <= Self.syncedSize {
      guard fsync(number) == 0 || errno == EINVAL || errno == ENOTSUP else { throw error }
    }
    if isPartial, isNameless || temporary != nil, status.st_size == 0 {
      return Partial(state: state, name: nil)
    }
    if isNameless {
      let name = makeTemporaryName()
      temporary = name
      let descriptor = "/proc/self/fd/\(number)"
      guard linkat(AT_FDCWD, descriptor, AT_FDCWD, name.systemName, AT_SYMLINK_FOLLOW) == 0 else {
        throw error
      }
    }
    let hiddenName = temporary
    defer { if temporary == nil { hiddenName.map { cprocess_keep_file($0.systemName) } } }
    if isCopied, !isPartial {
      try copy()
      return nil
    }
    let result = MocoaSystem.close(number)
    number = -1
    guard result == 0 else { throw error }
    guard let temporary else { return nil }
    if isPartial {
      let name = try place(temporary, beside: ".partial")
      self.temporary = nil
      return Partial(state: state, name: name)
    }
    if isReplacing {
      guard rename(temporary.systemName, path.systemName) == 0 else { throw error }
    } else if try !place(temporary, at: path) {
      throw error
    }
    self.temporary = nil
    return nil
  }

  /// Moves the temporary file to the first name with a suffix, to which a number may be added
  /// (`rows.csv.partial.1`), that no other file has; returns the name.
  private func place(
    _ temporary: String, beside suffix: String
  ) throws(FeedError) -> String {
    var name = path + suffix
    var number = 0
    while try !place(temporary, at: name) {
      number += 1
      name = "\(path)\(suffix).\(number)"
    }
    return name
  }

  /// Moves the temporary file to a name.
  ///
  /// - Returns: `false`, with the system's reason, if another file has the name.
  private func place(_ temporary: String, at name: String) throws(FeedError) -> Bool {
    let (old, new) = (temporary.systemName, name.systemName)
    if link(old, new) == 0 {
      _ = unlink(old)
      return true
    }
    if errno == EEXIST { return false }
    guard errno == EPERM || errno == EOPNOTSUPP || errno == ENOSYS else { throw error }
    // Some file systems have no hard links; then another program could create a file between
    // these two calls.
    var status = stat()
    if lstat(new, &status) == 0 {
      errno = EEXIST
      return false
    }
    guard rename(old, new) == 0 else { throw error }
    return true
  }

  /// Copies the content into the existing file.
  ///
  /// Until it is complete there, it has a name beside it, which the error contains.
  private func copy() throws(FeedError) {
    if let name = temporary { temporary = (try? place(name, beside: ".new")) ?? name }
    guard fsync(number) == 0 else { throw error }
    // They would end the program in the middle of the only copy under this name.
    cprocess_hold_signals()
    defer { cprocess_release_signals() }
    let target = open(path.systemName, O_WRONLY | O_CLOEXEC)
    guard target >= 0 else { throw keepingTemporary("it was kept as it was") }
    defer { _ = MocoaSystem.close(target) }
    var (old, new) = (stat(), stat())
    guard fstat(target, &old) == 0, fstat(number, &new) == 0 else {
      throw keepingTemporary("it was kept as it was")
    }
    // The disk may be full: nothing is overwritten before there is room for everything.
    let code = new.st_size > old.st_size ? posix_fallocate(target, 0, new.st_size) : 0
    if code == ENOSPC || code == EDQUOT || code == EFBIG {
      _ = ftruncate(target, old.st_size)
      errno = code
      throw keepingTemporary("it was kept as it was")
    }
    var offset: off_t = 0
    while offset < new.st_size {
      let count = sendfile(target, number, &offset, 1 << 30)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw keepingTemporary("it is incomplete") }
    }
    guard ftruncate(target, new.st_size) == 0, fsync(target) == 0 else {
      throw keepingTemporary("it may be incomplete")
    }
    temporary.map { _ = unlink($0.systemName) }
    temporary = nil
  }

  /// Returns the error of the last system call, and leaves the complete content beside the file.
  private func keepingTemporary(_ state: String) -> FeedError {
    var error = error
    guard let temporary else { return error }
    self.temporary = nil
    error.reason = .unreadable("\(error.reason); \(state); the new content is in \(temporary)")
    return error
  }
}
