/// Finds groups whose keys are different values but the same text, such as 1 and `"1"`.
package struct SimilarGroups {
  private let titles: [String]
  private let null: String
  // Bytes, as equivalent texts are different.
  private var groups: [[[UInt8]]: [JSONBytes?]] = [:]

  /// The first two that were found: `'zip', such as 12345 and "12345"`; nil for none.
  package private(set) var example: String?

  /// Creates an instance without groups.
  ///
  /// - Parameters:
  ///   - titles: The titles of the keys.
  ///   - null: The text of a missing value and of null.
  package init(titles: [String], null: String) {
    (self.titles, self.null) = (titles, null)
  }

  /// Compares the keys of another group with those so far.
  ///
  /// - Complexity: O(size of the keys).
  package mutating func add(_ values: [JSONBytes?]) {
    guard example == nil, let others = groups.updateValue(values, forKey: values.map(text)) else {
      return
    }
    let index = titles.indices.first { values[$0] != others[$0] } ?? 0
    let both = [others, values].map { $0[index]?.description ?? "null" }
    example = "'\(titles[index])', such as \(both.joined(separator: " and "))"
  }

  private func text(of value: JSONBytes?) -> [UInt8] {
    let text =
      switch value?.kind {
      case .string: value?.string
      case .null, nil: null
      default: value?.description
      }
    return Array((text ?? "").utf8)
  }
}
