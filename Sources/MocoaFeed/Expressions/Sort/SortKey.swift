/// A member or an expression by which rows are sorted, and the direction.
package struct SortKey: Hashable, Sendable {
  /// The member; that of the value of an expression.
  package let path: MemberPath

  /// The expression by whose value rows are sorted; nil to sort by a member of theirs.
  package private(set) var expression: DerivedMember?

  /// A Boolean value that indicates whether the order is descending.
  package var isDescending: Bool

  /// What strings are sorted as.
  package enum Interpretation: Sendable {
    case text
    /// Sizes, durations and other numbers in strings sort as numbers.
    case measure
    /// Levels of a log sort by severity.
    case level
  }

  /// What strings are sorted as.
  package var interpretation = Interpretation.text

  /// The pattern by whose matches rows are ranked; nil to sort by the value itself.
  private(set) var pattern: TextPattern?

  /// Creates a key.
  package init(_ path: MemberPath, isDescending: Bool = false) {
    self.path = path
    self.isDescending = isDescending
  }

  /// Creates a key with an expression.
  package init(_ expression: DerivedMember, isDescending: Bool = false) {
    self.init(MemberPath(keys: [expression.name]), isDescending: isDescending)
    self.expression = expression
  }

  /// Creates a key by which the best matches of a pattern come first.
  init(ranking pattern: TextPattern, in path: MemberPath) {
    (self.path, self.pattern, isDescending) = (path, pattern, true)
  }

  public static func == (left: SortKey, right: SortKey) -> Bool {
    left.path == right.path && left.expression == right.expression
      && left.isDescending == right.isDescending
      && left.interpretation == right.interpretation
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(path) }

  /// Returns the key with the interpretation of strings that a sample has.
  ///
  /// They are measures if all are sizes, durations, or numbers some of which have a sign, an
  /// exponent or a point, unless these may be versions; and levels of a log if all are, in a member
  /// that usually has the level.
  ///
  /// - Complexity: O(bytes of the sample).
  package func fitted(to sample: [JSONBytes]) -> SortKey {
    var key = self
    var kinds = TextKinds(of: self)
    for row in sample where kinds.isOpen {
      guard let value = self.value(in: row), value.kind == .string else { continue }
      value.withBytes { QueryValue($0).map { kinds.add($0) } }
    }
    key.interpretation = kinds.interpretation
    return key
  }

  private func value(in row: JSONBytes) -> JSONBytes? {
    guard let expression else { return path.value(in: row) }
    var json: [UInt8] = []
    return row.withBytes { expression.append(valueOf: $0, to: &json) } ? JSONBytes(json) : nil
  }

  /// Returns why rows are not sorted by number although values look like numbers.
  ///
  /// - Parameter sample: The first rows.
  /// - Returns: The reason; nil if all values of the sample are numbers, or none looks like one.
  /// - Complexity: O(bytes of the sample).
  package func doubt(on sample: [JSONBytes]) -> String? {
    guard interpretation == .text, pattern == nil else { return nil }
    var hasNumbers = false
    var (measureCount, otherCount) = (0, 0)
    var dimensions: Measure.Dimensions = []
    var other: String?
    var (text, likeNumber, version): (String?, String?, String?)
    for row in sample {
      guard let value = self.value(in: row) else { continue }
      value.withBytes { bytes in
        guard let content = QueryValue(bytes), !content.isMissing else { return }
        if case .number = content { hasNumbers = true }
        guard case .text(let content) = content else { return }
        text = text ?? value.string
        QueryValue.withText(content) { content in
          if let number = NumberReading(content) {
            if number.mayBeVersion { version = version ?? value.string }
            if !number.unit.isEmpty { measureCount += 1 }
            dimensions.formUnion(number.dimension)
          } else if content.looksLikeNumber {
            likeNumber = likeNumber ?? value.string
          } else {
            otherCount += 1
            other = other ?? value.string
          }
        }
      }
    }
    if hasNumbers, let text {
      return "\(title) has numbers and texts; the texts, such as \"\(text)\", follow"
    }
    if let version, other == nil, likeNumber == nil {
      return
        "\(title) is sorted as versions, as \"\(version)\" ends with 0; (\(title) + 0) as numbers"
    }
    if dimensions.areMixed, measureCount >= otherCount {
      return "\(title) is sorted as text, as its units differ"
    }
    // One of many texts may look like a size.
    let odd = measureCount > otherCount ? likeNumber ?? other : other == nil ? likeNumber : nil
    return odd.map { "\(title) is sorted as text, as \"\($0)\" is not read as a number" }
  }

  /// Parses keys such as `-score,title`, in order of priority; `-` means descending.
  ///
  /// A list with a call, or that begins with a parenthesis, has expressions:
  /// `-lower(name),(price * count)`.
  ///
  /// - Parameters:
  ///   - text: The keys.
  ///   - isMember: Returns whether a text that could be an expression is the name of a member.
  /// - Returns: The keys.
  /// - Throws: A `FilterSyntaxError` if a name is missing, or an expression is invalid.
  package static func keys(
    parsing text: String, isMember: (String) -> Bool = { _ in false }
  ) throws(FilterSyntaxError) -> [SortKey] {
    let first = text.unicodeScalars.first { !"+- ".unicodeScalars.contains($0) }
    if let list = try NamedExpression.list(parsing: text, isNeeded: first == "(") {
      var keys: [SortKey] = []
      for item in list { keys.append(try SortKey(item, of: text, isMember)) }
      return keys
    }
    var keys: [SortKey] = []
    for part in MemberPath.split(text) {
      var name = part.unicodeScalars.drop { $0.properties.isWhitespace }
      let isDescending = name.first == "-"
      if isDescending || name.first == "+" { name.removeFirst() }
      while name.last?.properties.isWhitespace ?? false { name.removeLast() }
      guard !name.isEmpty else {
        throw FilterSyntaxError(
          "the name of a member is missing", at: part.endIndex..<part.endIndex, in: text)
      }
      keys.append(SortKey(MemberPath(String(name)), isDescending: isDescending))
    }
    return keys
  }

  private init(
    _ item: NamedExpression, of list: String, _ isMember: (String) -> Bool
  ) throws(FilterSyntaxError) {
    guard item.name == nil else {
      throw FilterSyntaxError(
        "a sort key has no name; --derive names one", at: item.range, in: list)
    }
    let sign = item.text.first
    let text = String(item.text.drop { $0 == "-" && sign == "-" || $0 == "+" || $0.isWhitespace })
    let isDescending = sign == "-"
    if isMember(text) {
      self.init(MemberPath(text), isDescending: isDescending)
    } else if let member = try NamedExpression.list(parsing: text, isNeeded: true)?.first?.member {
      self.init(member, isDescending: isDescending)
    } else {
      do {
        self.init(
          try DerivedMember(name: text, expression: text, option: "--sort"),
          isDescending: isDescending)
      } catch {
        let start = list.distance(from: list.startIndex, to: item.range.lowerBound)
        throw error.shifted(by: start + item.text.count - text.count, in: list)
      }
    }
  }

  /// Returns the key with the names of its expression resolved; unchanged if it has none.
  package func resolved(by lookup: @escaping MemberLookup) -> SortKey {
    expression.map { SortKey($0.resolved(by: lookup), isDescending: isDescending) } ?? self
  }

  /// The member or the expression as it is typed.
  package var title: String { expression?.text ?? path.text }
}

extension SortKey: CustomStringConvertible {
  /// The key as it is typed.
  package var description: String {
    let hasSign = title.utf8.first.map { "+-".utf8.contains($0) } ?? false
    return (isDescending ? "-" : hasSign ? "+" : "") + title
  }
}

extension UnsafeRawBufferPointer {
  /// A Boolean value that indicates whether a text is digits with separators or a currency, which
  /// readers of numbers do not know: `1,200`, `$9.50`.
  fileprivate var looksLikeNumber: Bool {
    let text = String(decoding: self, as: UTF8.self).unicodeScalars
    guard contains(where: \.isDigit),
      text.contains(where: { ",'_$€£¥".unicodeScalars.contains($0) })
    else { return false }
    return text.allSatisfy { "0123456789+-., '_$€£¥".unicodeScalars.contains($0) }
  }
}
