/// The tables of the keys that are sent as sequences.
extension InputParser {
  /// Returns the key of a sequence that ends with a letter.
  static func letteredKey(_ last: UInt8) -> Key? {
    switch last {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): .right
    case UInt8(ascii: "D"): .left
    case UInt8(ascii: "F"): .end
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "P"): .function(1)
    case UInt8(ascii: "Q"): .function(2)
    case UInt8(ascii: "R"): .function(3)
    case UInt8(ascii: "S"): .function(4)
    case UInt8(ascii: "Z"): Key(.tab, .shift)
    case UInt8(ascii: "a"): Key(.up, .shift)
    case UInt8(ascii: "b"): Key(.down, .shift)
    case UInt8(ascii: "c"): Key(.right, .shift)
    case UInt8(ascii: "d"): Key(.left, .shift)
    default: nil
    }
  }

  /// Returns the key after SS3: an arrow in application mode, f1 to f4, or a key of the keypad.
  static func singleKey(_ last: UInt8) -> Key? {
    switch last {
    case UInt8(ascii: "a"): return Key(.up, .control)
    case UInt8(ascii: "b"): return Key(.down, .control)
    case UInt8(ascii: "c"): return Key(.right, .control)
    case UInt8(ascii: "d"): return Key(.left, .control)
    case UInt8(ascii: "I"): return .tab
    case UInt8(ascii: "M"): return .enter
    case UInt8(ascii: "X"): return "="
    case UInt8(ascii: "j")...UInt8(ascii: "y"):
      // The keypad's characters, in the order of ASCII from * to 9.
      return Key(Character(Unicode.Scalar(last - 0x40)))
    default: return letteredKey(last)
    }
  }

  /// Returns the code of a sequence that ends with `~`.
  static func numberedCode(_ number: Int) -> Key.Code? {
    switch number {
    case 1, 7: .home
    case 2: .insert
    case 3: .delete
    case 4, 8: .end
    case 5: .pageUp
    case 6: .pageDown
    case 11...15: .function(number - 10)
    case 17...21: .function(number - 11)
    case 23, 24: .function(number - 12)
    default: nil
    }
  }

  /// Returns the code for a Unicode scalar value, including the private values of kitty.
  static func unicodeCode(_ value: Int) -> Key.Code? {
    switch value {
    case 8, 127: return .backspace
    case 9: return .tab
    case 13: return .enter
    case 27: return .escape
    case 0..<0x20, 0x80..<0xA0: return nil
    case 57_344...63_743: return keypadCode(value)
    default:
      return UInt32(exactly: value).flatMap(Unicode.Scalar.init).map { .character(Character($0)) }
    }
  }

  /// Returns the code for a keypad key in kitty's protocol: that of the same key elsewhere.
  private static func keypadCode(_ value: Int) -> Key.Code? {
    let characters: [Character] = Array("0123456789./*-+")
    let others: [Key.Code] = [
      .enter, .character("="), .character(","), .left, .right, .up, .down, .pageUp, .pageDown,
      .home, .end, .insert, .delete,
    ]
    let index = value - 57_399
    if characters.indices.contains(index) { return .character(characters[index]) }
    let rest = index - characters.count
    return others.indices.contains(rest) ? others[rest] : nil
  }
}
