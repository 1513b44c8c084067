/// Where an element stands in a list, by names: the section's, its own kind and its own name.
public struct ElementName: Hashable, Sendable {
  /// The name of the section.
  public var section: ModuleName
  /// The kind of the element.
  public var kind: ModuleKind
  /// The name of the element.
  public var name: ModuleName

  /// Makes a place from three names.
  public init(section: ModuleName, kind: ModuleKind, name: ModuleName) {
    self.section = section
    self.kind = kind
    self.name = name
  }
}

extension ElementName: CustomStringConvertible {
  /// The three parts with colons between them.
  public var description: String { "\(section):\(kind):\(name)" }
}

/// What shows an element of a list: the view model and the view of one module, or why not.
public enum Resolution {
  /// A module with a view model and a view.
  case module(ResolvedModule)
  /// No module has both; a placeholder stands in.
  case placeholder(PlaceholderReason)
  /// A module was found, and the model does not fit it: a `ModelError` unless a registered factory
  /// threw another error.
  case failure(any Error)
}

/// The module that shows an element, with its view.
public struct ResolvedModule {
  /// The module.
  public let module: Module
  /// The view of the module at the time when it was found.
  public let view: ModuleView
  /// The place of the module, which tells cells of different modules apart for reuse.
  public let reuseKey: ElementName
}

/// Why an element has a placeholder: every address that was tried, and what is missing there.
public struct PlaceholderReason: Hashable, Sendable {
  /// The element that has no module.
  public let element: ElementName
  /// What was tried, in order; empty where the list itself has no module.
  public let attempts: [ResolutionAttempt]
}

/// One address that was tried for an element, and what is missing there.
public struct ResolutionAttempt: Hashable, Sendable {
  /// The address that was tried.
  public let url: ModuleURL

  /// What is missing there, such as `view`; nil for the address that was taken.
  public let missing: String?
}

extension ResolutionAttempt: CustomStringConvertible {
  /// The address and what is missing, in words.
  public var description: String { "\(url): " + (missing.map { "no \($0)" } ?? "found") }
}

extension PlaceholderReason: CustomStringConvertible {
  /// A line for each address that was tried.
  public var description: String {
    attempts.isEmpty
      ? "the list has no module" : attempts.map(\.description).joined(separator: "\n")
  }
}
