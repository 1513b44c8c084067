import MocoaCore

struct Contact: Codable, Identifiable, Equatable {
  var id: Int
  var name: String
  var phone = ""
}

final class ContactViewModel: CellViewModel<Contact> {
  private(set) var displays = 0
  private(set) var ends = 0
  private(set) var modelChanges = 0
  private(set) var deselections = 0

  override func modelDidChange(from oldModel: Contact) { modelChanges += 1 }
  override func didSelect() { emit(.select, model.phone) }
  override func didDeselect() { deselections += 1 }
  override func willDisplay() { displays += 1 }
  override func didEndDisplaying() { ends += 1 }
}

final class TitleViewModel: ModelSupplementaryViewModel<String> {}

/// A row that has a name and may refuse to decode.
struct EncodedRow: EncodedModel, NamedModel {
  struct NotDecodable: Error {}

  var moduleName: ModuleName = .default
  var contact: Contact?

  func decode<Model: Decodable>(_ type: Model.Type) throws -> Model {
    guard let model = contact as? Model else { throw NotDecodable() }
    return model
  }
}

/// A section that counts how often a row is asked for.
final class CountingSection: SectionModel {
  var numberOfItems: Int
  private(set) var requests = 0

  init(numberOfItems: Int) { self.numberOfItems = numberOfItems }

  func item(at index: Int) -> Any {
    requests += 1
    return Contact(id: index, name: "\(index)")
  }
}

@MainActor final class StubView {}

extension ModuleView {
  /// A cell's view of a name.
  static func cell(_ name: String) -> ModuleView {
    ModuleView(.cell, name: name) { StubView() }
  }
}

extension ElementViewModel {
  /// Whether the element stands in for one whose model does not fit.
  var isFailure: Bool { if case .failure = resolution { true } else { false } }

  /// Whether the element stands in for one without a module.
  var isPlaceholder: Bool { if case .placeholder = resolution { true } else { false } }
}
