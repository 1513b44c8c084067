import Glibc

/// A file that is written beside its place, and takes it as a whole when it is complete.
///
/// A file that is replaced keeps its permissions, and a link to it stays. What is no regular file,
/// such as `/dev/null` or a pipe, is written in its place. Any thread may use it, one at a time.
package final class OutputFile {
  private let name: String
  private let path: String
  private let isReplacing: Bool
  /// Where the bytes are until the file is complete; nil where that is its place.
  private var temporary: String?
  private var number: CInt = -1

  /// A Boolean value that indicates whether something has a name.
  package static func exists(_ name: String) -> Bool { access(name.systemName, F_OK) == 0 }

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - name: The name of the file.
  ///   - isReplacing: Whether a file of that name is replaced; else it is an error.
  /// - Throws: A `FeedError` with the system's reason.
  package init(_ name: String, isReplacing: Bool) throws(FeedError) {
    self.name = name
    self.isReplacing = isReplacing
    let target = realpath(name.systemName, nil)
    defer { free(target) }
    path =
      target.map { String(systemName: UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
      ?? name
    var status = stat()
    let isThere = stat(path.systemName, &status) == 0
    if isThere, status.st_mode & S_IFMT != S_IFREG {
      number = open(path.systemName, O_WRONLY | O_CLOEXEC)
    } else {
      let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
      let temporary = "\(folder).mocoa-\(String(UInt64.random(in: 0...(.max)), radix: 36))"
      number = open(temporary.systemName, O_WRONLY | O_CLOEXEC | O_CREAT | O_EXCL, 0o666)
      if number >= 0 { self.temporary = temporary }
      if isThere { fchmod(number, status.st_mode & 0o7777) }
    }
    guard number >= 0 else { throw error }
  }

  deinit {
    if number >= 0 { _ = Glibc.close(number) }
    temporary.map { _ = unlink($0.systemName) }
  }

  /// The reason of the system's last call.
  private var error: FeedError {
    FeedError(source: name, reason: .unreadable(String(cString: strerror(errno))))
  }

  /// Writes bytes behind those before.
  ///
  /// - Throws: A `FeedError` with the system's reason.
  package func write(_ bytes: [UInt8]) throws(FeedError) {
    var start = 0
    while start < bytes.count {
      let count = bytes[start...].withUnsafeBytes { Glibc.write(number, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw error }
      start += count
    }
  }

  /// Puts the file into its place; nothing can be written afterwards.
  ///
  /// - Throws: A `FeedError` with the system's reason.
  package func close() throws(FeedError) {
    let result = Glibc.close(number)
    number = -1
    guard result == 0 else { throw error }
    guard let temporary else { return }
    let (old, new) = (temporary.systemName, path.systemName)
    if isReplacing {
      guard rename(old, new) == 0 else { throw error }
      self.temporary = nil
    } else if link(old, new) != 0 {
      // Some file systems have no links; there another program could put a file between these two.
      let hasLinks = errno != EPERM && errno != EOPNOTSUPP && errno != ENOSYS
      guard !hasLinks, !Self.exists(path), rename(old, new) == 0 else { throw error }
      self.temporary = nil
    }
  }
}
