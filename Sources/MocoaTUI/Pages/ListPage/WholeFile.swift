import MocoaSystem

/// A file that is written as a whole: until then, the one with its name stays as it was.
struct WholeFile {
  /// The reason why a file was not written.
  struct Fault: Error, CustomStringConvertible {
    let description: String
  }

  /// The name as it was typed.
  let name: String

  /// The name with the user's home folder in place of `~/`.
  private var path: String {
    guard name.hasPrefix("~/"), let home = getenv("HOME") else { return name }
    return String(cString: home) + name.dropFirst()
  }

  /// A Boolean value that indicates whether there is a file with the name.
  var exists: Bool { access(path, F_OK) == 0 }

  private var fault: Fault { Fault(description: "\(name): \(String(cString: strerror(errno)))") }

  /// Writes the content to a temporary file, which then takes the name; links to it stay, and so
  /// do the permissions of an existing file.
  @concurrent func write(_ content: String) async throws(Fault) {
    let target = realpath(path, nil)
    defer { free(target) }
    let path = target.map { String(cString: $0) } ?? path
    var old = stat()
    let isThere = stat(path, &old) == 0
    if isThere, old.st_mode & S_IFMT != S_IFREG {
      throw Fault(description: "\(name) is not a regular file")
    }
    let temporary = "\(path).\(String(UInt64.random(in: 0...(.max)), radix: 36))"
    let number = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard number >= 0 else { throw fault }
    if isThere { _ = fchmod(number, old.st_mode & 0o7777) }
    var fault = write(content, to: number) && fsync(number) == 0 ? nil : self.fault
    if close(number) != 0, fault == nil { fault = self.fault }
    if fault == nil, rename(temporary, path) != 0 { fault = self.fault }
    guard let fault else { return }
    unlink(temporary)
    throw fault
  }

  private func write(_ content: String, to number: CInt) -> Bool {
    var content = content
    return content.withUTF8 { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let start = UnsafeBufferPointer(rebasing: rest).baseAddress
        let count = MocoaSystem.write(number, start, rest.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        rest = rest.dropFirst(count)
      }
      return true
    }
  }
}
