import MocoaTUI

/// A row of short texts that can be removed or edited by a click, such as the filters of a list.
@MainActor
final class ChipBar: View {
  /// The texts, from the left.
  var texts: [String] = [] {
    didSet { if texts != oldValue { setNeedsDisplay() } }
  }

  /// Called with the number of a chip whose cross was clicked.
  var onRemove: ((Int) -> Void)?

  /// Called with the number of a chip whose text was clicked.
  var onEdit: ((Int) -> Void)?

  /// The maximum width of a chip, in character columns.
  private static let widest = 40

  /// Creates a bar without chips.
  init() {
    super.init()
    isHidden = true
  }

  override var backgroundStyle: StyleName { .statusBar }

  override func draw(in canvas: inout Canvas) {
    for (text, place) in zip(texts, places) {
      canvas.fill(place, with: " ", style: .statusBarStrong)
      canvas.draw(
        text, at: Point(column: place.left + 1, row: 0), columns: place.columns - 4,
        style: .statusBarStrong)
      canvas.draw("×", at: Point(column: place.right - 2, row: 0), style: .statusBarStrong)
    }
  }

  /// The areas of the chips, with a space at each side and the cross at the right.
  private var places: [Rect] {
    var column = 1
    return texts.map { text in
      let width = TextWidth.columns(of: text, upTo: Self.widest) + 4
      defer { column += width + 1 }
      return Rect(column: column, row: 0, columns: width, rows: 1)
    }
  }

  override func handle(_ event: InputEvent) -> Bool {
    guard case .mouse(let mouse) = event, case .press(.left) = mouse.action,
      let index = places.firstIndex(where: { $0.contains(mouse.point) })
    else { return false }
    if mouse.point.column >= places[index].right - 3 { onRemove?(index) } else { onEdit?(index) }
    return true
  }
}
