/// A key, with the modifiers held down while it was pressed.
///
/// Keys that a terminal does not distinguish are equal: a letter with shift is its capital, control
/// with `c` equals control with `C`, and control with `i`, `m`, or `[` is tab, enter, or escape:
/// ```swift
/// Key("g", .shift) == "G"
/// Key("i", .control) == .tab
/// ```
/// The text of a key is its name, such as `ctrl-c`, `shift-up`, `pgdn`, or `G`.
public struct Key: Hashable, Sendable {
  /// The code of a key, without modifiers.
  public enum Code: Hashable, Sendable {
    /// A key that types a character.
    case character(Character)
    /// A function key, from 1 to 12.
    case function(Int)
    case up, down, left, right
    case home, end, pageUp, pageDown
    case insert, delete, backspace
    case tab, enter, escape
  }

  /// Modifier keys.
  public struct Modifiers: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let shift = Modifiers(rawValue: 1)
    /// Alt, also known as option or meta.
    public static let alt = Modifiers(rawValue: 2)
    public static let control = Modifiers(rawValue: 4)
  }

  /// The code of the key, without modifiers.
  public let code: Code

  /// The modifiers.
  ///
  /// Shift is part of a character.
  public let modifiers: Modifiers

  /// Creates a key from its code.
  ///
  /// - Precondition: The number of a function key is in 1...12.
  public init(_ code: Code, _ modifiers: Modifiers = []) {
    if case .function(let number) = code {
      precondition((1...12).contains(number), "a terminal has the function keys 1 to 12")
    }
    guard case .character(let character) = code else {
      self.code = code
      self.modifiers = modifiers
      return
    }
    (self.code, self.modifiers) = Self.normalized(character, modifiers)
  }

  /// Creates a key from the character that it types.
  public init(_ character: Character, _ modifiers: Modifiers = []) {
    self.init(.character(character), modifiers)
  }

  /// The character that the key types into a text field, unless control or alt is held down.
  public var text: Character? {
    guard case .character(let character) = code,
      modifiers.isDisjoint(with: [.control, .alt])
    else { return nil }
    return character
  }

  /// Returns the canonical form of a character with modifiers.
  private static func normalized(
    _ character: Character, _ modifiers: Modifiers
  ) -> (Code, Modifiers) {
    guard modifiers.contains(.control) else {
      guard modifiers.contains(.shift), character != " " else {
        return (.character(character), modifiers)
      }
      let upper = character.uppercased()
      return (.character(upper.count == 1 ? Character(upper) : character), modifiers - .shift)
    }
    let lower = character.lowercased()
    switch lower {
    case "i": return (.tab, modifiers - .control)
    case "m": return (.enter, modifiers - .control)
    case "[": return (.escape, modifiers - .control)
    case "@": return (.character(" "), modifiers)
    default: return (.character(lower.count == 1 ? Character(lower) : character), modifiers)
    }
  }
}

extension Key.Modifiers {
  fileprivate static func - (left: Self, right: Self) -> Self { left.subtracting(right) }
}

extension Key {
  public static let up = Key(.up)
  public static let down = Key(.down)
  public static let left = Key(.left)
  public static let right = Key(.right)
  public static let home = Key(.home)
  public static let end = Key(.end)
  public static let pageUp = Key(.pageUp)
  public static let pageDown = Key(.pageDown)
  public static let insert = Key(.insert)
  public static let delete = Key(.delete)
  public static let backspace = Key(.backspace)
  public static let tab = Key(.tab)
  public static let enter = Key(.enter)
  public static let escape = Key(.escape)
  public static let space = Key(" ")

  /// A function key.
  ///
  /// - Precondition: `number` is in 1...12.
  public static func function(_ number: Int) -> Key { Key(.function(number)) }

  /// Returns a character with control held down.
  public static func control(_ character: Character) -> Key { Key(character, .control) }

  /// Returns a character with alt held down.
  public static func alt(_ character: Character) -> Key { Key(character, .alt) }
}

extension Key: ExpressibleByExtendedGraphemeClusterLiteral {
  /// Creates the key that types a character: `"j"` is the key j, and `"G"` is shift and g.
  public init(extendedGraphemeClusterLiteral character: Character) {
    self.init(character)
  }
}
