/// What comes between the two marks of bracketed paste.
///
/// Nothing in it is a key. It ends with `ESC [ 201 ~`, wherever reads happen to split that.
struct PasteBuffer: Sendable {
  private static let terminator: [UInt8] = [0x1B, 0x5B, 0x32, 0x30, 0x31, 0x7E]

  private var bytes: [UInt8] = []
  /// How many of the terminator's bytes the last ones are.
  private var matched = 0
  private var endsInReturn = false

  /// Forgets everything, for a new paste.
  mutating func start() {
    bytes.removeAll(keepingCapacity: true)
    matched = 0
    endsInReturn = false
  }

  /// Takes a byte, hands over what is complete, and returns whether the paste has ended.
  mutating func consume(_ byte: UInt8, _ handle: (InputEvent) -> Void) -> Bool {
    // Not in the middle of a character, unless it has become longer than any.
    let excess = bytes.count - matched - InputParser.pasteLimit
    if excess >= 4 || excess >= 0 && byte & 0xC0 != 0x80 { handOver(handle) }
    // Terminals send the return key's byte for a line end.
    let isSecondHalf = byte == 0x0A && endsInReturn
    endsInReturn = byte == 0x0D
    guard !isSecondHalf else { return false }
    bytes.append(byte == 0x0D ? 0x0A : byte)

    // ESC is only at the terminator's start, so a match that fails can only restart there.
    if byte == Self.terminator[matched] {
      matched += 1
    } else {
      matched = byte == Self.terminator[0] ? 1 : 0
    }
    guard matched == Self.terminator.count else { return false }
    bytes.removeLast(matched)
    end(handle)
    return true
  }

  /// Delivers the remaining text.
  mutating func end(_ handle: (InputEvent) -> Void) {
    matched = 0
    if !bytes.isEmpty { handOver(handle) }
    bytes = []
  }

  /// Hands over all but what may be the terminator's beginning.
  private mutating func handOver(_ handle: (InputEvent) -> Void) {
    let end = bytes.count - matched
    handle(.paste(String(decoding: bytes[..<end], as: UTF8.self)))
    bytes.removeFirst(end)
  }
}
