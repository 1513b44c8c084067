extension Theme {
  /// Returns the combined look of the style and the overlay of a cell, by their numbers, on a
  /// terminal with a number of colors; no overlay and no colors are 0.
  func look(style: UInt16, overlay: UInt16, in table: StyleTable, colorCount: Int) -> TextStyle {
    var look = self[table.styles[Int(style)]]
    if overlay != 0 {
      let name = table.styles[Int(overlay)]
      let over = self[name]
      if name == .changedRow || name == .markedRow, look.hasBackground {
        // A badge keeps its colors in a changed or selected row.
        look.attributes.formUnion(over.attributes)
      } else {
        // A color of text that was chosen for a background goes with it.
        if look.background != nil, over.background != nil { look.foreground = nil }
        look = look.overlaid(with: over)
      }
      // Without colors, an overlay that consists only of colors would be invisible.
      if colorCount == 0 && over.attributes.isEmpty { look.attributes.insert(.reverse) }
    }
    return (1..<256).contains(colorCount) ? look.reduced(to: colorCount) : look
  }
}
