/// Turns the members that rows are sorted by into bytes in whose order the rows are sorted.
///
/// Numbers come first, then times, texts (see ``TextOrder``), arrays and objects by their text,
/// `false`, `true`; `null` and missing members come last in both directions. Numbers are compared
/// as floating point, times by the millisecond. No key is the beginning of another.
struct SortKeyEncoder {
  /// The first two bytes of what is no number; those of numbers are less.
  private enum Tag {
    static let time: UInt16 = 0xFFF2
    static let text: UInt16 = 0xFFF4
    static let container: UInt16 = 0xFFF6
    static let bool: UInt16 = 0xFFF8
    static let null: UInt16 = 0xFFFE
    static let missing: UInt16 = 0xFFFF
  }

  /// What the rows are sorted by.
  let keys: [SortKey]

  /// How the bytes are made shorter, or nil where they are not.
  private let code: SortKeyCode?

  /// The bytes of the last row.
  private(set) var bytes: [UInt8] = []

  /// The bytes of the last row before they are made shorter.
  private var plain: [UInt8] = []

  /// Whether the code is of use for all rows so far; the bytes of others are not.
  private(set) var isCodeFitting = true

  init(_ keys: [SortKey], code: SortKeyCode? = nil) {
    self.keys = keys
    self.code = code
    bytes.reserveCapacity(256)
  }

  /// Works out the bytes for a row.
  ///
  /// - Complexity: O(n) for n bytes of the row and each key.
  mutating func encode(_ row: UnsafeRawBufferPointer) {
    bytes.removeAll(keepingCapacity: true)
    appendKeys(of: row)
    guard let code else { return }
    swap(&plain, &bytes)
    bytes.removeAll(keepingCapacity: true)
    if !code.append(plain, to: &bytes) { isCodeFitting = false }
  }

  private mutating func appendKeys(of row: UnsafeRawBufferPointer) {
    for key in keys {
      let start = bytes.count
      let value = key.path.range(in: row).flatMap { QueryValue(row[rebased: $0]) }
      append(value)
      guard key.isDescending, let value else { continue }
      if case .null = value { continue }
      for index in start..<bytes.count { bytes[index] = ~bytes[index] }
    }
  }

  /// Eight of the bytes as a number, with zeros behind the last.
  func window(at offset: Int) -> UInt64 {
    var result: UInt64 = 0
    var index = offset
    while index < offset + 8 {
      result = result << 8 | UInt64(index < bytes.count ? bytes[index] : 0)
      index += 1
    }
    return result
  }

  private mutating func append(_ value: QueryValue?) {
    switch value {
    case .number(let quantity): append(quantity.double.orderedBits, byteCount: 8)
    case .text(let content):
      QueryValue.withUnescaped(content) { append(text: $0) }
    case .container(let content):
      append(tag: Tag.container)
      append(terminated: content)
    case .bool(let value):
      append(tag: Tag.bool)
      bytes.append(value ? 1 : 0)
    case .null: append(tag: Tag.null)
    case nil: append(tag: Tag.missing)
    }
  }

  private mutating func append(text: UnsafeRawBufferPointer) {
    if text.first?.isDigit ?? false, let time = Timestamp(text) {
      // Milliseconds since the year 0 have 48 bits until the year 8900.
      append(tag: Tag.time)
      let milliseconds = time.microseconds / 1_000 + 62_167_219_200_000
      append(UInt64(max(0, milliseconds)), byteCount: 6)
      return
    }
    append(tag: Tag.text)
    let start = bytes.count
    TextOrder.appendKey(of: text, to: &bytes)
    for index in start..<bytes.count where bytes[index] == 0 { bytes[index] = 1 }
    bytes.append(0)
  }

  private mutating func append(terminated content: UnsafeRawBufferPointer) {
    for byte in content { bytes.append(max(1, byte)) }
    bytes.append(0)
  }

  private mutating func append(tag: UInt16) {
    bytes.append(UInt8(truncatingIfNeeded: tag >> 8))
    bytes.append(UInt8(truncatingIfNeeded: tag))
  }

  private mutating func append(_ value: UInt64, byteCount: Int) {
    for index in (0..<byteCount).reversed() {
      bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(8 * index)))
    }
  }
}

extension Double {
  /// The number as an unsigned one in whose order numbers are; at most `0xFFF0_0000_0000_0000`.
  fileprivate var orderedBits: UInt64 {
    let bits = (self == 0 ? 0 : self).bitPattern
    return bits >> 63 == 0 ? bits | 1 << 63 : ~bits
  }
}
