import MocoaCore

@testable import MocoaTUI

/// A list laid out as a whole, without any cleverness: what a collection is compared with.
struct CollectionReference {
  /// What an element shows, and where, in the coordinates of the layout.
  struct Part {
    var element: ListElement
    var text: String
    var frame: Rect
  }

  private(set) var parts: [Part] = []
  /// The rows that everything takes.
  private(set) var rows = 0
  private let isHorizontal: Bool

  init(_ sections: [TileSection], layout: any CollectionLayout, columns: Int) {
    isHorizontal = layout.axis == .horizontal
    let insets = isHorizontal ? layout.insets.transposed : layout.insets
    let room = max(1, columns - insets.left - insets.right)
    for (index, section) in sections.enumerated() {
      if let title = section.title {
        // What is beside the others has a width of its own: `supplementaryColumns`.
        append(.header(index), "# \(title)", columns: columns, rows: isHorizontal ? 12 : 1)
      }
      guard !section.tiles.isEmpty else { continue }
      var placer = layout.makePlacer(columns: room)
      let grid = layout.makeGrid(columns: room)
      for (item, tile) in section.tiles.enumerated() {
        let own = Size(columns: tile.columns, rows: tile.rows)
        var size = grid?.itemSize ?? (isHorizontal ? own.transposed : own)
        if layout is RowLayout { size.columns = room }
        guard !size.isEmpty else { continue }
        let frame = placer.place(size)
        parts.append(
          Part(
            element: .item(ListIndexPath(section: index, item: item)), text: "\(tile.id % 10)",
            frame: frame.offsetBy(columns: insets.left, rows: rows + insets.top)))
      }
      rows += insets.top + placer.rows + insets.bottom
    }
  }

  private mutating func append(_ element: ListElement, _ text: String, columns: Int, rows: Int) {
    let frame = Rect(column: 0, row: self.rows, columns: columns, rows: rows)
    parts.append(Part(element: element, text: text, frame: frame))
    self.rows += rows
  }

  func frame(of path: ListIndexPath) -> Rect? {
    parts.first { $0.element == .item(path) }?.frame
  }

  /// The row at the top of the viewport; nil where the state names an element that is not there.
  func top(of state: ListViewState) -> Int? {
    guard let element = state.topElement else { return parts.isEmpty ? 0 : nil }
    return parts.first { $0.element == element }.map { $0.frame.top + state.topOffset }
  }

  /// The header that stays in sight, and how many of its rows are seen.
  func stickyHeader(top: Int, viewport: Int) -> Part? {
    let seen = parts.filter { $0.frame.bottom > top && $0.frame.top < top + viewport }
    guard !isHorizontal, viewport > 3, let first = seen.first, first.element.indexPath != nil,
      let header = parts.first(where: { $0.element == .header(first.element.section) })
    else { return nil }
    let next = seen.first { $0.element.section != first.element.section }
    return next?.frame.top == top ? nil : header
  }

  /// The screen as it must look.
  func screen(top: Int, size: Size, hasStickyHeaders: Bool) -> [String] {
    let blank = Array(repeating: Character(" "), count: size.columns)
    var cells = Array(repeating: blank, count: size.rows)
    func draw(_ text: String, _ frame: Rect) {
      let frame = isHorizontal ? frame.transposed : frame
      let seen = frame.intersection(Rect(origin: .zero, size: size))
      let letters = Array(text)
      for row in seen.top..<seen.bottom where !seen.isEmpty {
        for column in seen.left..<seen.right {
          // A tile is filled with its digit; a title is written once.
          let index = letters.count == 1 ? 0 : column - frame.left
          let isText = letters.indices.contains(index) && (letters.count == 1 || row == frame.top)
          cells[row][column] = isText ? letters[index] : " "
        }
      }
    }
    for part in parts { draw(part.text, part.frame.offsetBy(columns: 0, rows: -top)) }
    if hasStickyHeaders, let header = stickyHeader(top: top, viewport: size.rows) {
      draw(header.text, Rect(column: 0, row: 0, columns: size.columns, rows: 1))
    }
    return cells.map { row in
      var text = String(row)
      while text.last == " " { text.removeLast() }
      return text
    }
  }

  /// The item of the next line that is nearest to a column, or of the line before.
  func itemInLine(beside path: ListIndexPath, goal: Int, forward: Bool) -> ListIndexPath? {
    guard let place = frame(of: path) else { return nil }
    let beyond = parts.filter {
      $0.element.indexPath != nil
        && (forward ? $0.frame.top >= place.bottom : $0.frame.bottom <= place.top)
    }
    let nearest =
      forward
      ? beyond.min { $0.frame.top < $1.frame.top }
      : beyond.max { $0.frame.bottom < $1.frame.bottom }
    guard let line = nearest?.frame else { return nil }
    func distance(_ frame: Rect) -> Int {
      goal < frame.left ? frame.left - goal : goal < frame.right ? 0 : goal - frame.right + 1
    }
    return beyond.filter { $0.frame.top < line.bottom && $0.frame.bottom > line.top }
      .min {
        (distance($0.frame), abs($0.frame.top - place.top))
          < (distance($1.frame), abs($1.frame.top - place.top))
      }?.element.indexPath
  }
}

/// A section of tiles.
struct TileSection: Equatable, Sendable {
  var id: Int
  var title: String?
  var tiles: [Tile]

  static func model(_ sections: [TileSection]) -> SectionList {
    SectionList(sections.map { RowSection($0.tiles, identity: $0.id, header: $0.title) })
  }
}
