/// A syntax error in the address, path, name or kind of a module.
public struct ModuleURLError: Error, Hashable, Sendable {
  /// The parsed text.
  public let text: String

  /// The column of the error, from 1, in Unicode scalars.
  public let column: Int

  /// The reason, as part of a sentence.
  public let reason: String
}

extension ModuleURLError: CustomStringConvertible {
  /// A description in one line: the text, the column and the reason.
  public var description: String { "\(text): column \(column): \(reason)" }
}

extension ModuleURLError {
  /// Creates the first error of a text as a name, a kind or a domain; nil if it is valid.
  ///
  /// - Complexity: O(length).
  init?(name text: String) {
    for (offset, scalar) in text.unicodeScalars.enumerated() {
      let reason: String
      switch scalar.nameRole {
      case .letter: continue
      case .mark where offset > 0: continue
      case .mark: reason = "\(scalar.quoted) has no letter before it"
      case nil: reason = "\(scalar.quoted) is none of letters, digits, \"_\", \"-\" and \".\""
      }
      self.init(text: text, column: offset + 1, reason: reason)
      return
    }
    guard text == "." || text == ".." else { return nil }
    self.init(text: text, column: 1, reason: "\".\" and \"..\" are not names")
  }
}

extension Unicode.Scalar {
  enum NameRole { case letter, mark }

  /// The scalar's role in a name, or nil if it has none.
  var nameRole: NameRole? {
    switch self {
    case "a"..."z", "A"..."Z", "0"..."9", "_", "-", ".": return .letter
    case _ where isASCII: return nil
    default: break
    }
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber:
      return .letter
    case .nonspacingMark, .spacingMark: return .mark
    default: return nil
    }
  }

  /// The scalar in quotation marks, or its code point if it is not printable.
  fileprivate var quoted: String {
    switch properties.generalCategory {
    case .control, .format, .nonspacingMark, .surrogate, .unassigned, .lineSeparator,
      .paragraphSeparator:
      let digits = String(value, radix: 16, uppercase: true)
      return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    default: return "\"\(self)\""
    }
  }
}
