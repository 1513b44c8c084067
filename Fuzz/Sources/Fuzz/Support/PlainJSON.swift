/// Reads JSON text as the grammar of RFC 8259 is written, byte by byte, for comparison.
struct PlainJSON {
  private var rest: ArraySlice<UInt8>

  /// Returns whether bytes are one value behind an optional byte order mark; strings may have
  /// invalid UTF-8.
  static func accepts(_ bytes: [UInt8]) -> Bool {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    var reader = PlainJSON(rest: bytes.dropFirst(bytes.starts(with: mark) ? mark.count : 0))
    return reader.value() && reader.rest.isEmpty
  }

  /// Moves past a value with the white space around it; returns `false` if there is none.
  private mutating func value() -> Bool {
    space()
    defer { space() }
    if take("{") { return list(until: "}") { $0.member() } }
    if take("[") { return list(until: "]") { $0.value() } }
    return string() || take("true") || take("false") || take("null") || number()
  }

  private mutating func list(until end: String, _ element: (inout PlainJSON) -> Bool) -> Bool {
    space()
    if take(end) { return true }
    repeat {
      guard element(&self) else { return false }
    } while take(",")
    return take(end)
  }

  private mutating func member() -> Bool {
    space()
    guard string() else { return false }
    space()
    return take(":") && value()
  }

  private mutating func string() -> Bool {
    guard take("\"") else { return false }
    while let byte = rest.popFirst(), byte >= 0x20 {
      if byte == UInt8(ascii: "\"") { return true }
      guard byte == UInt8(ascii: "\\") else { continue }
      guard let escape = rest.popFirst(), "\"\\/bfnrtu".utf8.contains(escape) else { return false }
      guard escape == UInt8(ascii: "u") else { continue }
      let digits = rest.prefix(4)
      let areHexadecimal = digits.allSatisfy { "0123456789abcdefABCDEF".utf8.contains($0) }
      guard digits.count == 4, areHexadecimal else { return false }
      rest = rest.dropFirst(4)
    }
    return false
  }

  private mutating func number() -> Bool {
    _ = take("-")
    guard take("0") || digits() else { return false }
    if take(".") { guard digits() else { return false } }
    guard take("e") || take("E") else { return true }
    _ = take("+") || take("-")
    return digits()
  }

  private mutating func digits() -> Bool {
    let count = rest.count
    rest = rest.drop { "0123456789".utf8.contains($0) }
    return rest.count < count
  }

  private mutating func space() { rest = rest.drop { " \t\n\r".utf8.contains($0) } }

  /// Moves past a text if it comes next.
  private mutating func take(_ text: String) -> Bool {
    guard rest.starts(with: text.utf8) else { return false }
    rest = rest.dropFirst(text.utf8.count)
    return true
  }
}
