extension Module {
  /// The section with the default name.
  public var section: SectionModule { submodule(.section).asSection }

  /// Returns the section with a name.
  public func section(_ name: ModuleName) -> SectionModule { submodule(.section, name).asSection }

  /// The module named `list`.
  public var list: Module { submodule("", "list") }

  /// Returns the child with a kind and a name, created on demand.
  public subscript(kind: ModuleKind, name: ModuleName = .default) -> Module {
    submodule(kind, name)
  }

  /// The module as a section, such as one that was found by its address.
  ///
  /// ```swift
  /// registry["mocoa://contacts/friends"].asSection.cell.register(viewModel: FriendViewModel.self)
  /// ```
  public var asSection: SectionModule {
    guard let section = self as? SectionModule else {
      preconditionFailure("A module is created by its registry.")
    }
    return section
  }
}

/// A module that is used as a section, in which cells, headers and footers are registered.
///
/// Sections and cells have the same kind, so that only the type of the expression distinguishes
/// `list.section.cell`, a cell, from `list.section`: a module of a list has no `cell`.
@MainActor public final class SectionModule: Module {
  /// The cell with the default name.
  public var cell: Module { submodule(.cell) }

  /// The header with the default name.
  public var header: Module { submodule(.header) }

  /// The footer with the default name.
  public var footer: Module { submodule(.footer) }

  /// Returns the cell with a name.
  public func cell(_ name: ModuleName) -> Module { submodule(.cell, name) }

  /// Returns the header with a name.
  public func header(_ name: ModuleName) -> Module { submodule(.header, name) }

  /// Returns the footer with a name.
  public func footer(_ name: ModuleName) -> Module { submodule(.footer, name) }
}

extension Module {
  /// Returns an indented tree of the module and its descendants, with their registrations.
  public func debugTree() -> String {
    debugLines(indentation: "").joined(separator: "\n")
  }

  func debugLines(indentation: String) -> [String] {
    let label = url.path.components.last.map(\.description) ?? "\(url)"
    let parts = [
      modelType.map { "model \($0)" },
      viewModelType.map { "view model \($0)" },
      view.map { "\($0.form.rawValue) \($0.name)" },
    ]
    let summary = parts.compactMap { $0 }.joined(separator: ", ")
    let line = indentation + label + (summary.isEmpty ? "" : " (\(summary))")
    return [line] + submodules.flatMap { $0.debugLines(indentation: indentation + "  ") }
  }
}
