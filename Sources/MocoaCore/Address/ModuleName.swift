/// The name of a module among siblings of the same kind; `""` is the default name.
///
/// A name consists of Unicode letters and their marks, decimal digits, `_`, `-` and `.`, and is
/// neither `.` nor `..`. An invalid string literal traps.
public struct ModuleName: RawRepresentable, Hashable, Sendable, Codable, ExpressibleByStringLiteral
{
  public let rawValue: String

  /// Creates a name, or returns nil if the text is invalid.
  public init?(rawValue: String) {
    guard ModuleURLError(name: rawValue) == nil else { return nil }
    self.rawValue = rawValue
  }

  /// Creates a name, or throws an error if the text is invalid.
  ///
  /// - Throws: A `ModuleURLError` with the column of the first invalid character.
  public init(validating text: String) throws(ModuleURLError) {
    if let fault = ModuleURLError(name: text) { throw fault }
    rawValue = text
  }

  /// Creates a name from a literal.
  ///
  /// - Precondition: The literal is a valid name.
  public init(stringLiteral value: String) {
    let fault = ModuleURLError(name: value)
    precondition(fault == nil, "The literal \"\(value)\" must be the name of a module.")
    rawValue = value
  }

  /// Creates a name from a validated text.
  init(checked text: String) { rawValue = text }

  /// The name of models without a name.
  public static let `default`: ModuleName = ""
}

/// The kind of a module: the part of a list that it displays; `""` for sections and cells.
///
/// It consists of the same characters as a name.
public struct ModuleKind: RawRepresentable, Hashable, Sendable, Codable, ExpressibleByStringLiteral
{
  public let rawValue: String

  /// Creates a kind, or returns nil if the text is invalid.
  public init?(rawValue: String) {
    guard ModuleURLError(name: rawValue) == nil else { return nil }
    self.rawValue = rawValue
  }

  /// Creates a kind from a literal.
  ///
  /// - Precondition: The literal is a valid kind.
  public init(stringLiteral value: String) {
    let fault = ModuleURLError(name: value)
    precondition(fault == nil, "The literal \"\(value)\" must be the kind of a module.")
    rawValue = value
  }

  /// Creates a kind from a validated text.
  init(checked text: String) { rawValue = text }

  /// The kind of sections.
  public static let section: ModuleKind = ""
  /// The kind of cells.
  public static let cell: ModuleKind = ""
  /// The kind of a section's header.
  public static let header: ModuleKind = "header"
  /// The kind of a section's footer.
  public static let footer: ModuleKind = "footer"
}

extension ModuleName: Comparable, CustomStringConvertible {
  /// Orders names by their text.
  public static func < (first: ModuleName, second: ModuleName) -> Bool {
    first.rawValue < second.rawValue
  }

  /// The text of the name; empty for the default name.
  public var description: String { rawValue }
}

extension ModuleKind: Comparable, CustomStringConvertible {
  /// Orders kinds by their text.
  public static func < (first: ModuleKind, second: ModuleKind) -> Bool {
    first.rawValue < second.rawValue
  }

  /// The text of the kind; empty for sections and cells.
  public var description: String { rawValue }
}
