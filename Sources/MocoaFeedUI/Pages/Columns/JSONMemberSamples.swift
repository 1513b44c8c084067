import MocoaFeed
import MocoaTUI

/// Statistics of all members in a sample of rows, in the order of their first appearance.
struct JSONMemberSamples {
  private(set) var samples: [JSONMemberSample] = []

  /// The positions of the samples by the keys that lead to them.
  private var positions: [[String]: Int] = [:]

  /// The position after the last member: rows mostly have the same order, which saves lookups.
  private var expected = 0

  /// Adds the members of a row, and those of its members.
  mutating func add(_ row: JSONBytes) {
    expected = 0
    for (key, value) in row.members {
      add(value, key)
      guard value.count < JSONDisplayText.byteLimit else { continue }
      for (inner, value) in value.members { add(value, key, inner) }
    }
  }

  private mutating func add(_ value: JSONBytes, _ key: String, _ inner: String? = nil) {
    let position = position(key, inner)
    samples[position].add(value)
    expected = position + 1
  }

  private mutating func position(_ key: String, _ inner: String?) -> Int {
    if expected < samples.count, samples[expected].isAt(key, inner) { return expected }
    let path = inner.map { [key, $0] } ?? [key]
    if let known = positions[path] { return known }
    positions[path] = samples.count
    samples.append(JSONMemberSample(path: path, order: samples.count))
    return samples.count - 1
  }
}

extension JSONMemberSample {
  /// Returns whether the sample is of a member, or of a nested member.
  fileprivate func isAt(_ key: String, _ inner: String?) -> Bool {
    guard path[0] == key else { return false }
    return inner.map { path.count == 2 && path[1] == $0 } ?? (path.count == 1)
  }
}
