/// What values are read as.
enum ValueNoun: String {
  case number, time, level, text, value
}

/// The values that are not of the kind of the others, which an aggregate leaves out; missing ones
/// do not count.
struct UnreadValues: Sendable {
  /// What the values are not.
  let noun: ValueNoun

  /// The number of values that are not.
  private(set) var count = 0

  /// The number of those that are.
  var readCount = 0

  /// One of the values that are not.
  private var example: [UInt8] = []

  /// The maximum number of characters of the example.
  private static let exampleLength = 40

  init(_ noun: ValueNoun) { self.noun = noun }

  mutating func add(_ value: some Sequence<UInt8>, rows: Int) {
    if count == 0 { example = Array(value) }
    count += rows
  }

  mutating func add(text: UnsafeRawBufferPointer) {
    if count == 0 { JSONText.quote(text, to: &example) }
    count += 1
  }

  /// A Boolean value that indicates whether at least three of four values are of the kind.
  var areFew: Bool { readCount > 0 && readCount >= 3 * count }

  /// Adds those of later rows.
  mutating func add(_ other: UnreadValues) {
    if count == 0 { example = other.example }
    count += other.count
    readCount += other.readCount
  }

  /// A description such as `1 value of 3 is no number: "1,200"`; nil if none was left out.
  var description: String? {
    guard count > 0 else { return nil }
    let json = JSONBytes(example)
    let text = json.string.map { "\"\($0)\"" } ?? json.text
    let shown = text.count > Self.exampleLength ? "\(text.prefix(Self.exampleLength))…" : text
    let values = count == 1 ? "1 value" : "\(count) values"
    return "\(values) of \(count + readCount) \(count == 1 ? "is" : "are") no "
      + "\(noun.rawValue): \(shown)\(count == 1 ? "" : ", …")"
  }
}
