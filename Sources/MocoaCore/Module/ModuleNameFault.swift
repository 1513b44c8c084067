/// What is wrong with a text that was meant to be a module's name or kind, and where.
public struct ModuleNameFault: Error, Hashable, Sendable {
  /// The rule that is broken.
  public enum Reason: Hashable, Sendable {
    /// The character is none that a name may have.
    case invalidCharacter(Unicode.Scalar)
    /// A mark that combines with what stands before it has nothing before it.
    case leadingMark(Unicode.Scalar)
    /// The name is `.` or `..`, which would be read as a relative path.
    case relative
  }

  /// The rule that is broken.
  public let reason: Reason

  /// The column of the fault, from 1, in Unicode scalars.
  public let column: Int
}

extension ModuleNameFault {
  /// The first fault of a text, or nil for a name; O(length).
  static func first(in text: String) -> ModuleNameFault? {
    first(in: text.unicodeScalars)
  }

  static func first(in text: some Collection<Unicode.Scalar>) -> ModuleNameFault? {
    for (offset, scalar) in text.enumerated() {
      switch scalar.nameRole {
      case .letter: continue
      case .mark where offset > 0: continue
      case .mark: return ModuleNameFault(reason: .leadingMark(scalar), column: 1)
      case .none: return ModuleNameFault(reason: .invalidCharacter(scalar), column: offset + 1)
      }
    }
    let isRelative = (1...2).contains(text.count) && text.allSatisfy { $0 == "." }
    return isRelative ? ModuleNameFault(reason: .relative, column: 1) : nil
  }
}

extension Unicode.Scalar {
  /// What a scalar may be in a name.
  enum NameRole { case letter, mark }

  /// The scalar's place in a name, or nil if it has none.
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
}

extension ModuleNameFault: CustomStringConvertible {
  /// One line: the column and the rule.
  public var description: String { "column \(column): \(reason)" }
}

extension ModuleNameFault.Reason: CustomStringConvertible {
  /// The rule in words.
  public var description: String {
    switch self {
    case .invalidCharacter(let scalar):
      "\(scalar.quoted) is none of letters, digits, \"_\", \"-\" and \".\""
    case .leadingMark(let scalar): "\(scalar.quoted) has no letter before it"
    case .relative: "\".\" and \"..\" are not names"
    }
  }
}

extension Unicode.Scalar {
  /// The scalar in quotation marks, or its number where it cannot be shown.
  var quoted: String {
    switch properties.generalCategory {
    case .control, .format, .nonspacingMark, .surrogate, .unassigned, .lineSeparator,
      .paragraphSeparator:
      let digits = String(value, radix: 16, uppercase: true)
      return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    default: return "\"\(self)\""
    }
  }
}
