import MocoaCore

/// An element of a list view: an item, or a supplementary element of a section.
enum ListElement: Hashable, Sendable, Codable {
  /// An item, such as a row or a card.
  case item(ListIndexPath)
  /// A header, a footer or another supplementary element, by kind and index in the section.
  case supplementary(ModuleKind, index: Int, section: Int)

  /// The first header of a section.
  static func header(_ section: Int) -> ListElement {
    .supplementary(.header, index: 0, section: section)
  }

  var section: Int {
    switch self {
    case .item(let path): path.section
    case .supplementary(_, _, let section): section
    }
  }

  /// The index path of the item; nil for a supplementary element.
  var indexPath: ListIndexPath? {
    if case .item(let path) = self { return path }
    return nil
  }
}

/// A part of a list whose elements are placed together.
///
/// Each header, each footer and each row of a table is a block, so that nothing before the viewport
/// is measured. All items of a section are one block if a layout places them relative to one
/// another.
struct ListBlock: Hashable, Comparable {
  var section: Int
  /// The index of the block among those of the section.
  var index: Int

  static func < (first: ListBlock, second: ListBlock) -> Bool {
    (first.section, first.index) < (second.section, second.index)
  }
}

/// A position in the list: an offset in rows from the start of a block.
struct ListPosition: Hashable {
  var block: ListBlock
  var offset: Int
}

/// An element with its frame in the coordinates of the layout, from the top of the viewport.
struct PlacedElement<Content> {
  var element: ListElement
  /// What the element displays.
  var content: Content
  var frame: Rect

  func at(row: Int) -> PlacedElement {
    var element = self
    element.frame.origin.row = row
    return element
  }
}

/// An element in the viewport with its view.
struct VisibleElement {
  var element: ListElement
  let viewModel: ElementViewModel
  let view: ListElementView
  let key: ReuseKey
  /// The frame of the element in the viewport, with its margins.
  var frame: Rect
}
