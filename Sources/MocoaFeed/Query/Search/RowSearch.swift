/// A text or a regular expression that is looked for in rows.
///
/// It is found in the strings, numbers and words of a row at any depth, not in the keys. `\` in
/// front makes it a regular expression, `column:` looks in one member only, and quotes around it
/// take the text as it is. Small letters stand for both cases unless a capital letter was typed.
public struct RowSearch: Sendable {
  /// The search as it was typed.
  public let text: String

  /// The member that is looked in, or nil for all.
  public let path: MemberPath?

  let pattern: TextPattern

  /// What stands before a colon and is no member.
  let unknownName: String?

  /// Reads a search as people type it; an empty one finds all rows.
  ///
  /// - Parameters:
  ///   - text: What to search for.
  ///   - lookup: What names stand for in the rows; what stands before a colon and is no member is
  ///     searched for like the rest.
  /// - Throws: What is wrong with a regular expression.
  public init(
    parsing text: String, lookup: MemberLookup = { _ in .assumed }
  ) throws(FilterSyntaxError) {
    self.text = text
    let name = Self.memberName(in: text)
    switch name.map(lookup) {
    case .known(let known): path = known
    case .assumed: path = name.map { MemberPath($0) }
    case .unknown, nil: path = nil
    }
    unknownName = path == nil ? name : nil
    let rest = path == nil ? text[...] : text.dropFirst((name?.count ?? 0) + 1)
    if rest.first == "\\" {
      do {
        pattern = try TextPattern(regex: String(rest.dropFirst()))
      } catch {
        throw error.shifted(by: text.count - rest.count + 1, in: text)
      }
    } else {
      pattern = TextPattern(plain: Self.unquoted(rest) ?? String(rest))
    }
  }

  /// The name before the first colon, where the text looks like `column:text`.
  private static func memberName(in text: String) -> String? {
    guard let colon = text.firstIndex(of: ":") else { return nil }
    let name = text[..<colon]
    let rest = text[text.index(after: colon)...]
    guard let first = name.first, first.isLetter || first == "_" || first == "/",
      name.allSatisfy({ $0.isLetter || $0.isNumber || "_-./$@".contains($0) }),
      let next = rest.first, !next.isWhitespace, !rest.hasPrefix("//")
    else { return nil }
    return String(name)
  }

  /// The text between two quotes, with white space around them; nil where there are none.
  static func unquoted(_ text: Substring) -> String? {
    let text = text.trimmingSpaces
    guard text.count >= 2, let quote = text.first, quote == "\"" || quote == "'",
      text.last == quote
    else { return nil }
    return String(text.dropFirst().dropLast())
  }

  /// The search as a condition on rows.
  var condition: Condition {
    if let path { return .matches(path, pattern) }
    return text.isEmpty ? .constant(true) : .text(pattern)
  }

  /// What went wrong when rows were tested: a regular expression that gave up on some of them.
  public var fault: FilterSyntaxError? { pattern.hasFailed ? RowFilter.gaveUp(text) : nil }

  /// Whether the search finds a row.
  ///
  /// - Complexity: O(n) for n bytes.
  public func matches(_ row: JSONBytes) -> Bool {
    row.withBytes { condition.holds(for: $0) }
  }

  /// Returns whether the search finds something in a text.
  ///
  /// - Complexity: O(n) for n bytes.
  public func isFound(in text: Substring) -> Bool {
    var text = text
    return text.withUTF8 { pattern.isFound(in: UnsafeRawBufferPointer($0)) }
  }

  /// Where the search finds something in a text that is shown, to highlight it.
  ///
  /// The places are in order, do not overlap and are not empty. A text that is shown for the member
  /// of another column has none of them; that is the caller's to know.
  public func ranges(in text: String) -> [Range<String.Index>] { pattern.ranges(in: text) }
}

extension RowSearch: Hashable {
  /// Searches are equal when they were typed alike.
  public static func == (left: RowSearch, right: RowSearch) -> Bool {
    left.text == right.text && left.path == right.path
  }

  /// Hashes the text.
  public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
