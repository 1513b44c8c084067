/// An error in the name of a key.
public enum KeyNameError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name is empty, or nothing follows the modifiers.
  case missingKey(String)
  /// The part that is expected to be a key, and the whole text.
  case unknownKey(String, in: String)
  /// The part that is expected to be a modifier, and the whole text.
  case unknownModifier(String, in: String)

  public var description: String {
    switch self {
    case .missingKey(let text):
      text.isEmpty ? "the name of a key is empty" : "\"\(text)\" does not say which key"
    case .unknownKey(let part, in: let text):
      part == text
        ? "there is no key named \"\(part)\"" : "there is no key named \"\(part)\" (in \"\(text)\")"
    case .unknownModifier(let part, in: let text):
      "\"\(part)\" in \"\(text)\" is not a modifier; they are ctrl, alt and shift"
    }
  }
}

extension Key: CustomStringConvertible, Codable {
  /// Parses the name of a key, such as `ctrl-c`, `shift-up` or `G`.
  ///
  /// The name consists of modifiers (`ctrl`, `alt`, `shift`), each followed by `-` or `+`, and then
  /// the name of a key, or the character that it types. Names and modifiers are case-insensitive,
  /// characters are not. Alternative names of other programs are accepted: `control`, `meta`,
  /// `option`, `return`, `escape`, `pageup`, `delete` and so on.
  ///
  /// - Throws: A ``KeyNameError`` if the text is not the name of a key.
  public init(named text: String) throws(KeyNameError) {
    var rest = Substring(text)
    var modifiers: Modifiers = []
    // A separator at the end of the text is the key itself: "ctrl--" is control and minus.
    while let separator = rest.firstIndex(where: { $0 == "-" || $0 == "+" }),
      separator != rest.startIndex, rest.index(after: separator) != rest.endIndex
    {
      let word = rest[..<separator].lowercased()
      guard let modifier = Self.modifiersByName[word] else {
        throw .unknownModifier(String(rest[..<separator]), in: text)
      }
      modifiers.insert(modifier)
      rest = rest[rest.index(after: separator)...]
    }
    guard let first = rest.first else { throw .missingKey(text) }
    if rest.dropFirst().isEmpty {
      guard !first.isWhitespace || first == " ", !first.isControlCharacter else {
        throw .unknownKey(String(rest), in: text)
      }
      self.init(first, modifiers)
    } else if let code = Self.codesByName[rest.lowercased()] {
      self.init(code, modifiers)
    } else if rest.last == "-" || rest.last == "+",
      Self.modifiersByName[rest.dropLast().lowercased()] != nil
    {
      throw .missingKey(text)
    } else {
      throw .unknownKey(String(rest), in: text)
    }
  }

  /// The name of the key, which ``init(named:)`` parses.
  public var description: String {
    var text = ""
    if modifiers.contains(.control) { text += "ctrl-" }
    if modifiers.contains(.alt) { text += "alt-" }
    if modifiers.contains(.shift) { text += "shift-" }
    switch code {
    case .character(" "): return text + "space"
    case .character(let character): return text + String(character)
    case .function(let number): return text + "f\(number)"
    case .up: return text + "up"
    case .down: return text + "down"
    case .left: return text + "left"
    case .right: return text + "right"
    case .home: return text + "home"
    case .end: return text + "end"
    case .pageUp: return text + "pgup"
    case .pageDown: return text + "pgdn"
    case .insert: return text + "ins"
    case .delete: return text + "del"
    case .backspace: return text + "backspace"
    case .tab: return text + "tab"
    case .enter: return text + "enter"
    case .escape: return text + "esc"
    }
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    do {
      try self.init(named: container.decode(String.self))
    } catch let error as KeyNameError {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(error)")
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }

  private static let modifiersByName: [String: Modifiers] = [
    "ctrl": .control, "control": .control,
    "alt": .alt, "meta": .alt, "option": .alt,
    "shift": .shift,
  ]

  private static let codesByName: [String: Code] = {
    var codes: [String: Code] = [
      "up": .up, "down": .down, "left": .left, "right": .right,
      "home": .home, "end": .end,
      "pgup": .pageUp, "pageup": .pageUp, "pgdn": .pageDown, "pagedown": .pageDown,
      "pgdown": .pageDown,
      "ins": .insert, "insert": .insert, "del": .delete, "delete": .delete,
      "backspace": .backspace, "tab": .tab, "space": .character(" "),
      "enter": .enter, "return": .enter, "esc": .escape, "escape": .escape,
    ]
    for number in 1...12 { codes["f\(number)"] = .function(number) }
    return codes
  }()
}

extension Character {
  /// A Boolean value that indicates whether it is a control character, which no key types.
  fileprivate var isControlCharacter: Bool {
    unicodeScalars.contains { $0.properties.generalCategory == .control }
  }
}
