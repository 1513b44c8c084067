/// A search for a text or a regular expression in rows.
///
/// It searches the strings, numbers and words of a row at any depth, but not the keys. A leading
/// `\` makes it a regular expression, a leading `~` a fuzzy search, `column:` restricts it to one
/// member, and quotes make the text literal but for escapes such as `\\` and `\n`. Case is ignored
/// unless the text contains a capital letter.
package struct RowSearch: Sendable {
  /// The search as it was typed.
  package let text: String

  /// The member to search, or nil for all.
  package let path: MemberPath?

  let pattern: TextPattern

  /// A name before a colon that is not a member.
  let unknownName: String?

  /// Parses a search as it is typed; an empty one finds all rows, and a name before a colon that is
  /// not a member is searched for like the rest.
  package init(
    parsing text: String, lookup: MemberLookup = { _ in .assumed }
  ) throws(FilterSyntaxError) {
    self.text = text
    let member = Self.member(in: text)
    switch (member?.name).map(lookup) {
    case .known(let known): path = known
    case .assumed: path = member.map { MemberPath($0.name) }
    case .unknown, nil: path = nil
    }
    unknownName = path == nil ? member?.name : nil
    let rest = path == nil ? text[...] : member?.rest ?? text[...]
    if rest.first == "~" {
      for sign in ["&&", "||"] {
        guard let range = text.firstRange(of: sign) else { continue }
        throw FilterSyntaxError(
          "a fuzzy search has no \(sign); the other condition is a filter of its own",
          at: range, in: text)
      }
      pattern = TextPattern(fuzzy: rest.dropFirst())
    } else if rest.first == "\\", rest.count > 1 {
      do {
        pattern = try TextPattern(regex: String(rest.dropFirst()))
      } catch {
        throw error.shifted(by: text.count - rest.count + 1, in: text)
      }
    } else {
      pattern = TextPattern(plain: Self.literal(rest) ?? String(rest))
    }
  }

  /// Creates a fuzzy search, as it is typed in fzf.
  package init(fuzzy text: String) {
    self.text = "~\(text)"
    (path, unknownName) = (nil, nil)
    pattern = TextPattern(fuzzy: text)
  }

  /// Returns whether a text is one to search for by its signs: in quotes, behind `~` or `\`, or
  /// behind a name and a colon; or if it is empty.
  static func isMarked(_ text: String) -> Bool {
    let start = text.drop { $0.isWhitespace }
    return start.isEmpty || start.first == "~" || start.first == "\\" || unquoted(start) != nil
      || member(in: text) != nil
  }

  /// Returns the name before the first colon, and what is behind it, if the text looks like
  /// `column:text` or `"odd name":text`.
  static func member(in text: String) -> (name: String, rest: Substring)? {
    let quoted = text.first == "\"" ? text.dropFirst().prefix { $0 != "\"" } : nil
    let colon = quoted.map { text[$0.endIndex...].dropFirst() } ?? text[...].drop { $0 != ":" }
    let rest = colon.dropFirst()
    guard colon.first == ":", let next = rest.first, !next.isWhitespace, !rest.hasPrefix("//")
    else {
      return nil
    }
    if let quoted { return (String(quoted), rest) }
    let name = text[..<colon.startIndex]
    guard let first = name.first, first.isLetter || "_/%".contains(first),
      name.allSatisfy({ $0.isLetter || $0.isNumber || "_-./$@%".contains($0) })
    else { return nil }
    return (String(name), rest)
  }

  /// Returns the text between two quotes, including white space; nil if it is not quoted.
  static func unquoted(_ text: Substring) -> String? {
    let text = text.trimmingSpaces
    guard text.count >= 2, let quote = text.first, quote == "\"" || quote == "'",
      text.last == quote
    else { return nil }
    return String(text.dropFirst().dropLast())
  }

  /// Returns the text between two quotes with its escapes as in expressions; nil if it is not
  /// quoted.
  private static func literal(_ text: Substring) -> String? {
    guard let unquoted = unquoted(text) else { return nil }
    guard unquoted.contains("\\"), let tokens = try? FilterLexer.tokens(of: String(text)),
      tokens.count == 2, case .string(let string) = tokens[0].kind
    else { return unquoted }
    return string
  }

  /// The search as a condition on rows.
  var condition: Condition {
    if let path { return .matches(.member(path), pattern) }
    return text.isEmpty ? .constant(true) : .text(pattern)
  }

  /// The error of testing rows: a regular expression exceeded its limit on some of them.
  package var fault: FilterSyntaxError? { pattern.hasFailed ? RowFilter.gaveUp(text) : nil }

  /// Returns whether a row matches.
  ///
  /// - Complexity: O(n) for n bytes.
  func matches(_ row: JSONBytes) -> Bool {
    row.withBytes { condition.holds(for: $0) }
  }

  /// Returns the innermost member that matches, unless a displayed one or the search's own does.
  ///
  /// - Complexity: O(*m* × *n*) for *m* displayed members and *n* bytes.
  /// - Parameters:
  ///   - row: A row that matches.
  ///   - displayed: The displayed members.
  /// - Returns: The member, or nil.
  package func hiddenMember(in row: JSONBytes, besides displayed: [MemberPath]) -> MemberPath? {
    guard path == nil, !displayed.contains(where: { $0.value(in: row).map(matches) == true }) else {
      return nil
    }
    var (keys, value) = ([String](), row)
    while value.kind == .object {
      guard let next = value.members.first(where: { matches($0.value) }) else { break }
      keys.append(next.key)
      value = next.value
    }
    return keys.isEmpty ? nil : MemberPath(keys: keys)
  }

  /// Returns whether a text matches.
  ///
  /// - Complexity: O(n) for n bytes.
  package func isFound(in text: Substring) -> Bool {
    var text = text
    return text.withUTF8 { pattern.isFound(in: UnsafeRawBufferPointer($0)) }
  }

  /// Returns the ranges of matches in a displayed text, for highlighting.
  ///
  /// The ranges are in order, do not overlap and are not empty. The caller must not pass a text of
  /// a column that the search excludes.
  package func ranges(in text: String) -> [Range<String.Index>] { pattern.ranges(in: text) }
}

extension RowSearch: Hashable {
  /// Returns whether both have the same text and member.
  package static func == (left: RowSearch, right: RowSearch) -> Bool {
    left.text == right.text && left.path == right.path
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
