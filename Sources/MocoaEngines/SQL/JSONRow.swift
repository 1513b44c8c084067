import MocoaFeed

/// Writes the values of a row as an object of JSON.
///
/// The text of a row that is longer than ``FeedOptions/longestRow`` ends behind its limit, and is
/// no JSON therefore, as that of a file.
struct JSONRow {
  private(set) var bytes: [UInt8] = []

  /// The names of the members with what stands around them.
  private let keys: [[UInt8]]

  init(names: [String]) { keys = JSONText.starts(ofMembers: names) }

  mutating func begin() { bytes.removeAll(keepingCapacity: true) }

  mutating func beginMember(_ position: Int) { bytes += keys[position] }

  mutating func end() {
    if keys.isEmpty { bytes.append(UInt8(ascii: "{")) }
    bytes.append(UInt8(ascii: "}"))
    if bytes.count > FeedOptions.longestRow { bytes.removeLast(bytes.count - Self.limit) }
  }

  /// The length of the text of a row that is too long.
  private static let limit = FeedOptions.longestRow + 1

  /// The part of a value that the row has room for.
  private func fitting(_ value: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: value[..<min(value.count, max(0, Self.limit - bytes.count))])
  }

  mutating func append(_ literal: String) { bytes.append(contentsOf: literal.utf8) }

  mutating func append(literal: UnsafeRawBufferPointer) {
    bytes.append(contentsOf: fitting(literal))
  }

  mutating func append(_ number: Int) {
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    let start = bytes.count
    var rest = number.magnitude
    repeat {
      bytes.append(UInt8(ascii: "0") + UInt8(rest % 10))
      rest /= 10
    } while rest > 0
    bytes[start...].reverse()
  }

  mutating func append(_ number: Double) {
    // Most are whole; these are written as `description` does, but with less work.
    if let whole = Int(exactly: number), whole.magnitude < 1 << 53, whole != 0 {
      append(whole)
      return append(".0")
    }
    // JSON has no such numbers.
    append(number.isFinite ? number.description : number < 0 ? "\"-Infinity\"" : "\"Infinity\"")
  }

  /// Appends a text in quotes; bytes that are not UTF-8 stay as they are.
  mutating func append(text: UnsafeRawBufferPointer) {
    JSONText.quote(fitting(text), to: &bytes)
  }

  /// Appends bytes as SQL writes them: `"x'0a0b'"`.
  mutating func append(blob: UnsafeRawBufferPointer) {
    let digits = Array("0123456789abcdef".utf8)
    append("\"x'")
    for byte in fitting(blob) { bytes += [digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
    append("'\"")
  }
}
