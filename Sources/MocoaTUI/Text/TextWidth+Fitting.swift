extension TextWidth {
  /// The part of a text that is kept when it is truncated.
  public enum Truncation: Hashable, Sendable {
    /// The start, followed by an ellipsis.
    case end
    /// The start and the end, with an ellipsis between them, as for file names.
    case middle
    /// The end, after an ellipsis, as for paths.
    case start
  }

  /// Returns the text, truncated with an ellipsis if it takes more columns than there are.
  ///
  /// It never takes more than `columns`; it may take one less if a wide character does not fit.
  ///
  /// - Complexity: O(columns) for the end, otherwise O(text).
  public static func truncated(
    _ text: String, to columns: Int, at truncation: Truncation = .end
  ) -> String {
    guard columns > 0 else { return "" }
    guard self.columns(of: text, upTo: columns.adding(clamping: 1)) > columns else { return text }
    let room = columns - 1
    switch truncation {
    case .end: return prefix(of: text, fitting: room) + "…"
    case .start: return "…" + suffix(of: text, fitting: room)
    case .middle:
      return prefix(of: text, fitting: room - room / 2) + "…"
        + suffix(of: text, fitting: room / 2)
    }
  }

  /// Returns a path, shortened in the middle if it is too wide: `~/…/logs/events.json`.
  ///
  /// If the first and the last part do not fit, the last one is truncated in its middle.
  ///
  /// - Complexity: O(path).
  static func shortenedPath(_ path: String, to columns: Int) -> String {
    guard self.columns(of: path, upTo: columns + 1) > columns else { return path }
    let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
    guard let first = parts.first, let last = parts.last, parts.count > 2 else {
      return truncated(parts.last ?? path, to: columns, at: .middle)
    }
    var result: String?
    for start in stride(from: parts.count - 1, through: 2, by: -1) {
      let candidate = ([first, "…"] + parts[start...]).joined(separator: "/")
      guard self.columns(of: candidate, upTo: columns + 1) <= columns else { break }
      result = candidate
    }
    return result ?? truncated(last, to: columns, at: .middle)
  }

  /// Returns the text in exactly some columns: truncated, or padded with spaces.
  ///
  /// The spaces come before it with `alignsTrailing`. It is empty if `columns` is negative.
  ///
  /// - Complexity: O(columns).
  public static func padded(
    _ text: String, to columns: Int, alignsTrailing: Bool = false
  ) -> String {
    let text = truncated(text, to: columns)
    let blanks = String(repeating: " ", count: max(0, columns - self.columns(of: text)))
    return alignsTrailing ? blanks + text : text + blanks
  }
}
