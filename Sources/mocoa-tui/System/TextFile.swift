import MocoaSystem

/// A small text file written by the user or the program.
enum TextFile {
  /// The maximum number of bytes of such a file.
  static let byteLimit = 1 << 20

  /// Returns the text of a file; one that must be regular is neither a pipe nor a device.
  static func text(
    at path: String, isRegular: Bool = false
  ) throws(TextFileError) -> String {
    // A pipe without a writer would be waited for.
    guard !isRegular || UserFolder.hasRegularFile(at: path) else {
      throw TextFileError(description: "it is not a regular file")
    }
    guard let bytes = bytes(at: path) else {
      let isThere = UserFolder.hasFile(at: path)
      throw TextFileError(
        description: isThere ? "the file cannot be read" : "no such file")
    }
    guard bytes.count <= byteLimit else {
      throw TextFileError(description: "the file is larger than 1 MB")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw TextFileError(description: "the text is not UTF-8")
    }
    return text
  }

  /// Returns the bytes of a file, which may be a pipe; at most one chunk beyond the limit.
  private static func bytes(at path: String) -> [UInt8]? {
    guard let file = fopen(path, "rb") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= byteLimit {
      let count = fread(&piece, 1, piece.count, file)
      guard count > 0 else { return ferror(file) == 0 ? bytes : nil }
      bytes += piece[..<count]
    }
    return bytes
  }
}

/// The reason why a text file cannot be read.
struct TextFileError: Error, CustomStringConvertible {
  let description: String
}
