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
