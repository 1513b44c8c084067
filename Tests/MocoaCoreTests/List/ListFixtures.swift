import MocoaCore

/// A list of contacts whose changes are written down.
@MainActor struct ContactList {
  let registry = ModuleRegistry()
  let listener = Listener()
  let diagnostics = DiagnosticRecorder()
  let list: ListViewModel

  init(_ model: any ListModel, isReady: Bool = true) {
    let module = registry["mocoa://contacts/"]
    module.section.cell.register(viewModel: ContactViewModel.self, view: .cell("ContactCell"))
    module.section.header.register(viewModel: TitleViewModel.self, view: .cell("Title"))
    module.section.footer.register(viewModel: TitleViewModel.self, view: .cell("Title"))
    registry.logger = diagnostics.logger
    list = ListViewModel(model: model, module: module)
    if isReady { list.ready() }
    listener.record(list)
  }

  /// The names that the cells show, by section.
  var names: [[String]] {
    (0..<list.numberOfSections).map { section in
      (0..<list.numberOfItems(in: section)).map { item in
        let cell = list.cellViewModel(at: ListIndexPath(section: section, item: item))
        return (cell as? CellViewModel<Contact>)?.model.name ?? "?"
      }
    }
  }

  func cell(_ section: Int, _ item: Int) -> AnyCellViewModel {
    list.cellViewModel(at: ListIndexPath(section: section, item: item))
  }
}

/// Data that changes in place.
final class ContactStore: ListModel {
  var sections: [[Contact]]
  var headers: [String?]

  init(_ sections: [[Contact]], headers: [String?] = []) {
    self.sections = sections
    self.headers = headers
  }

  var numberOfSections: Int { sections.count }

  func section(at index: Int) -> any SectionModel {
    RowSection(sections[index], header: index < headers.count ? headers[index] : nil)
  }
}

/// Contacts whose names are the letters of a text, and whose identities follow from these.
func contacts(_ names: String) -> [Contact] {
  names.map { name in
    Contact(id: Int(name.lowercased().unicodeScalars.first?.value ?? 0), name: "\(name)")
  }
}

/// Writes down what a logger is handed.
@MainActor final class DiagnosticRecorder {
  private(set) var heard: [Diagnostic] = []

  var logger: @MainActor (Diagnostic) -> Void { { self.heard.append($0) } }
}

extension ListIndexPath: ExpressibleByArrayLiteral {
  /// A section and an item, to write positions shortly.
  public init(arrayLiteral elements: Int...) {
    self.init(section: elements[0], item: elements[1])
  }
}
