import MocoaCore

@testable import MocoaTUI

/// A table laid out as a whole, without any cleverness: what the real one is compared with.
struct TableReference {
  struct Line: Equatable {
    var element: ListElement
    var part: Part
    /// The row in the element.
    var row: Int
  }

  /// Every row of the screen that the whole table would take.
  private(set) var lines: [Line] = []
  private let sections: [PartSection]

  init(_ sections: [PartSection]) {
    self.sections = sections
    for (index, section) in sections.enumerated() {
      append(section.header, .header(index))
      for (item, part) in section.rows.enumerated() {
        append(part, .item(ListIndexPath(section: index, item: item)))
      }
      append(section.footer, .footer(index))
    }
  }

  private mutating func append(_ part: Part?, _ element: ListElement) {
    guard let part, part.height > 0 else { return }
    for row in 0..<part.height { lines.append(Line(element: element, part: part, row: row)) }
  }

  /// The line at the top of the viewport; -1 where the state says one that is not there.
  func top(of state: ListViewState) -> Int {
    guard !lines.isEmpty else { return 0 }
    guard let element = state.topElement else { return -1 }
    return lines.firstIndex { $0.element == element && $0.row == state.topOffset } ?? -1
  }

  /// The header that stays in sight above a top line, and how many of its rows are seen.
  func stickyHeader(top: Int, viewport: Int) -> (part: Part, rows: Int)? {
    guard lines.indices.contains(top), case .item(let path) = lines[top].element,
      let header = sections[path.section].header, header.height > 0, header.height * 3 < viewport
    else { return nil }
    let next = lines[top...].firstIndex { $0.element.section != path.section }
    return (header, min(header.height, next.map { $0 - top } ?? .max))
  }

  /// The lines that are seen below the sticky header, and it is taken as seen itself.
  func uncoveredRows(of state: ListViewState, viewport: Int) -> Range<Int> {
    let top = top(of: state)
    let covered = stickyHeader(top: top, viewport: viewport)?.rows ?? 0
    return min(top + covered, lines.count)..<min(top + viewport, lines.count)
  }

  /// The screen as it must look.
  func screen(_ state: ListViewState, columns: Int, viewport: Int) -> [String] {
    let top = top(of: state)
    var screen = (0..<viewport).map { row -> String in
      guard lines.indices.contains(top + row) else { return "" }
      let line = lines[top + row]
      let isCursor = line.element.indexPath != nil && line.element.indexPath == state.cursor
      return text(line.part, line.row, isCursor ? ">" : " ", columns)
    }
    if let (header, rows) = stickyHeader(top: top, viewport: viewport) {
      for row in 0..<rows {
        screen[row] = text(header, header.height - rows + row, " ", columns)
      }
    }
    return screen
  }

  private func text(_ part: Part, _ row: Int, _ mark: String, _ columns: Int) -> String {
    let text = part.height == 1 ? mark + part.id : "\(mark)\(part.id)/\(row)"
    var cut = text.prefix(columns)
    while cut.last == " " { cut.removeLast() }
    return String(cut)
  }
}
