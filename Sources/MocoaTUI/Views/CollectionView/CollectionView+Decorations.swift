import MocoaCore

/// What a collection shows over and beside its items: the header that stays in sight, and the
/// scroll bar.
extension CollectionView {
  /// How many rows the header of a section takes when it stays in sight; 0 where it does not, as
  /// when it would leave too little room.
  ///
  /// - Precondition: the section has its place.
  func stickyRows(ofSection section: Int) -> Int {
    guard hasStickyHeaders, !isHorizontal,
      let header = sections[section].leading.first(where: { $0.kind == .header })
    else { return 0 }
    return header.rows * 3 < extent.rows ? header.rows : 0
  }

  /// The header that stays at the top of the viewport while its section is there; the next section
  /// pushes it out.
  func stickyHeader(at offset: Int) -> (element: CollectionElement, frame: Rect)? {
    guard hasStickyHeaders, let index = sectionIndices(in: offset..<offset + 1).first else {
      return nil
    }
    let rows = stickyRows(ofSection: index)
    let section = sections[index]
    guard rows > 0, let header = section.leading.first(where: { $0.kind == .header }),
      section.start + header.top < offset
    else { return nil }
    return (
      .supplementary(.header, index: header.index, section: index),
      Rect(column: 0, row: min(offset, section.end - rows), columns: extent.columns, rows: rows)
    )
  }

  /// How many rows at the top of the viewport the sticky header covers.
  var coveredRows: Int {
    stickyHeader(at: state.offset).map { $0.frame.bottom - state.offset } ?? 0
  }
}

// MARK: - Scroll bar

extension CollectionView {
  var showsScrollBar: Bool { hasScrollBar && layout.axis == .vertical }

  func drawScrollBar(in canvas: Canvas) {
    guard showsScrollBar else { return }
    let bar = Rect(column: viewport.right, row: 0, columns: 1, rows: viewport.rows)
    ScrollBar.draw(numbering.position(of: visibleIndexPaths, in: list), in: canvas.part(bar))
  }

  /// Goes to the part of the list that a place of the scroll bar stands for.
  ///
  /// - Returns: whether the mouse is on the bar, or was when it was pressed.
  func handleScrollBar(_ event: MouseEvent) -> Bool {
    switch event.action {
    case .press(.left): isDraggingBar = showsScrollBar && event.column == viewport.right
    case .drag(.left): break
    default: return false
    }
    guard isDraggingBar else { return false }
    let path = numbering.path(atPart: event.row, of: viewport.rows, in: list)
    path.map { moveCursor(to: $0) }
    return true
  }
}
