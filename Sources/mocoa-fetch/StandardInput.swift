import MocoaSystem

/// Standard input, which is read as a whole when a part of it is first needed.
struct StandardInput {
  private var unread: ArraySlice<UInt8>?

  /// Returns the next line, without its end; empty at the end of the input.
  ///
  /// - Throws: A ``FetchFailure`` if standard input cannot be read.
  mutating func line() throws(FetchFailure) -> String {
    let bytes = try contents()
    let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
    unread = bytes.dropFirst(line.count + 1)
    return String(decoding: line, as: UTF8.self)
  }

  /// Returns all bytes that have not been returned yet.
  ///
  /// - Throws: A ``FetchFailure`` if standard input cannot be read.
  mutating func rest() throws(FetchFailure) -> [UInt8] {
    let bytes = try contents()
    unread = []
    return Array(bytes)
  }

  private func contents() throws(FetchFailure) -> ArraySlice<UInt8> {
    if let unread { return unread }
    return try FileContents.read("-")[...]
  }
}

/// The contents of files that the user specified.
enum FileContents {
  /// Returns the bytes of a file; `-` is standard input.
  ///
  /// - Throws: A ``FetchFailure`` if the file cannot be read.
  static func read(_ path: String) throws(FetchFailure) -> [UInt8] {
    let file = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw .unreadable(path, reason: String(cString: strerror(errno))) }
    defer { if file != STDIN_FILENO { close(file) } }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = MocoaSystem.read(file, &buffer, buffer.count)
      if count == 0 { return bytes }
      if count > 0 { bytes += buffer[..<count] }
      if count < 0, errno != EINTR {
        throw .unreadable(path, reason: String(cString: strerror(errno)))
      }
    }
  }
}
