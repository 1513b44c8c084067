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

/// What was found for an element of a list: a module's view model and view as a pair, or why not.
public enum Resolution {
  /// A module with a view model and a view.
  case module(ResolvedModule)
  /// No module has both; a placeholder stands in.
  case placeholder(PlaceholderReason)
  /// A module was found, and the model does not fit it; an error stands in.
  case failure(FailureReason)
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

/// Why an element has an error in its place: the address that was found, and what went wrong.
public struct FailureReason: Sendable {
  /// The element.
  public let element: ElementName
  /// The address of the module that was found; nil where it was not looked for.
  public let url: ModuleURL?
  /// What went wrong; a `ModelError` unless a registered factory threw something else.
  public let error: any Error
}

/// One address that was tried for an element, and what is missing there.
public struct ResolutionAttempt: Hashable, Sendable {
  /// What a module lacks to show an element.
  public enum Lack: String, Hashable, Sendable {
    /// There is no module.
    case module
    /// The module has no view model.
    case viewModel
    /// The module has no view that can stand in a list.
    case view
    /// The module has neither.
    case viewAndViewModel
  }

  /// The address that was tried.
  public let url: ModuleURL

  /// What is missing there; nil for the address that was taken.
  public let lack: Lack?
}

extension ResolutionAttempt: CustomStringConvertible {
  /// The address and what is missing, in words.
  public var description: String {
    switch lack {
    case nil: "\(url): found"
    case .module: "\(url): no module"
    case .viewModel: "\(url): no view model"
    case .view: "\(url): no view"
    case .viewAndViewModel: "\(url): no view and no view model"
    }
  }
}

extension PlaceholderReason: CustomStringConvertible {
  /// A line for each address that was tried.
  public var description: String {
    attempts.isEmpty
      ? "the list has no module" : attempts.map(\.description).joined(separator: "\n")
  }
}

extension FailureReason: CustomStringConvertible {
  /// One line: what went wrong.
  public var description: String { "\(error)" }
}
