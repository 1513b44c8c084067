/// The bytes between the introducer of a control sequence and its last byte.
///
/// Parameters are separated by `;`, and each is a number or several separated by `:` (ECMA-48,
/// 5.4). One of `<`, `=`, `>`, `?` before them indicates a private sequence.
struct ControlSequence: Sendable {
  /// The maximum number of bytes; no known sequence is longer.
  private static let limit = 64

  private var bytes: [UInt8] = []

  /// A Boolean value that indicates whether bytes beyond the limit were dropped.
  private(set) var isOverlong = false

  var isEmpty: Bool { bytes.isEmpty }

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    isOverlong = false
  }

  mutating func append(_ byte: UInt8) {
    guard bytes.count < Self.limit else {
      isOverlong = true
      return
    }
    bytes.append(byte)
  }

  /// The prefix that indicates a private sequence, or nil.
  var prefix: UInt8? {
    bytes.first.flatMap { (0x3C...0x3F).contains($0) ? $0 : nil }
  }

  /// A Boolean value that indicates whether there are intermediate bytes, after the parameters.
  var hasIntermediates: Bool {
    bytes.contains { (0x20...0x2F).contains($0) }
  }

  /// A Boolean value that indicates whether a reported background is light; nil without a report.
  ///
  /// The report is OSC 11, such as `11;rgb:ffff/ffff/ffff`.
  var isLightBackground: Bool? {
    let text = String(decoding: bytes, as: UTF8.self)
    guard !isOverlong, text.hasPrefix("11;rgb") else { return nil }
    let channels = text.drop { $0 != ":" }.dropFirst().split(separator: "/").prefix(3).compactMap {
      channel in
      Int(channel, radix: 16).map { Double($0) / Double((1 << (4 * channel.count)) - 1) }
    }
    guard channels.count == 3 else { return nil }
    // The luma of ITU-R BT.601.
    return zip(channels, [0.299, 0.587, 0.114]).map(*).reduce(0, +) > 0.5
  }

  /// Returns a number by the position of its parameter and its position within that, both from 0.
  ///
  /// - Returns: The number; nil if it is missing, invalid or too large.
  func number(_ parameter: Int, _ position: Int = 0) -> Int? {
    var (atParameter, atPosition) = (0, 0)
    var value: Int?
    for byte in prefix == nil ? bytes[...] : bytes.dropFirst() {
      switch byte {
      case UInt8(ascii: ";"): (atParameter, atPosition) = (atParameter + 1, 0)
      case UInt8(ascii: ":"): atPosition += 1
      default:
        guard atParameter == parameter, atPosition == position else { continue }
        guard (0x30...0x39).contains(byte), value ?? 0 < 1_000_000 else { return nil }
        value = (value ?? 0) * 10 + Int(byte - 0x30)
      }
    }
    return value
  }
}
