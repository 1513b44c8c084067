/// A row of titles, one of which is selected.
@MainActor
final class TabBar: View {
  var titles: [String] = [] {
    didSet { if titles != oldValue { setNeedsDisplay() } }
  }

  var selectedIndex = 0 {
    didSet { if selectedIndex != oldValue { setNeedsDisplay() } }
  }

  /// Called when a title is clicked.
  var onSelect: ((Int) -> Void)?

  override var backgroundStyle: StyleName { .statusBar }

  override func sizeThatFits(_ available: Size) -> Size {
    Size(columns: available.columns, rows: min(1, available.rows))
  }

  override func draw(in canvas: inout Canvas) {
    for (index, place) in places.enumerated() {
      let isSelected = index == selectedIndex
      let title = TextRun(
        " \(titles[index]) ", style: isSelected ? .statusBarStrong : .statusBar,
        overlay: isSelected ? .cursorRow : nil)
      canvas.draw([title], at: place.origin)
    }
  }

  /// The frames of the titles, scrolled so that the selected one is visible.
  private var places: [Rect] {
    var column = 0
    let places = titles.map { title in
      let width = TextWidth.columns(of: title, upTo: 1_000) + 2
      defer { column += width + 1 }
      return Rect(column: column, row: 0, columns: width, rows: 1)
    }
    guard places.indices.contains(selectedIndex) else { return places }
    let hidden = max(0, places[selectedIndex].right - frame.columns)
    return places.map { $0.offsetBy(columns: -hidden, rows: 0) }
  }

  override func handle(_ event: InputEvent) -> Bool {
    guard case .mouse(let mouse) = event, case .press(.left) = mouse.action,
      let index = places.firstIndex(where: { $0.contains(mouse.point) })
    else { return false }
    onSelect?(index)
    return true
  }
}
