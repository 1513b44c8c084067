import MocoaCore
import MocoaTestSupport

/// A row of a random list.
struct RandomRow: Identifiable, Hashable, Sendable {
  var id: Int
  var text: Int
}

class RandomRowViewModel: CellViewModel<RandomRow> {
  var onHook: (() -> Void)?

  override func didEndDisplaying() { onHook?() }
  override func modelDidChange(from oldModel: RandomRow) { onHook?() }
}

/// The data of a random list, as a value.
struct RandomData: Equatable, Sendable {
  struct Section: Equatable, Sendable {
    var id: Int
    var header: String?
    var rows: [RandomRow]

    var model: RowSection<[RandomRow]> { RowSection(rows, identity: id, header: header) }
  }

  var sections: [Section] = []
  var nextID = 0

  /// Identities are taken from so few that some occur more than once; nil makes all of them unique.
  var idLimit: Int?

  init() {}

  init(using generator: inout SeededGenerator, idLimit: Int? = nil) {
    self.idLimit = idLimit
    for _ in 0..<Int.random(in: 0...3, using: &generator) {
      sections.append(makeSection(using: &generator))
    }
  }

  mutating func makeSection(using generator: inout SeededGenerator) -> Section {
    nextID += 1
    let id = nextID
    let header = Bool.random(using: &generator) ? "\(id)" : nil
    let rows = (0..<Int.random(in: 0...4, using: &generator)).map { _ in makeRow(using: &generator)
    }
    return Section(id: id, header: header, rows: rows)
  }

  mutating func makeRow(using generator: inout SeededGenerator) -> RandomRow {
    nextID += 1
    let id = idLimit.map { Int.random(in: 0..<$0, using: &generator) } ?? nextID
    return RandomRow(id: id, text: Int.random(in: 0...2, using: &generator))
  }

  var rows: [[RandomRow]] { sections.map(\.rows) }

  /// The place of a row with an identity.
  func path(of id: Int) -> ListIndexPath? {
    for (section, rows) in rows.enumerated() {
      if let item = rows.firstIndex(where: { $0.id == id }) {
        return ListIndexPath(section: section, item: item)
      }
    }
    return nil
  }

  /// The list model that is a value.
  var model: SectionList {
    SectionList(sections.map(\.model))
  }
}

/// The data of a random list as an object that changes in place.
final class RandomStore: ListModel {
  var data: RandomData

  init(_ data: RandomData) { self.data = data }

  var numberOfSections: Int { data.sections.count }

  func section(at index: Int) -> any SectionModel { data.sections[index].model }
}

/// A change of a random list, as data and as an operation.
enum RandomChange: CustomStringConvertible {
  case insert(ListIndexPath, RandomRow)
  case delete(ListIndexPath)
  case reload(ListIndexPath, text: Int)
  case move(ListIndexPath, ListIndexPath)
  case insertSection(Int, RandomData.Section)
  case deleteSection(Int)
  case moveSection(Int, Int)

  /// A change that is possible for the data, if there is one of the kind that was drawn.
  static func random(
    in data: inout RandomData, using generator: inout SeededGenerator
  ) -> RandomChange? {
    let count = data.sections.count
    func section() -> Int? {
      count > 0 ? Int.random(in: 0..<count, using: &generator) : nil
    }
    func place(_ section: Int, plus: Int) -> ListIndexPath? {
      let rows = data.sections[section].rows.count + plus
      guard rows > 0 else { return nil }
      return ListIndexPath(section: section, item: Int.random(in: 0..<rows, using: &generator))
    }
    switch Int.random(in: 0..<12, using: &generator) {
    case 0...2:
      guard let path = section().flatMap({ place($0, plus: 1) }) else { return nil }
      return .insert(path, data.makeRow(using: &generator))
    case 3, 4: return section().flatMap { place($0, plus: 0) }.map { .delete($0) }
    case 5, 6:
      let text = Int.random(in: 0...9, using: &generator)
      return section().flatMap { place($0, plus: 0) }.map { .reload($0, text: text) }
    case 7, 8:
      guard let source = section().flatMap({ place($0, plus: 0) }), let target = section(),
        let path = place(target, plus: target == source.section ? 0 : 1)
      else { return nil }
      return .move(source, path)
    case 9:
      let section = data.makeSection(using: &generator)
      return .insertSection(Int.random(in: 0...count, using: &generator), section)
    case 10: return section().map { .deleteSection($0) }
    default:
      guard let source = section(), let target = section() else { return nil }
      return .moveSection(source, target)
    }
  }

  /// Changes the data.
  func apply(to data: inout RandomData) {
    switch self {
    case .insert(let path, let row): data.sections[path.section].rows.insert(row, at: path.item)
    case .delete(let path): data.sections[path.section].rows.remove(at: path.item)
    case .reload(let path, let text): data.sections[path.section].rows[path.item].text = text
    case .move(let source, let target):
      let row = data.sections[source.section].rows.remove(at: source.item)
      data.sections[target.section].rows.insert(row, at: target.item)
    case .insertSection(let index, let section): data.sections.insert(section, at: index)
    case .deleteSection(let index): data.sections.remove(at: index)
    case .moveSection(let source, let target):
      data.sections.insert(data.sections.remove(at: source), at: target)
    }
  }

  /// Notifies a list of the change.
  @MainActor func say(to list: ListViewModel) {
    switch self {
    case .insert(let path, _): list.insertItems(at: [path])
    case .delete(let path): list.deleteItems(at: [path])
    case .reload(let path, _): list.reloadItems(at: [path])
    case .move(let source, let target): list.moveItem(from: source, to: target)
    case .insertSection(let index, _): list.insertSections([index])
    case .deleteSection(let index): list.deleteSections([index])
    case .moveSection(let source, let target): list.moveSection(from: source, to: target)
    }
  }

  /// Whether a list with this data could do this.
  func isPossible(in data: RandomData) -> Bool {
    func hasRoom(_ path: ListIndexPath, plus: Int) -> Bool {
      path.section < data.sections.count
        && path.item < data.sections[path.section].rows.count + plus
    }
    switch self {
    case .insert(let path, _): return hasRoom(path, plus: 1)
    case .delete(let path), .reload(let path, _): return hasRoom(path, plus: 0)
    case .move(let source, let target):
      return hasRoom(source, plus: 0)
        && hasRoom(target, plus: source.section == target.section ? 0 : 1)
    case .insertSection(let index, _): return index <= data.sections.count
    case .deleteSection(let index): return index < data.sections.count
    case .moveSection(let source, let target):
      return source < data.sections.count && target < data.sections.count
    }
  }

  var description: String {
    switch self {
    case .insert(let path, let row): "insert \(row.id) at \(path)"
    case .delete(let path): "delete \(path)"
    case .reload(let path, let text): "reload \(path) as \(text)"
    case .move(let source, let target): "move \(source) to \(target)"
    case .insertSection(let index, let section): "insert section \(section.id) at \(index)"
    case .deleteSection(let index): "delete section \(index)"
    case .moveSection(let source, let target): "move section \(source) to \(target)"
    }
  }
}
