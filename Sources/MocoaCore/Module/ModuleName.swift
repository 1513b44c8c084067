/// The name of a module among its siblings of one kind; `""` is the default name.
public struct ModuleName: RawRepresentable, Hashable, Sendable, Codable, ExpressibleByStringLiteral {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public init(stringLiteral value: String) { self.init(rawValue: value) }

  /// The name that stands in where a model has none.
  public static let `default`: ModuleName = ""
}

/// The kind of a module, which says what part of a list it shows; `""` is a section's or a cell's.
public struct ModuleKind: RawRepresentable, Hashable, Sendable, Codable, ExpressibleByStringLiteral {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public init(stringLiteral value: String) { self.init(rawValue: value) }

  /// The kind of sections.
  public static let section: ModuleKind = ""
  /// The kind of cells.
  public static let cell: ModuleKind = ""
  /// The kind of a section's header.
  public static let header: ModuleKind = "header"
  /// The kind of a section's footer.
  public static let footer: ModuleKind = "footer"
}
