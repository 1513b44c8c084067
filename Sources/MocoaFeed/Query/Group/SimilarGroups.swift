/// Finds groups whose keys are different values but the same text, such as 1 and `"1"`.
package struct SimilarGroups {
  private let titles: [String]
  private let null: String
  // Bytes, as equivalent texts are different.
  private var groups: [[[UInt8]]: [JSONBytes?]] = [:]

  /// The first two that were found: `'zip', such as 12345 and "12345"`; nil for none.
  package private(set) var example: String?

  /// Creates an instance without groups; `null` is the text of a missing value and of null.
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

  fileprivate func text(of value: JSONBytes?) -> [UInt8] {
    let text =
      switch value?.kind {
      case .string: value?.string
      case .null, nil: null
      default: value?.description
      }
    return Array((text ?? "").utf8)
  }
}

extension SimilarGroups {
  /// Compares the keys of rows, each of which is a group.
  ///
  /// Only texts can look like another value: of keys of one kind nothing is kept.
  ///
  /// - Complexity: O(n) for n bytes of the rows; memory for the values that are no texts, if others
  ///   are.
  /// - Parameters:
  ///   - model: The rows, whose members have the titles of the keys.
  ///   - filters: The filters that rows must match.
  /// - Throws: A `FeedError` if the rows cannot be read.
  package mutating func add(rowsOf model: FeedListModel, matching filters: [RowFilter]) throws {
    let scan = RowScan(over: model, condition: RowQuery(filters: filters).condition)
    func forEach<Result: Sendable>(
      _ empty: Result, _ body: @escaping @Sendable ([JSONBytes?], inout Result) -> Void,
      _ step: (Result) -> Void
    ) throws {
      let reader = MemberReader(titles.map { MemberPath(keys: [$0]) })
      try scan.run(0..<model.numberOfRows, empty: (reader, empty)) { _, row, block in
        body(block.0.values(in: JSONBytes(Array(row))), &block.1)
      } step: { _, block in
        step(block.1)
        return true
      }
    }
    let none = titles.map { _ in (text: false, other: false) }
    var kinds = none
    try forEach(none) { values, kinds in
      for (index, value) in values.enumerated() {
        if value?.kind == .string { kinds[index].text = true } else { kinds[index].other = true }
      }
    } _: { found in
      for (index, kind) in found.enumerated() {
        kinds[index].text = kinds[index].text || kind.text
        kinds[index].other = kinds[index].other || kind.other
      }
    }
    let mixed = kinds.indices.filter { kinds[$0].text && kinds[$0].other }
    guard !mixed.isEmpty else { return }
    let empty = [Set<[UInt8]>](repeating: [], count: mixed.count)
    var others = empty
    try forEach(empty) { [self] values, others in
      for (place, index) in mixed.enumerated() where values[index]?.kind != .string {
        others[place].insert(text(of: values[index]))
      }
    } _: { found in
      for place in mixed.indices { others[place].formUnion(found[place]) }
    }
    var candidates: [[JSONBytes?]] = []
    try forEach([[JSONBytes?]]()) { [self, others] values, found in
      let isCandidate = mixed.enumerated().contains { place, index in
        others[place].contains(text(of: values[index]))
      }
      if isCandidate { found.append(values) }
    } _: {
      candidates += $0
    }
    for values in candidates { add(values) }
  }
}
