/// The spellings of the levels of a log among values, which are different values of a group, but
/// equal in a comparison: `"ERROR"`, `"error"` and 50.
struct LevelSpellings: Sendable {
  /// The first value of each level.
  private var firsts: [(name: UInt128, value: [UInt8])] = []

  /// The first two values of one level.
  private var example: (first: [UInt8], second: [UInt8])?

  /// Adds a value, given as JSON; ignores one that is no level.
  mutating func add(_ value: UnsafeRawBufferPointer) {
    guard example == nil, let name = QueryValue(value)?.levelName else { return }
    guard let first = firsts.first(where: { $0.name == name })?.value else {
      return firsts.append((name, Array(value)))
    }
    if !first.elementsEqual(value) { example = (first, Array(value)) }
  }

  /// Adds those of later rows.
  mutating func add(_ other: LevelSpellings) {
    for first in other.firsts { first.value.withUnsafeBytes { add($0) } }
    example = example ?? other.example
  }

  /// What is said of a member with two spellings of one level; nil if there are none.
  func note(on member: MemberPath) -> String? {
    guard let example else { return nil }
    let values = [example.first, example.second].map { String(decoding: $0, as: UTF8.self) }
    let hint =
      values[0].lowercased() == values[1].lowercased()
      ? "; lower(\(member.filterText)) joins them" : ""
    return "\(member.title): \(values[0]) and \(values[1]) are different values, which == takes "
      + "for equal\(hint)"
  }
}
