/// Values at a few of many positions.
@MainActor struct SparseTable<Value> {
  fileprivate var values: [Int: Value] = [:]

  /// No value stands at this position or after it; where values were taken out it may be too great.
  private(set) var bound = 0

  var isEmpty: Bool { values.isEmpty }
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

  /// The values by position.
  var sorted: [Value] { values.sorted { $0.key < $1.key }.map(\.value) }

  /// Gives every value from a position on another one, or takes it out; O(values).
  ///
  /// - Parameters:
  ///   - start: the first position that may change.
  ///   - newPosition: where a value goes, or nil if it leaves.
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
  /// Removes the values without other references for which a condition holds; O(values).
  mutating func removeUnshared(where condition: (Int, Value) -> Bool) {
    for position in Array(values.keys) {
      guard var value = values.removeValue(forKey: position) else { continue }
      if isKnownUniquelyReferenced(&value), condition(position, value) { continue }
      values[position] = value
    }
  }
}
