/// Parses the bytes that a terminal sends into events.
///
/// The parser is pure: bytes in, events out, no clock and no terminal. The bytes may be split
/// anywhere, in the middle of a sequence or of a character, without effect on the events:
/// ```swift
/// var parser = InputParser()
/// parser.feed([0x1B, 0x5B]) { _ in }  // nothing yet
/// parser.feed([0x41]) { print($0) }  // .key(.up)
/// ```
/// Only the Escape key and the start of a sequence cannot be distinguished by bytes alone. While
/// ``isPending`` is true, wait some 25 ms for more input, and then call ``timeout(_:)``.
///
/// Unknown sequences (replies, unnamed keys) are ignored as a whole: no part of a sequence is
/// emitted as a key, because keys are commands. Hardly more than ``pasteLimit`` bytes are buffered.
///
/// Supported are the sequences of xterm ("XTerm Control Sequences"), the `CSI u` keys of kitty, the
/// function keys of the Linux console and of rxvt, SGR mouse reports (mode 1006), bracketed paste
/// (mode 2004), and focus reports (mode 1004).
package struct InputParser: Sendable {
  /// The number of bytes after which a long paste is emitted in parts.
  static let pasteLimit = 1 << 16

  enum State: Sendable {
    /// Between keys.
    case ground
    /// After ESC.
    case escape
    /// After ESC ESC: two presses of Escape, or alt and a key that sends a sequence.
    case escapeEscape
    /// After CSI, `ESC [`, before or between its parameters.
    case control
    /// After SS3, `ESC O`.
    case single
    /// After `ESC [ [`, which begins the first function keys of the Linux console.
    case console
    /// After `CSI M` without parameters: three bytes of a mouse report in the legacy form.
    case legacyMouse
    /// In a control string, which a terminal sends as a reply; it ends with ST, `ESC \`.
    case string(introducer: UInt8)
    /// After ESC in a control string.
    case stringEscape
    /// In a character of several bytes.
    case character
    /// Between the marks of bracketed paste.
    case paste
  }

  var state = State.ground
  /// A Boolean value that indicates whether ESC precedes the current sequence or character.
  var hasAltPrefix = false
  var sequence = ControlSequence()
  var decoder = ScalarDecoder()
  var pasted = PasteBuffer()
  var legacyReport: [UInt8] = []
  /// A Boolean value that indicates whether a sequence may continue after an emitted Escape key.
  private var mayContinueEscape = false

  /// Creates a parser in its initial state.
  package init() {}

  /// A Boolean value that indicates whether the pending bytes can be complete.
  ///
  /// It is false in the middle of a longer sequence, a character, or a paste, whose rest is certain
  /// to follow.
  var isPending: Bool {
    switch state {
    case .escape, .escapeEscape, .stringEscape: true
    case .control, .single, .string: sequence.isEmpty
    case .ground, .console, .legacyMouse, .character, .paste: false
    }
  }

  /// Parses bytes that were received after a pause, and emits each event that they complete.
  ///
  /// On a slow link the rest of a sequence may arrive after ``timeout(_:)``: bytes that look like
  /// it are not keys, as two of them are not typed at once. A single Ctrl-C, a second after the
  /// last byte, ends a paste whose end was lost; elsewhere in a paste it is part of the text. A
  /// reply whose end was lost is ended after a shorter pause.
  ///
  /// - Complexity: O(bytes).
  package mutating func feed(
    _ bytes: some Collection<UInt8>, after pause: Duration = .zero,
    _ handle: (InputEvent) -> Void
  ) {
    if case .paste = state, pause >= .seconds(1), bytes.elementsEqual([0x03]) {
      pasted.end(handle)
      state = .ground
    }
    if case .string = state, pause >= Self.replyPatience {
      state = .ground
      sequence.removeAll()
    }
    if mayContinueEscape, Self.continuesEscape(bytes.prefix(2)) {
      sequence.removeAll()
      hasAltPrefix = false
      state = .escape
    }
    mayContinueEscape = false
    for byte in bytes { consume(byte, handle) }
  }

  /// The pause after which a reply without its end is ended: keys follow.
  private static let replyPatience = Duration.milliseconds(250)

  /// Returns whether bytes can be the rest of a sequence after an emitted Escape key.
  private static func continuesEscape(_ bytes: some Collection<UInt8>) -> Bool {
    guard bytes.count == 2, let first = bytes.first, let second = bytes.dropFirst().first else {
      return false
    }
    let isDigit = (0x30...0x39).contains(second)
    switch first {
    case UInt8(ascii: "["):
      return isDigit || second == UInt8(ascii: "<") || letteredKey(second)?.modifiers == []
    case UInt8(ascii: "O"): return !isDigit && letteredKey(second)?.modifiers == []
    default: return false
    }
  }

  /// Ends the pending bytes, as no more will follow: they are emitted as the keys that they can be.
  package mutating func timeout(_ handle: (InputEvent) -> Void) {
    guard isPending else { return }
    switch state {
    case .escape:
      handle(.key(.escape))
      mayContinueEscape = true
    case .escapeEscape:
      handle(.key(.escape))
      handle(.key(.escape))
      mayContinueEscape = true
    case .control: finishPrefix("[", handle)
    case .single: finishPrefix("O", handle)
    case .string(let introducer):
      finishPrefix(Character(Unicode.Scalar(introducer)), handle)
    case .stringEscape: handle(.key(.escape))
    case .ground, .console, .legacyMouse, .character, .paste: break
    }
    state = .ground
  }

  /// Emits alt and a character: the beginning of a sequence that did not follow.
  private func finishPrefix(_ character: Character, _ handle: (InputEvent) -> Void) {
    if hasAltPrefix { handle(.key(.escape)) }
    handle(.key(.alt(character)))
  }

  private mutating func consume(_ byte: UInt8, _ handle: (InputEvent) -> Void) {
    switch state {
    case .ground: consumeInGround(byte, modifiers: [], handle)
    case .escape, .escapeEscape: consumeAfterEscape(byte, handle)
    case .control: consumeInControl(byte, handle)
    case .single: consumeInSingle(byte, handle)
    case .console: consumeInConsole(byte, handle)
    case .legacyMouse: consumeInLegacyMouse(byte, handle)
    case .string: consumeInString(byte, handle)
    case .stringEscape: consumeInStringEscape(byte, handle)
    case .character: consumeInCharacter(byte, handle)
    case .paste:
      if pasted.consume(byte, handle) { state = .ground }
    }
  }

  /// Restarts with a byte that cannot be part of the current sequence.
  mutating func restart(with byte: UInt8, _ handle: (InputEvent) -> Void) {
    state = .ground
    consumeInGround(byte, modifiers: [], handle)
  }

  /// Parses the first byte of a key; the modifiers are those of an ESC before it.
  private mutating func consumeInGround(
    _ byte: UInt8, modifiers: Key.Modifiers, _ handle: (InputEvent) -> Void
  ) {
    state = .ground
    switch byte {
    case 0x1B:
      state = .escape
    case 0x00...0x1F, 0x7F:
      handle(.key(Key(controlByte: byte, modifiers)))
    case 0x20..<0x7F:
      handle(.key(Key(Character(Unicode.Scalar(byte)), modifiers)))
    default:
      hasAltPrefix = !modifiers.isEmpty
      if decoder.start(with: byte) { state = .character }
    }
  }

  private mutating func consumeAfterEscape(_ byte: UInt8, _ handle: (InputEvent) -> Void) {
    var isDoubled = false
    if case .escapeEscape = state { isDoubled = true }
    sequence.removeAll()
    hasAltPrefix = isDoubled
    switch byte {
    case 0x1B:
      if isDoubled { handle(.key(.escape)) }
      state = .escapeEscape
    case UInt8(ascii: "["): state = .control
    case UInt8(ascii: "O"): state = .single
    case UInt8(ascii: "P"), UInt8(ascii: "]"), UInt8(ascii: "_"), UInt8(ascii: "^"),
      UInt8(ascii: "X"):
      state = .string(introducer: byte)
    default:
      if isDoubled { handle(.key(.escape)) }
      consumeInGround(byte, modifiers: .alt, handle)
    }
  }

  private mutating func consumeInCharacter(_ byte: UInt8, _ handle: (InputEvent) -> Void) {
    switch decoder.consume(byte) {
    case .incomplete: break
    case .invalid: restart(with: byte, handle)
    case .scalar(let scalar):
      state = .ground
      // U+0080 to U+009F are control characters too, which no key types.
      guard scalar.value >= 0xA0 else { return }
      handle(.key(Key(Character(scalar), hasAltPrefix ? .alt : [])))
    }
  }

  private mutating func consumeInString(_ byte: UInt8, _ handle: (InputEvent) -> Void) {
    if sequence.isEmpty, case .string(let introducer) = state,
      !Self.beginsReply(byte, after: introducer)
    {
      finishPrefix(Character(Unicode.Scalar(introducer)), handle)
      return restart(with: byte, handle)
    }
    switch byte {
    case 0x1B: state = .stringEscape
    case 0x07: finishString(handle)
    case 0x00..<0x20: restart(with: byte, handle)
    default: sequence.append(byte)
    }
  }

  /// Returns whether a byte can begin a terminal's reply; else it is a character typed with alt.
  ///
  /// OSC replies have a number, DCS replies (DECRQSS, XTGETTCAP, XTVERSION, DECUDK) a digit or one
  /// of a few signs, and APC is kitty's graphics.
  private static func beginsReply(_ byte: UInt8, after introducer: UInt8) -> Bool {
    if byte == 0x1B || byte == 0x07 { return true }
    switch introducer {
    case UInt8(ascii: "]"): return (0x30...0x39).contains(byte)
    case UInt8(ascii: "P"): return (0x20...0x3F).contains(byte)
    case UInt8(ascii: "_"): return byte == UInt8(ascii: "G")
    default: return false
    }
  }

  private mutating func consumeInStringEscape(_ byte: UInt8, _ handle: (InputEvent) -> Void) {
    guard byte != UInt8(ascii: "\\") else { return finishString(handle) }
    state = .escape
    consumeAfterEscape(byte, handle)
  }

  /// Emits a known reply; others are ignored.
  private mutating func finishString(_ handle: (InputEvent) -> Void) {
    state = .ground
    if let isLight = sequence.isLightBackground { handle(.background(isLight: isLight)) }
  }
}

extension Key {
  /// The key that sends a control character.
  ///
  /// Backspace is DEL; BS is what control and h send. Enter is CR; LF is control and j.
  fileprivate init(controlByte byte: UInt8, _ modifiers: Modifiers) {
    switch byte {
    case 0x09: self.init(.tab, modifiers)
    case 0x0D: self.init(.enter, modifiers)
    case 0x1B: self.init(.escape, modifiers)
    case 0x7F: self.init(.backspace, modifiers)
    default:
      // A control character is a character with the bits above the lowest five cleared.
      let character = Character(Unicode.Scalar(byte | 0x40))
      self.init(character, modifiers.union(.control))
    }
  }
}
