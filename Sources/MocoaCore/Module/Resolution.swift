/// The names of an element of a list: that of its section, its kind, and its name.
public struct ElementName: Hashable, Sendable {
  /// The name of the section.
  public var section: ModuleName
  /// The kind of the element.
  public var kind: ModuleKind
  /// The name of the element.
  public var name: ModuleName

  /// Creates the names of an element.
  public init(section: ModuleName, kind: ModuleKind, name: ModuleName) {
    (self.section, self.kind, self.name) = (section, kind, name)
  }
}

extension ElementName: CustomStringConvertible {
  /// The three names, separated by colons.
  public var description: String { "\(section):\(kind):\(name)" }
}

/// The module that displays an element of a list, or the reason why there is none.
public enum Resolution {
  /// A module with a view model and a view.
  case module(ResolvedModule)
  /// No module has both; a placeholder is displayed.
  case placeholder(PlaceholderReason)
  /// A module was found, but its view model could not be created.
  ///
  /// The error is a `ModuleError`, or another one that a registered factory has thrown.
  case failure(any Error)
}

/// The module that displays an element, with its view.
public struct ResolvedModule {
  /// The module.
  public let module: Module
  /// The view of the module at the time of the lookup.
  public let view: ModuleView
  /// The version of the registration of the view; views of an older one are not reused.
  public let viewVersion: Int
  /// The names of the module; views are reused only for elements of the same module.
  public let reuseKey: ElementName
}

/// The reason for a placeholder: the addresses tried, and the missing parts.
public struct PlaceholderReason: CustomStringConvertible {
  /// The names of the element without a module.
  public let element: ElementName
  /// The addresses tried, in order; empty if the list has no module.
  public let attempts: [ResolutionAttempt]

  /// A line for each address.
  public var description: String {
    attempts.isEmpty
      ? "the list has no module" : attempts.map(\.description).joined(separator: "\n")
  }
}

/// An address that was tried for an element, and the missing part.
public struct ResolutionAttempt: CustomStringConvertible {
  /// The address.
  public let url: ModuleURL

  /// The missing part, such as `view`; nil for the address that is used.
  public let missing: String?

  /// The address, and the missing part.
  public var description: String { "\(url): " + (missing.map { "no \($0)" } ?? "found") }
}
