import MocoaSystem

/// A file that is written as a whole: until then, the one with its name stays as it was.
struct WholeFile {
  /// The reason why a file was not written.
  struct Fault: Error, CustomStringConvertible {
    let description: String
  }

  /// The name as it was typed.
  let name: String

  var exists: Bool { access(name.expandingHome, F_OK) == 0 }

  private var fault: Fault { Fault(description: "\(name): \(String(cString: strerror(errno)))") }

  /// Writes the content to a temporary file, which then takes the name; links to it stay, and so
  /// do the permissions of an existing file.
  @concurrent func write(_ content: String) async throws(Fault) {
    let target = realpath(name.expandingHome, nil)
    defer { free(target) }
    let path = target.map { String(cString: $0) } ?? name.expandingHome
    var old = stat()
    let isThere = stat(path, &old) == 0
    if isThere, old.st_mode & S_IFMT != S_IFREG {
      throw Fault(description: "\(name) is not a regular file")
    }
    let temporary = "\(path).\(String(UInt64.random(in: 0...(.max)), radix: 36))"
    let number = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard number >= 0 else { throw fault }
    if isThere { _ = fchmod(number, old.st_mode & 0o7777) }
    var fault = writeAll(content, to: number) && fsync(number) == 0 ? nil : self.fault
    if close(number) != 0, fault == nil { fault = self.fault }
    if fault == nil, rename(temporary, path) != 0 { fault = self.fault }
    guard let fault else { return }
    unlink(temporary)
    throw fault
  }
}
