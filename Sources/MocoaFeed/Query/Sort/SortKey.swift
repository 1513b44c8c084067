/// A member by which rows are sorted, and the direction.
package struct SortKey: Hashable, Sendable {
  /// The member.
  package var path: MemberPath

  /// A Boolean value that indicates whether the order is descending.
  package var isDescending: Bool

  /// A Boolean value that indicates whether sizes and durations in strings sort as numbers.
  package var comparesMeasures = false

  /// The pattern by whose matches rows are ranked; nil to sort by the value itself.
  private(set) var pattern: TextPattern?

  /// Creates a key.
  package init(_ path: MemberPath, isDescending: Bool = false) {
    self.path = path
    self.isDescending = isDescending
  }

  /// Creates a key by which the best matches of a pattern come first.
  init(ranking pattern: TextPattern, in path: MemberPath) {
    (self.path, self.pattern, isDescending) = (path, pattern, true)
  }

  public static func == (left: SortKey, right: SortKey) -> Bool {
    left.path == right.path && left.isDescending == right.isDescending
      && left.comparesMeasures == right.comparesMeasures
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(path) }

  /// Returns the key with `comparesMeasures` set if all strings of a sample are sizes, durations,
  /// or numbers some of which have a sign or no digit before the point.
  ///
  /// - Complexity: O(bytes of the sample).
  package func fitted(to sample: [JSONBytes]) -> SortKey {
    var key = self
    var dimensions: Measure.Dimensions = []
    var hasSigns = false
    key.comparesMeasures =
      sample.allSatisfy { row in
        guard let value = path.value(in: row), value.kind == .string else { return true }
        return value.withBytes { bytes in
          guard let value = QueryValue(bytes), case .text(let content) = value else { return true }
          guard let number = NumberReading(content) else { return value.isMissing }
          dimensions.formUnion(number.dimension)
          hasSigns = hasSigns || content.first.map { "+-.".utf8.contains($0) } ?? false
          return true
        }
      } && (!dimensions.isEmpty || hasSigns) && !dimensions.areMixed
    return key
  }

  /// Returns why rows are not sorted by number although values look like numbers.
  ///
  /// - Parameter sample: The first rows.
  /// - Returns: The reason; nil if all values of the sample are numbers, or none looks like one.
  /// - Complexity: O(bytes of the sample).
  package func doubt(on sample: [JSONBytes]) -> String? {
    guard !comparesMeasures, pattern == nil else { return nil }
    var hasNumbers = false
    var hasOthers = false
    var (text, likeNumber): (String?, String?)
    for row in sample {
      guard let value = path.value(in: row) else { continue }
      value.withBytes { bytes in
        guard let content = QueryValue(bytes), !content.isMissing else { return }
        if case .number = content { hasNumbers = true }
        guard case .text(let content) = content else { return }
        text = text ?? value.string
        guard NumberReading(content) == nil else { return }
        if content.looksLikeNumber {
          likeNumber = likeNumber ?? value.string
        } else {
          hasOthers = true
        }
      }
    }
    if hasNumbers, let text {
      return "\(path.title) has numbers and texts; the texts, such as \"\(text)\", follow"
    }
    guard let likeNumber, !hasOthers else { return nil }
    return "\(path.title) is sorted as text, as \"\(likeNumber)\" is not read as a number"
  }

  /// Parses keys such as `-score,title`, in order of priority; `-` means descending.
  ///
  /// - Throws: A `FilterSyntaxError` if a name is missing.
  package static func keys(parsing text: String) throws(FilterSyntaxError) -> [SortKey] {
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
}

extension SortKey: CustomStringConvertible {
  /// The key as it is typed.
  package var description: String {
    let hasSign = path.text.utf8.first.map { "+-".utf8.contains($0) } ?? false
    return (isDescending ? "-" : hasSign ? "+" : "") + path.text
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
