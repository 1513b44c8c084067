extension Module {
  /// The section of the default name.
  public var section: Module { submodule(.section) }

  /// The cell of the default name.
  public var cell: Module { submodule(.cell) }

  /// The header of the default name.
  public var header: Module { submodule(.header) }

  /// The footer of the default name.
  public var footer: Module { submodule(.footer) }

  /// The module named `list`.
  public var list: Module { submodule("", "list") }

  /// The section of a name.
  public func section(_ name: ModuleName) -> Module { submodule(.section, name) }

  /// The cell of a name.
  public func cell(_ name: ModuleName) -> Module { submodule(.cell, name) }

  /// The header of a name.
  public func header(_ name: ModuleName) -> Module { submodule(.header, name) }

  /// The footer of a name.
  public func footer(_ name: ModuleName) -> Module { submodule(.footer, name) }

  /// The module of a kind and a name, made if there is none.
  public subscript(kind: ModuleKind, name: ModuleName = .default) -> Module {
    submodule(kind, name)
  }
}

extension Module {
  /// The module and all those below it, indented, with what is registered for each.
  package func debugTree() -> String {
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
