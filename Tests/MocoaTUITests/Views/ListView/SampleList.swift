import MocoaCore
import MocoaTestSupport

@testable import MocoaTUI

extension ListElement {
  /// The first footer of a section.
  static func footer(_ section: Int) -> ListElement {
    .supplementary(.footer, index: 0, section: section)
  }
}

/// A list of sizes, without any view.
struct SampleList: ListMeasures {
  struct Item: Equatable {
    var id: Int
    var size: Size
  }

  struct Section: Equatable {
    var id: Int
    var header: Int?
    var items: [Item]
    var footer: Int?
  }

  /// A row of the whole list, or several: an element with its frame from the first row.
  struct Part {
    var element: ListElement
    var frame: Rect
  }

  static let layouts: [any CollectionLayout] = [
    RowLayout(), FlowLayout(), GridLayout(columns: 3), WaterfallLayout(columns: 2),
    FlowLayout(insets: Insets(top: 1, left: 1, bottom: 2), lineSpacing: 1),
    FlowLayout(itemSize: Size(columns: 3, rows: 2)),
  ]

  var sections: [Section] = []
  var layout: any CollectionLayout
  private var nextID = 0

  init(_ layout: any CollectionLayout, using generator: inout SeededGenerator) {
    self.layout = layout
    for _ in 0..<4 { insertSection(using: &generator) }
  }

  /// Returns a geometry without cached places.
  @MainActor func geometry(_ extent: Size, isSticky: Bool = true) -> ListGeometry<SampleList> {
    ListGeometry(
      measures: self, extent: extent, hasRows: layout is RowLayout, hasStickyHeaders: isSticky,
      places: ListPlaces())
  }

  // MARK: Measures

  var numberOfSections: Int { sections.count }

  func itemCount(in section: Int) -> Int { sections[section].items.count }

  func parts(of section: Int) -> SectionParts {
    SectionParts(
      leading: sections[section].header == nil ? [] : [.header(section)],
      trailing: sections[section].footer == nil ? [] : [.footer(section)])
  }

  func layout(ofSection section: Int) -> any CollectionLayout { layout }

  func content(of element: ListElement) -> Size? {
    let section = sections[element.section]
    guard let path = element.indexPath else {
      let rows = element == .header(element.section) ? section.header : section.footer
      return rows.map { Size(columns: 0, rows: $0) }
    }
    return section.items.indices.contains(path.item) ? section.items[path.item].size : nil
  }

  func rows(of content: Size, columns: Int) -> Int { content.rows }

  func size(of content: Size, columns: Int) -> Size {
    Size(columns: min(content.columns, columns), rows: content.rows)
  }

  // MARK: Reference

  /// Returns all elements from the first one on, and the number of rows, by adding sizes up.
  func laidOut(columns: Int) -> (parts: [Part], rows: Int) {
    var (parts, rows): ([Part], Int) = ([], 0)
    func append(_ element: ListElement, _ height: Int?) {
      guard let height else { return }
      let frame = Rect(column: 0, row: rows, columns: columns, rows: height)
      parts.append(Part(element: element, frame: frame))
      rows += height
    }
    let room = max(1, columns - layout.insets.left - layout.insets.right)
    for (index, section) in sections.enumerated() {
      append(.header(index), section.header)
      var placer = layout.makePlacer(columns: room)
      let size = layout.makeGrid(columns: room)?.itemSize
      for (item, sample) in section.items.enumerated() {
        var size = size ?? self.size(of: sample.size, columns: placer.itemColumns)
        if layout is RowLayout { size.columns = room }
        if size.isEmpty { continue }
        let frame = placer.place(size).offsetBy(
          columns: layout.insets.left, rows: rows + layout.insets.top)
        let path = ListIndexPath(section: index, item: item)
        parts.append(Part(element: .item(path), frame: frame))
      }
      if !section.items.isEmpty { rows += layout.insets.top + placer.rows + layout.insets.bottom }
      append(.footer(index), section.footer)
    }
    return (parts, rows)
  }

  // MARK: Changes

  /// Inserts, removes, resizes or moves an item or a section.
  mutating func change(using generator: inout SeededGenerator) {
    guard let index = sections.indices.randomElement(using: &generator) else {
      return insertSection(using: &generator)
    }
    let item = sections[index].items.indices.randomElement(using: &generator)
    switch Int.random(in: 0..<8, using: &generator) {
    case 0: insertSection(using: &generator)
    case 1: sections.remove(at: index)
    case 2: sections.swapAt(index, 0)
    case 3: sections[index].items.shuffle(using: &generator)
    case 4, 5: item.map { _ = sections[index].items.remove(at: $0) }
    case 6:
      let rows = Int.random(in: 0...4, using: &generator)
      item.map { sections[index].items[$0].size.rows = rows }
    default: sections[index].items.insert(makeItem(using: &generator), at: item ?? 0)
    }
  }

  private mutating func insertSection(using generator: inout SeededGenerator) {
    nextID += 1
    func rows() -> Int? { [nil, 0, 1, 2].randomElement(using: &generator) ?? nil }
    let (header, footer) = (rows(), rows())
    let items = (0..<Int.random(in: 0...9, using: &generator)).map { _ in
      makeItem(using: &generator)
    }
    sections.insert(
      Section(id: nextID, header: header, items: items, footer: footer),
      at: Int.random(in: 0...sections.count, using: &generator))
  }

  private mutating func makeItem(using generator: inout SeededGenerator) -> Item {
    nextID += 1
    let rows = [0, 1, 1, 1, 2, 3, 7].randomElement(using: &generator) ?? 1
    return Item(
      id: nextID, size: Size(columns: Int.random(in: 0...6, using: &generator), rows: rows))
  }

  /// Returns the element of another version of the list that has the same identity, or nil.
  func element(_ old: ListElement, of before: SampleList) -> ListElement? {
    let id = before.sections[old.section].id
    guard let path = old.indexPath else {
      return sections.firstIndex { $0.id == id }.map {
        old == .header(old.section) ? .header($0) : .footer($0)
      }
    }
    let item = before.sections[path.section].items[path.item].id
    for (section, other) in sections.enumerated() {
      if let index = other.items.firstIndex(where: { $0.id == item }) {
        return .item(ListIndexPath(section: section, item: index))
      }
    }
    return nil
  }
}
