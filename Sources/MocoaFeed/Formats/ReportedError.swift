/// The error that a document reports in place of rows, as servers do with status 200.
enum ReportedError {
  /// The members that have it, with any case.
  private static let keys = ["error", "errors"]

  /// The maximum length in bytes of a document without rows that is searched for it.
  static let longestDocument = 64 * 1024

  /// Returns whether a list has errors by its position.
  static func isList(at pointer: JSONPointer) -> Bool {
    pointer.tokens.first.map(isKey) ?? false
  }

  /// Returns the start of the error of a document; nil if it has none.
  static func text(in document: JSONBytes) -> String? {
    guard document.kind == .object else { return nil }
    var text: String?
    document.forEachMember { key, value in
      if isKey(key), !isNone(value) {
        text = line(of: Array(value.description.utf8.prefix(longestText)))
      }
      return text == nil
    }
    return text
  }

  /// Returns whether a member of the document reports errors.
  static func isKey(_ key: String) -> Bool { keys.contains(key.lowercased()) }

  /// Returns whether a value says that there is no error.
  private static func isNone(_ value: JSONBytes) -> Bool {
    value.isAbsent || ["0", "[]", "{}", "\"\""].contains(value.description)
  }

  /// The maximum length in bytes of the start of a document in an error.
  static let longestText = 200

  /// Returns the start of a document as one line.
  static func line(of bytes: [UInt8]) -> String {
    let text = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
    return bytes.count < longestText ? text : text + "…"
  }
}
