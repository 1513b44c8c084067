import MocoaSystem

/// The files in a folder or an archive, each as a line of JSON: its name, kind, size in bytes, time
/// and path.
///
/// They are read when the source is created.
final class FileList: ByteSource {
  /// What has the files.
  let content: ContentList

  private let lines: MemorySource

  /// Creates a list of the files in an archive, in its order.
  init(_ archive: ZipArchive, path: String) {
    let entries = archive.entries.map { entry in
      Self.line(
        Array(entry.name.utf8), (kind: "file", size: entry.size, modified: entry.modified), path)
    }
    lines = MemorySource(Array(entries.joined()), name: path.shownName)
    content = ContentList(ofArchive: path, files: archive.entries.map(\.name))
  }

  /// Creates a list of the files in a folder, sorted by their names; those whose names begin with a
  /// point, too.
  ///
  /// - Complexity: O(n log n) for n files.
  /// - Parameter path: The path of the folder.
  /// - Throws: A `SystemError`.
  init(inFolder path: String) throws {
    var files: [(name: [UInt8], line: [UInt8])] = []
    let isRead = forEachFile(inFolder: path.systemName) { name, folder in
      let name = Array(name)
      files.append((name, Self.line(of: name, in: folder, path)))
    }
    guard isRead else { throw SystemError.current }
    files.sort { $0.name.lexicographicallyPrecedes($1.name) }
    lines = MemorySource(Array(files.map(\.line).joined()), name: path.shownName)
    content = .folder
  }

  /// Returns the line of a file; without its size and time if it is gone.
  private static func line(of name: [UInt8], in folder: CInt, _ path: String) -> [UInt8] {
    var status = stat()
    let systemName = (name + [0]).map(CChar.init(bitPattern:))
    guard fstatat(folder, systemName, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
      return line(name, nil, path)
    }
    let time = Timestamp(seconds: Int(status.st_mtim.tv_sec)).text
    return line(name, (kind(of: status.st_mode), Int(status.st_size), time), path)
  }

  private static func line(
    _ name: [UInt8], _ traits: (kind: String, size: Int, modified: String)?, _ path: String
  ) -> [UInt8] {
    var json = Array("{\"name\":".utf8)
    name.withUnsafeBytes { JSONText.quote($0, to: &json) }
    if let traits {
      json += ",\"kind\":\"\(traits.kind)\",\"size\":\(traits.size)".utf8
      json += ",\"modified\":\"\(traits.modified)\"".utf8
    }
    json += ",\"path\":".utf8
    var full = Array(path.utf8)
    if full.last != UInt8(ascii: "/") { full.append(UInt8(ascii: "/")) }
    (full + name).withUnsafeBytes { JSONText.quote($0, to: &json) }
    json += "}\n".utf8
    return json
  }

  private static func kind(of mode: mode_t) -> String {
    switch mode & S_IFMT {
    case S_IFREG: "file"
    case S_IFDIR: "folder"
    case S_IFLNK: "link"
    case S_IFIFO: "pipe"
    case S_IFSOCK: "socket"
    default: "device"
    }
  }

  var name: String { lines.name }
  var size: Int? { lines.size }

  func readNext(into buffer: UnsafeMutableRawBufferPointer) -> Int { lines.readNext(into: buffer) }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
    lines.read(into: buffer, at: offset)
  }

  func stop() { lines.stop() }
}
