/// A member that rows are sorted by, and in which direction.
public struct SortKey: Hashable, Sendable {
  /// The member.
  public var path: MemberPath

  /// Whether the greatest comes first.
  public var isDescending: Bool

  /// Whether texts with sizes and durations, such as `10Mi` and `2h5m`, are sorted by their values
  /// among the numbers.
  public var comparesMeasures = false

  /// Makes a key.
  public init(_ path: MemberPath, isDescending: Bool = false) {
    self.path = path
    self.isDescending = isDescending
  }

  /// The key for rows like those of a sample: texts are sorted by sizes and durations where all of
  /// the sample hold numbers, and some of these have units.
  ///
  /// - Complexity: O(bytes of the sample).
  public func fitted(to sample: [JSONBytes]) -> SortKey {
    var key = self
    var hasUnit = false
    key.comparesMeasures =
      sample.allSatisfy { row in
        guard let value = path.value(in: row), value.kind == .string else { return true }
        return value.withBytes { bytes in
          guard case .text(let content)? = QueryValue(bytes), !content.isEmpty else { return true }
          let isMeasure = Measure(content) != nil
          hasUnit = hasUnit || isMeasure
          return isMeasure || Quantity(content) != nil
        }
      } && hasUnit
    return key
  }

  /// Reads keys as they are typed: `-score,title`, the most important first, `-` for the greatest
  /// first and `+` for the least.
  ///
  /// - Throws: Where a name is missing.
  public static func keys(parsing text: String) throws(FilterSyntaxError) -> [SortKey] {
    var keys: [SortKey] = []
    for part in MemberPath.split(text) {
      var name = part.drop { $0.isWhitespace }
      let isDescending = name.first == "-"
      if isDescending || name.first == "+" { name = name.dropFirst() }
      while name.last?.isWhitespace ?? false { name.removeLast() }
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
  public var description: String { (isDescending ? "-" : "") + path.text }
}
