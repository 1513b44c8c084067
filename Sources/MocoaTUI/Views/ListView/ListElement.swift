import MocoaCore

/// One thing in a list view: an item, or a header, a footer or the like of a section.
enum ListElement: Hashable, Sendable, Codable {
  /// An item: a row, a tile, a card.
  case item(ListIndexPath)
  /// A header, a footer or another element of a kind, by its number in the section.
  case supplementary(ModuleKind, index: Int, section: Int)

  /// The first header of a section.
  static func header(_ section: Int) -> ListElement {
    .supplementary(.header, index: 0, section: section)
  }

  /// The first footer of a section.
  static func footer(_ section: Int) -> ListElement {
    .supplementary(.footer, index: 0, section: section)
  }

  /// The section that the element belongs to.
  var section: Int {
    switch self {
    case .item(let path): path.section
    case .supplementary(_, _, let section): section
    }
  }

  /// The position of the item, or nil for a supplementary element.
  var indexPath: ListIndexPath? {
    if case .item(let path) = self { return path }
    return nil
  }
}

/// A part of a list whose places are worked out together, between two lines across the view.
///
/// Headers, footers and the rows of a table are blocks of their own, so that nothing before the
/// viewport is measured. All items of a section are one block where a layout places them by one
/// another.
struct ListBlock: Hashable, Comparable {
  /// The parts of a section, in their order.
  enum Part: Int, CaseIterable {
    case leading, items, trailing
  }

  var section: Int
  var part: Part
  /// The number of the block in its part of the section.
  var index: Int

  static func < (first: ListBlock, second: ListBlock) -> Bool {
    (first.section, first.part.rawValue, first.index)
      < (second.section, second.part.rawValue, second.index)
  }
}

/// A line across the view: so many rows after the start of a block.
struct ListPosition: Hashable {
  var block: ListBlock
  var offset: Int
}

/// An element and where it lies, in the coordinates of the layout, from the top of the viewport.
struct PlacedElement {
  var element: ListElement
  var viewModel: ElementViewModel
  var frame: Rect

  /// The element where it begins on another row.
  func at(row: Int) -> PlacedElement {
    var element = self
    element.frame.origin.row = row
    return element
  }
}

extension [PlacedElement] {
  /// The place of an element.
  func index(of element: ListElement) -> Int? {
    for index in indices where self[index].element == element { return index }
    return nil
  }
}

/// An element in the viewport and the view that shows it.
struct VisibleElement {
  var element: ListElement
  let viewModel: ElementViewModel
  let view: ListElementView
  /// What the view was made for.
  let key: ReuseKey
  /// Where the element is in the viewport, with what sets it off from its neighbours.
  var frame: Rect
}
