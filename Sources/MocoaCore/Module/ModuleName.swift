/// The name of a module among its siblings of one kind; `""` is the default name.
///
/// A name holds Unicode letters and their marks, decimal digits, `_`, `-` and `.`, and is neither
/// `.` nor `..`. A string literal that breaks this traps; other text fails to make a name.
public struct ModuleName: RawRepresentable, Hashable, Sendable, Codable, ExpressibleByStringLiteral
{
  public let rawValue: String

  /// Creates a name, or nil if the text is not one.
  public init?(rawValue: String) {
    guard ModuleURLError(name: rawValue) == nil else { return nil }
    self.rawValue = rawValue
  }

  /// Creates a name, or says what is wrong with the text.
  ///
  /// - Throws: the first fault and its column.
  package init(validating text: String) throws(ModuleURLError) {
    if let fault = ModuleURLError(name: text) { throw fault }
    rawValue = text
  }

  /// Creates a name from a literal.
  ///
  /// - Precondition: the literal is a name.
  public init(stringLiteral value: String) {
    let fault = ModuleURLError(name: value)
    precondition(fault == nil, "The literal \"\(value)\" must be the name of a module.")
    rawValue = value
  }

  /// Creates a name from text that has been checked.
  init(checked text: String) { rawValue = text }

  /// The name that stands in where a model has none.
  public static let `default`: ModuleName = ""
}

/// The kind of a module, which says what part of a list it shows; `""` is a section's or a cell's.
///
/// The same characters as in a name are allowed.
public struct ModuleKind: RawRepresentable, Hashable, Sendable, Codable, ExpressibleByStringLiteral
{
  public let rawValue: String

  /// Creates a kind, or nil if the text is not one.
  public init?(rawValue: String) {
    guard ModuleURLError(name: rawValue) == nil else { return nil }
    self.rawValue = rawValue
  }

  /// Creates a kind from a literal.
  ///
  /// - Precondition: the literal is a kind.
  public init(stringLiteral value: String) {
    let fault = ModuleURLError(name: value)
    precondition(fault == nil, "The literal \"\(value)\" must be the kind of a module.")
    rawValue = value
  }

  /// Creates a kind from text that has been checked.
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
