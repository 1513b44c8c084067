extension Theme {
  /// What a cell looks like on a terminal with some colours.
  ///
  /// - Parameters:
  ///   - style: the number of its style.
  ///   - overlay: the number of what is laid over it; 0 for nothing.
  ///   - table: the styles by their numbers.
  ///   - colorCount: how many colours there are; 0 for none.
  /// - Returns: the look of the cell's style and of what is laid over it, together.
  func look(style: UInt16, overlay: UInt16, in table: StyleTable, colorCount: Int) -> Look {
    var look = self[table.styles[Int(style)]]
    if overlay != 0 {
      let name = table.styles[Int(overlay)]
      let over = self[name]
      if name == .changedRow || name == .selectedRow, look.hasBackground {
        // A badge keeps its colours in a row that is set apart.
        look.attributes.formUnion(over.attributes)
      } else {
        look = look.overlaid(with: over)
      }
      // Without colours an overlay that is colour alone would not show.
      if colorCount == 0 && over.attributes.isEmpty { look.attributes.insert(.reverse) }
    }
    return (1..<256).contains(colorCount) ? look.reduced(to: colorCount) : look
  }
}
