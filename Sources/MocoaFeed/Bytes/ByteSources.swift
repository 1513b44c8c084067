import Glibc

/// Opens sources by what people call them.
public enum ByteSources {
  /// Opens a file, a named pipe or a device.
  ///
  /// - Throws: A `FeedError`: not found, a directory, not permitted.
  public static func file(_ path: String) throws -> any ByteSource {
    try FeedError.naming(path.shownName) {
      try source(FileDescriptor.open(readOnly: path, nonBlocking: true), name: path.shownName)
    }
  }

  /// A file that others append to, with all that they append; a pipe or a device as it is.
  ///
  /// - Throws: A `FeedError`: not found, a directory, not permitted.
  public static func followedFile(_ path: String) throws -> any ByteSource {
    try FeedError.naming(path.shownName) {
      let file = try FileDescriptor.open(readOnly: path, nonBlocking: true)
      let isRegular = try file.status().st_mode & S_IFMT == S_IFREG
      return isRegular
        ? FollowedFileSource(file, path: path) : try source(file, name: path.shownName)
    }
  }

  /// The standard input of the program.
  ///
  /// - Throws: A `FeedError`.
  public static func standardInput() throws -> any ByteSource {
    try descriptor(STDIN_FILENO, name: "standard input")
  }

  /// A file that is open already; the descriptor is duplicated and stays the caller's.
  ///
  /// - Throws: A `FeedError`.
  public static func descriptor(_ number: CInt, name: String) throws -> any ByteSource {
    try FeedError.naming(name) { try source(FileDescriptor.duplicate(of: number), name: name) }
  }

  /// The output of a command, which is started at once.
  ///
  /// It gets no input and no terminal. It is ended when the source is stopped or released.
  ///
  /// - Parameters:
  ///   - arguments: The name of the command, as a path or to be looked up in `PATH`, and its
  ///     arguments.
  ///   - name: What errors call the source; nil means the arguments with blanks between them.
  /// - Returns: The source.
  /// - Throws: A `FeedError`: no such command, not permitted.
  /// - Precondition: There is a name.
  public static func command(
    _ arguments: [String], name: String? = nil
  ) throws -> any ByteSource {
    let name = name ?? arguments.joined(separator: " ").shownName
    return try FeedError.naming(name) {
      let (process, output) = try ChildProcess.start(arguments)
      return try StreamSource(output, name: name, process: process)
    }
  }

  private static func source(_ file: FileDescriptor, name: String) throws -> any ByteSource {
    let kind = try file.status().st_mode & S_IFMT
    if kind == S_IFDIR { throw SystemError(number: EISDIR) }
    // Files that the kernel makes up, as in /proc, say that they are empty.
    guard kind == S_IFREG, try file.status().st_size > 0, try !file.isCompressed else {
      return try StreamSource(file, name: name)
    }
    return try FileSource(file, name: name)
  }
}

extension FileDescriptor {
  /// A Boolean value that indicates whether the file is compressed, from its position on.
  fileprivate var isCompressed: Bool {
    get throws {
      var bytes = [UInt8](repeating: 0, count: 8)
      let start = max(0, Int(lseek(number, 0, SEEK_CUR)))
      let count = try bytes.withUnsafeMutableBytes { try read(into: $0, at: start) }
      return bytes.prefix(count).withUnsafeBytes { Compression($0) } != nil
    }
  }
}
