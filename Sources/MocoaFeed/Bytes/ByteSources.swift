#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Opens sources by what people call them.
public enum ByteSources {
  /// Opens a file, a named pipe or a device.
  ///
  /// - Throws: A `FeedError`: not found, a directory, not permitted.
  public static func file(_ path: String) throws -> any ByteSource {
    do {
      let file = try FileDescriptor.open(readOnly: path, nonBlocking: true)
      return try source(file, name: path)
    } catch let error as SystemError {
      throw FeedError(source: path, reason: error.reason)
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
    do {
      return try source(try FileDescriptor.duplicate(of: number), name: name)
    } catch let error as SystemError {
      throw FeedError(source: name, reason: error.reason)
    }
  }

  private static func source(_ file: FileDescriptor, name: String) throws -> any ByteSource {
    let kind = try file.status().st_mode & S_IFMT
    if kind == S_IFDIR { throw SystemError(number: EISDIR) }
    // Files that the kernel makes up, as in /proc, say that they are empty.
    if kind == S_IFREG, try file.status().st_size > 0 { return try FileSource(file, name: name) }
    return try StreamSource(file, name: name)
  }
}
