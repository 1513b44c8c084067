/// Where an element stands in a list, by names: the section's, its own kind and its own name.
package struct ElementName: Hashable, Sendable {
  /// The name of the section.
  package var section: ModuleName
  /// The kind of the element.
  package var kind: ModuleKind
  /// The name of the element.
  package var name: ModuleName

  /// Creates a place from three names.
  package init(section: ModuleName, kind: ModuleKind, name: ModuleName) {
    self.section = section
    self.kind = kind
    self.name = name
  }
}

extension ElementName: CustomStringConvertible {
  /// The three parts with colons between them.
  package var description: String { "\(section):\(kind):\(name)" }
}

/// What shows an element of a list: the view model and the view of one module, or why not.
package enum Resolution {
  /// A module with a view model and a view.
  case module(ResolvedModule)
  /// No module has both; a placeholder stands in.
  case placeholder(PlaceholderReason)
  /// A module was found, and the model does not fit it: a `ModuleError` unless a registered factory
  /// threw another error.
  case failure(any Error)
}

/// The module that shows an element, with its view.
package struct ResolvedModule {
  /// The module.
  package let module: Module
  /// The view of the module at the time when it was found.
  package let view: ModuleView
  /// The place of the module, by which views are reused for cells of the same module only.
  package let reuseKey: ElementName
}

/// Why an element has a placeholder: every address that was tried, and what is missing there.
package struct PlaceholderReason: CustomStringConvertible {
  /// The element that has no module.
  package let element: ElementName
  /// What was tried, in order; empty where the list itself has no module.
  let attempts: [ResolutionAttempt]

  /// A line for each address that was tried.
  package var description: String {
    attempts.isEmpty
      ? "the list has no module" : attempts.map(\.description).joined(separator: "\n")
  }
}

/// One address that was tried for an element, and what is missing there.
package struct ResolutionAttempt: CustomStringConvertible {
  /// The address that was tried.
  let url: ModuleURL

  /// What is missing there, such as `view`; nil for the address that was taken.
  let missing: String?

  /// The address and what is missing, in words.
  package var description: String { "\(url): " + (missing.map { "no \($0)" } ?? "found") }
}
