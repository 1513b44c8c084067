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

  /// The width of a text, in character columns, beyond which it has only the room that is left.
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
    let widths = texts.map {
      TextWidth.columns(of: $0, upTo: max(Self.widest, frame.columns)) + 4
    }
    let shortened = widths.map { min($0, Self.widest + 4) }
    // There is a blank at each side of a chip.
    var rest = max(0, frame.columns - 1 - shortened.reduce(texts.count, +))
    var column = 1
    return zip(widths, shortened).map { wanted, least in
      let width = min(wanted, least + rest)
      rest -= width - least
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
