#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A small file of text that the user or the program has written.
enum TextFile {
  /// How many bytes such a file may have.
  private static let byteLimit = 1 << 20

  /// The text of a file.
  ///
  /// - Throws: A `TextFileError` that says why there is none.
  static func text(at path: String) throws(TextFileError) -> String {
    guard let bytes = try? Data(contentsOf: URL(filePath: path)) else {
      let isThere = UserFolder.hasFile(at: path)
      throw TextFileError(
        description: isThere ? "the file cannot be read" : "no such file")
    }
    guard bytes.count <= byteLimit else {
      throw TextFileError(description: "the file has more than 1 MB")
    }
    guard let text = String(bytes: bytes, encoding: .utf8) else {
      throw TextFileError(description: "the text is not UTF-8")
    }
    return text
  }
}

/// Why there is no text in a file.
struct TextFileError: Error, CustomStringConvertible {
  let description: String
}
