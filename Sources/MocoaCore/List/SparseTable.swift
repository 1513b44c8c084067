/// A table with values at few of many positions.
@MainActor struct SparseTable<Value> {
  fileprivate var values: [Int: Value] = [:]

  /// An upper bound of the positions of values, which removals do not reduce.
  private(set) var bound = 0

  var count: Int { values.count }

  /// The value at a position; O(1).
  subscript(position: Int) -> Value? {
    get { values[position] }
    set {
      values[position] = newValue
      if newValue != nil { bound = Swift.max(bound, position + 1) }
    }
  }

  /// The values, in no particular order.
  var unordered: Dictionary<Int, Value>.Values { values.values }

  /// Returns the values at some positions, in no particular order; O(the smaller number).
  func values(in positions: Range<Int>) -> [Value] {
    positions.count < values.count
      ? positions.compactMap { values[$0] }
      : values.compactMap { positions.contains($0.key) ? $0.value : nil }
  }

  /// The values, ordered by position.
  var sorted: [Value] { values.sorted { $0.key < $1.key }.map(\.value) }

  /// Changes the positions of values from one on, or removes those without a new one; O(values).
  mutating func remap(from start: Int, _ newPosition: @MainActor (Int, Value) -> Int?) {
    guard bound > start, !values.isEmpty else { return }
    let old = values
    values.removeAll(keepingCapacity: true)
    bound = 0
    for (position, value) in old {
      if let new = position < start ? position : newPosition(position, value) { self[new] = value }
    }
  }
}

extension SparseTable where Value: AnyObject {
  /// Removes the values without other references that satisfy a condition; O(values).
  mutating func removeUnshared(where condition: (Int, Value) -> Bool) {
    for position in Array(values.keys) {
      guard var value = values.removeValue(forKey: position) else { continue }
      if isKnownUniquelyReferenced(&value), condition(position, value) { continue }
      values[position] = value
    }
  }
}
