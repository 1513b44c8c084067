extension TextWidth {
  /// What to leave of a text that is too wide.
  public enum Truncation: Hashable, Sendable {
    /// The start, followed by an ellipsis.
    case end
    /// The start and the end, with an ellipsis between them, as for file names.
    case middle
    /// The end, after an ellipsis, as for paths.
    case start
  }

  /// The text, or if it takes more columns than there are, what is left of it with an ellipsis.
  ///
  /// It never takes more than `columns`; it may take one less where a wide character does not fit.
  ///
  /// - Complexity: O(columns) for the end, otherwise O(text).
  public static func truncated(
    _ text: String, to columns: Int, at truncation: Truncation = .end
  ) -> String {
    guard columns > 0 else { return "" }
    guard self.columns(of: text, upTo: columns + 1) > columns else { return text }
    let room = columns - 1
    switch truncation {
    case .end: return prefix(of: text, fitting: room) + "…"
    case .start: return "…" + suffix(of: text, fitting: room)
    case .middle:
      return prefix(of: text, fitting: room - room / 2) + "…"
        + suffix(of: text, fitting: room / 2)
    }
  }

  /// The text in exactly some columns: truncated at its end, or with blanks after it.
  ///
  /// The blanks come before it with `alignsTrailing`. It is empty if `columns` is negative.
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
