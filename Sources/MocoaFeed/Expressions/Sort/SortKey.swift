/// A member or an expression by which rows are sorted, and the direction.
package struct SortKey: Hashable, Sendable {
  /// The member; that of the value of an expression.
  package let path: MemberPath

  /// The expression by whose value rows are sorted; nil to sort by a member of theirs.
  package private(set) var expression: DerivedMember?

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

  /// A Boolean value that indicates whether the interpretation is that of all rows, no sample.
  var isRefitted = false

  /// What ``doubt(on:)`` returned for a sample, to be reported where an engine sorts the rows.
  package var sampledDoubt: String?

  /// The pattern by whose matches rows are ranked; nil to sort by the value itself.
  private(set) var pattern: TextPattern?

  /// Creates a key.
  package init(_ path: MemberPath, isDescending: Bool = false) {
    (self.path, self.isDescending) = (path, isDescending)
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
  /// They are measures if most are sizes, durations, or numbers some of which have a sign, an
  /// exponent or a point, unless these may be versions; and levels of a log if three of four are,
  /// in a member that usually has the level.
  ///
  /// - Complexity: O(bytes of the sample).
  package func fitted(to sample: [JSONBytes]) -> SortKey {
    var key = self
    key.interpretation = kinds(of: sample).interpretation
    return key
  }

  /// Returns the first text of a sample that is sorted as a version, though it is a number, too.
  func version(in sample: [JSONBytes]) -> String? { kinds(of: sample).version }

  private func kinds(of sample: [JSONBytes]) -> TextKinds {
    var kinds = TextKinds(of: self)
    for row in sample {
      value(in: row)?.withBytes { QueryValue($0).map { kinds.add($0) } }
    }
    return kinds
  }

  private func value(in row: JSONBytes) -> JSONBytes? {
    guard let evaluation = expression?.evaluation else { return path.value(in: row) }
    var json: [UInt8] = []
    return row.withBytes { evaluation.append(valueOf: $0, to: &json) } ? JSONBytes(json) : nil
  }

  /// Returns why rows are not sorted by number, time or severity although values look like such.
  ///
  /// - Parameter sample: The first rows.
  /// - Returns: The reason; nil if all values of the sample are of one kind, or look like none.
  /// - Complexity: O(bytes of the sample).
  package func doubt(on sample: [JSONBytes]) -> String? {
    pattern == nil ? kinds(of: sample).doubt(of: self, isSample: true) : nil
  }

  /// What is said of texts beside numbers.
  func doubt(onTextsBesideNumbers text: String) -> String {
    "\(title) has numbers and texts; the texts, such as \"\(text)\", "
      + (isDescending ? "precede" : "follow")
  }

  /// What is said of a text that is no number.
  func doubt(onText text: String) -> String {
    "\(title) is sorted as text, as \"\(text)\" is not read as a number"
  }

  /// What is said of a text that may be hours and minutes, beside other durations.
  func doubt(onClock text: String) -> String {
    "\(title) is sorted as durations, with \"\(text)\" as minutes and seconds"
  }

  /// What is said of numbers that have another order as versions.
  func doubt(onVersions note: String) -> String {
    "\(title) is sorted as numbers, \(note); (\"v\" + \(title)) as versions"
  }

  /// What is said of texts that measure different things.
  var doubtOnUnits: String { "\(title) is sorted as text, as its units differ" }

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
