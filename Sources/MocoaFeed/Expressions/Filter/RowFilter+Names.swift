// Names in texts that look like comparisons, and are none.

extension RowFilter {
  /// Returns the error of a comparison with a member whose name must be in quotes (`Paid? = "no"`);
  /// nil if the text begins with no such name in front of an operator.
  static func unquotedName(in text: String, _ lookup: MemberLookup) -> FilterSyntaxError? {
    let start = text.firstIndex { !$0.isWhitespace } ?? text.endIndex
    guard start < text.endIndex, !"\"'\\~".contains(text[start]),
      var sign = text[start...].firstIndex(where: "=<>~:".contains)
    else { return nil }
    if sign > start, text[text.index(before: sign)] == "!" {
      // Of `a!=1`, the mark is a part of the operator, unless it is one of the name.
      let name = text[start..<sign]
      if !isKnown(name, lookup) { sign = text.index(before: sign) }
    }
    let after = text[text.index(after: sign)...]
    if text[sign] == ":", after.first?.isWhitespace ?? true || after.hasPrefix("//") { return nil }
    let name = text[start..<sign].trimmingSpaces
    let tokens = (try? FilterLexer.tokens(of: name)) ?? []
    guard tokens.count != 2, isKnown(name[...], lookup) else { return nil }
    let end = text.index(start, offsetBy: name.count)
    let quoted = MemberPath.quoted(name)
    return FilterSyntaxError(
      "put this name in quotes: \(quoted)\(text[end...])", at: start..<end, in: text)
  }

  private static func isKnown(_ name: Substring, _ lookup: MemberLookup) -> Bool {
    if case .known = lookup(String(name)) { true } else { false }
  }

  /// Returns the name in front of a single equals sign in a text that is searched for, as no row
  /// has such a member: `Customer = 9`; nil for other texts.
  static func comparedName(in text: String, _ lookup: MemberLookup) -> String? {
    guard !RowSearch.isMarked(text), let sign = text.firstIndex(of: "="),
      text.index(after: sign) < text.endIndex
    else { return nil }
    let name = text[..<sign].trimmingSpaces
    guard let first = name.first, first.isLetter || first == "_",
      name.split(separator: " ").count < 4, case .unknown = lookup(name)
    else { return nil }
    return name
  }
}
