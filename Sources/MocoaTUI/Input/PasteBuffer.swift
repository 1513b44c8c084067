/// The text between the markers of bracketed paste.
///
/// Its bytes are never keys. It ends with `ESC [ 201 ~`, which may be split between reads.
struct PasteBuffer: Sendable {
  private static let terminator: [UInt8] = [0x1B, 0x5B, 0x32, 0x30, 0x31, 0x7E]

  private var bytes: [UInt8] = []
  /// The number of last bytes that match the beginning of the terminator.
  private var matched = 0
  private var endsInReturn = false

  /// Clears the buffer for a new paste.
  mutating func start() {
    bytes.removeAll(keepingCapacity: true)
    matched = 0
    endsInReturn = false
  }

  /// Appends a byte, emits text beyond the limit, and returns whether the paste has ended.
  mutating func consume(_ byte: UInt8, _ handle: (InputEvent) -> Void) -> Bool {
    // Characters are not split, unless they are longer than any valid one.
    let excess = bytes.count - matched - InputParser.pasteLimit
    if excess >= 4 || excess >= 0 && byte & 0xC0 != 0x80 { handOver(handle) }
    // Terminals send the byte of the return key for a line end.
    let isSecondHalf = byte == 0x0A && endsInReturn
    endsInReturn = byte == 0x0D
    guard !isSecondHalf else { return false }
    bytes.append(byte == 0x0D ? 0x0A : byte)

    // ESC occurs only at the start of the terminator, so a failed match can only restart there.
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

  /// Emits the remaining text.
  mutating func end(_ handle: (InputEvent) -> Void) {
    matched = 0
    if !bytes.isEmpty { handOver(handle) }
    bytes = []
  }

  /// Emits the text, except bytes that may be the beginning of the terminator.
  private mutating func handOver(_ handle: (InputEvent) -> Void) {
    let end = bytes.count - matched
    handle(.paste(String(decoding: bytes[..<end], as: UTF8.self)))
    bytes.removeFirst(end)
  }
}
