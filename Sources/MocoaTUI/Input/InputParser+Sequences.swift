extension InputParser {
  /// Parses a byte of a control sequence, after CSI.
  mutating func consumeInControl(_ byte: UInt8, _ handle: (InputEvent) -> Void) {
    switch byte {
    case 0x24 where sequence.prefix == nil && !sequence.isEmpty:
      // rxvt ends the sequences of shifted keys with `$`, which is no valid final byte.
      finishControl(byte, handle)
    case 0x20...0x3F:
      sequence.append(byte)
    case UInt8(ascii: "[") where sequence.isEmpty:
      state = .console
    case UInt8(ascii: "M") where sequence.isEmpty:
      state = .legacyMouse
    case 0x40...0x7E:
      finishControl(byte, handle)
    default:
      restart(with: byte, handle)
    }
  }

  /// Parses a byte after SS3: the last one, or a modifier before it.
  mutating func consumeInSingle(_ byte: UInt8, _ handle: (InputEvent) -> Void) {
    switch byte {
    case 0x30...0x39:
      sequence.append(byte)
    case 0x20...0x7E:
      state = .ground
      guard let key = Self.singleKey(byte) else { return }
      emit(key.code, modifiers(sequence.number(0)).map { $0.union(key.modifiers) }, handle)
    default:
      restart(with: byte, handle)
    }
  }

  /// Parses the byte after `ESC [ [`.
  mutating func consumeInConsole(_ byte: UInt8, _ handle: (InputEvent) -> Void) {
    guard (0x20...0x7E).contains(byte) else { return restart(with: byte, handle) }
    state = .ground
    guard (0x41...0x45).contains(byte) else { return }
    emit(.function(Int(byte) - 0x40), [], handle)
  }

  private mutating func finishControl(_ last: UInt8, _ handle: (InputEvent) -> Void) {
    state = .ground
    guard !sequence.isOverlong, !sequence.hasIntermediates else { return }
    switch (sequence.prefix, last) {
    case (UInt8(ascii: "<"), UInt8(ascii: "M")), (UInt8(ascii: "<"), UInt8(ascii: "m")):
      finishMouse(last, handle)
    case (nil, UInt8(ascii: "~")):
      finishNumbered(handle)
    case (nil, UInt8(ascii: "^")):
      emit(numberedCode(), .control, handle)
    case (nil, UInt8(ascii: "$")):
      emit(numberedCode(), .shift, handle)
    case (nil, UInt8(ascii: "@")):
      emit(numberedCode(), [.shift, .control], handle)
    case (nil, UInt8(ascii: "u")):
      finishUnicodeKey(handle)
    case (nil, UInt8(ascii: "I")) where sequence.isEmpty:
      handle(.focus(true))
    case (nil, UInt8(ascii: "O")) where sequence.isEmpty:
      handle(.focus(false))
    case (nil, UInt8(ascii: "R")) where !sequence.isEmpty:
      break  // A reply: where the cursor is. F3 with modifiers looks the same in the first line.
    case (nil, _):
      finishLettered(last, handle)
    default:
      break
    }
  }

  /// Emits keys such as `CSI A` and, with modifiers, `CSI 1 ; 5 A`.
  private func finishLettered(_ last: UInt8, _ handle: (InputEvent) -> Void) {
    guard let key = Self.letteredKey(last), isPressed else { return }
    emit(key.code, modifiers(sequence.number(1)).map { $0.union(key.modifiers) }, handle)
  }

  /// Emits keys such as `CSI 5 ~` and `CSI 5 ; 2 ~`, or starts a paste.
  private mutating func finishNumbered(_ handle: (InputEvent) -> Void) {
    switch sequence.number(0) {
    case 200:
      state = .paste
      pasted.start()
    case 27:
      // xterm's modifyOtherKeys: CSI 27 ; modifiers ; character ~
      emit(sequence.number(2).flatMap(Self.unicodeCode), modifiers(sequence.number(1)), handle)
    default:
      guard isPressed else { return }
      emit(numberedCode(), modifiers(sequence.number(1)), handle)
    }
  }

  /// Emits keys such as `CSI 97 ; 5 u`: a character, perhaps its shifted form, and modifiers.
  private func finishUnicodeKey(_ handle: (InputEvent) -> Void) {
    guard isPressed, let modifiers = modifiers(sequence.number(1)) else { return }
    let shifted = modifiers.contains(.shift) ? sequence.number(0, 1) : nil
    emit((shifted ?? sequence.number(0)).flatMap(Self.unicodeCode), modifiers, handle)
  }

  /// A Boolean value that indicates whether the key was pressed or repeats, not released.
  private var isPressed: Bool { sequence.number(1, 1) != 3 }

  private func numberedCode() -> Key.Code? {
    sequence.number(0).flatMap(Self.numberedCode)
  }

  /// Returns the modifiers for a parameter; nil if one of them is unsupported.
  ///
  /// A key with an unsupported modifier is a different key, without bindings.
  private func modifiers(_ parameter: Int?) -> Key.Modifiers? {
    guard let parameter, parameter > 0 else { return [] }
    let bits = parameter - 1
    // 1 shift, 2 alt, 4 control; 64 and 128 are the lock keys, which are ignored.
    guard bits & ~(7 | 64 | 128) == 0 else { return nil }
    return Key.Modifiers(rawValue: UInt8(bits & 7))
  }

  private func emit(
    _ code: Key.Code?, _ modifiers: Key.Modifiers?, _ handle: (InputEvent) -> Void
  ) {
    guard let code, let modifiers else { return }
    handle(.key(Key(code, hasAltPrefix ? modifiers.union(.alt) : modifiers)))
  }
}
