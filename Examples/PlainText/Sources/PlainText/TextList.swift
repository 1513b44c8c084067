import MocoaCore

/// The view of an element: turns its view model into a line.
@MainActor final class LineView {
  let line: (ElementViewModel) -> String

  init(line: @escaping (ElementViewModel) -> String) { self.line = line }
}

extension Module {
  /// Registers a view model, and a line of text as its view.
  func register<ViewModelType: ElementViewModel & ModelViewModel>(
    _ viewModel: ViewModelType.Type, line: @escaping @MainActor (ViewModelType) -> String
  ) {
    let form: ModuleView.Form = viewModel is AnyCellViewModel.Type ? .cell : .supplementary
    let view = ModuleView(form, name: "Line") {
      LineView { ($0 as? ViewModelType).map(line) ?? "" }
    }
    register(viewModel: viewModel, view: view)
  }
}

/// A renderer of lists as lines of text, which follows their changes.
@MainActor final class TextList {
  let list: ListViewModel
  private let write: (String) -> Void
  /// The views, which are used for all elements of their module.
  private var views: [ElementName: (version: Int, view: LineView)] = [:]
  private var displayed: [ElementViewModel] = []
  private var isRendering = false
  /// A Boolean value that indicates whether the list has changed since its elements were read.
  private var isOutdated = false

  init(_ list: ListViewModel, write: @escaping (String) -> Void) {
    self.list = list
    self.write = write
    list.ready()
    list.observeChanges(owner: self) { $0.listDidChange($1) }.store(in: &list.subscriptions)
  }

  /// Writes all lines, and notifies the elements that their display has begun or ended.
  ///
  /// Elements that are created or displayed may change the list, which is then read again.
  func render() {
    isOutdated = true
    guard !isRendering else { return }
    isRendering = true
    defer { isRendering = false }
    while isOutdated {
      isOutdated = false
      let elements = elements()
      let remaining = Set(elements.map(ObjectIdentifier.init))
      for old in displayed where !remaining.contains(ObjectIdentifier(old)) { old.endDisplay() }
      displayed = elements
      for element in elements where !isOutdated { element.beginDisplay() }
    }
    for element in displayed {
      write(line(for: element))
      element.didRefresh()
    }
    if !list.hasCells { write("no rows") }
  }

  private func elements() -> [ElementViewModel] {
    list.sectionViewModels.flatMap { section in
      let kinds = section.supplementaryKinds
      return parts(of: section, kinds.filter { $0 != .footer })
        + section.cellViewModels.map { $0 as ElementViewModel }
        + parts(of: section, kinds.filter { $0 == .footer })
    }
  }

  /// Opens a row on behalf of the user; returns `false` if there is no such row.
  func openRow(at path: ListIndexPath) -> Bool {
    guard list.contains(path) else { return false }
    list.openCell(at: path)
    return true
  }

  private func parts(of section: SectionViewModel, _ kinds: [ModuleKind]) -> [ElementViewModel] {
    kinds.flatMap { kind in
      (0..<section.numberOfSupplementaryViewModels(of: kind)).compactMap {
        section.supplementaryViewModel(of: kind, at: $0)
      }
    }
  }

  private func listDidChange(_ change: ListChange) {
    switch change {
    case .update(let changeset): write("~ \(changeset)")
    case .modules(let change): write("~ \(change.url?.description ?? "modules")")
    case .selection(let selected, _, _): return write("~ selected \(selected)")
    case .layout, .spacing: return
    }
    render()
  }

  /// Returns the line of an element, with a mark for selected rows.
  private func line(for element: ElementViewModel) -> String {
    guard let cell = element as? AnyCellViewModel, let path = cell.indexPath else {
      return text(of: element)
    }
    return (list.isSelected(path) ? "> " : "  ") + text(of: element)
  }

  private func text(of element: ElementViewModel) -> String {
    do {
      if let view = try view(of: element) { return view.line(element) }
    } catch {
      return "! \(error)"
    }
    switch element.resolution {
    case .module(let module): return "! \(module.view.name) is no line"
    case .placeholder(let reason):
      return "? " + reason.attempts.map(\.description).joined(separator: "; ")
    case .failure(let error): return "! \(error)"
    }
  }

  /// Returns the view of a stand-in, or of a module, made again if another one was registered.
  private func view(of element: ElementViewModel) throws -> LineView? {
    guard case .module(let module) = element.resolution else {
      return try element.standInView?.make() as? LineView
    }
    if let (version, view) = views[module.reuseKey], version == module.viewVersion { return view }
    let view = try module.view.make() as? LineView
    views[module.reuseKey] = view.map { (module.viewVersion, $0) }
    return view
  }
}
