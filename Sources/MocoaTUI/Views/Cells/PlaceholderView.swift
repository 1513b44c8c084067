import MocoaCore

/// A placeholder for a row with an unregistered name: the modules tried, and what the row holds.
final class PlaceholderView: ListElementView {
  override func measure(_ viewModel: ViewModel, columns: Int) -> Int {
    Self.lines(for: viewModel).count + 2
  }

  override func draw(in canvas: inout Canvas) {
    guard let viewModel = boundViewModel as? ElementViewModel else { return }
    canvas.box(canvas.bounds, style: .placeholder, title: Self.title(of: viewModel))
    for (index, line) in Self.lines(for: viewModel).enumerated() {
      canvas.draw(
        line, at: Point(column: 2, row: index + 1), columns: canvas.size.columns - 4,
        style: .secondary)
    }
  }

  static func title(of viewModel: ElementViewModel) -> String {
    guard case .placeholder(let reason) = viewModel.resolution else { return "" }
    let element = reason.element
    let what = element.kind == .cell ? "row" : element.kind.rawValue
    return "no module for \(what) \"\(element.name.rawValue)\""
  }

  private static func lines(for viewModel: ViewModel) -> [String] {
    guard let viewModel = viewModel as? ElementViewModel,
      case .placeholder(let reason) = viewModel.resolution
    else { return [] }
    return reason.description.split(separator: "\n").map(String.init) + [
      "data: " + (viewModel.sourceModel.map { "\($0)" } ?? "nil")
    ]
  }
}

extension ElementViewModel {
  /// A Boolean value that indicates whether a placeholder is displayed, not a view of the program.
  var isPlaceholder: Bool {
    if case .placeholder = resolution { standInView == nil } else { false }
  }
}

/// A placeholder for a row that cannot be displayed: one line with the reason.
final class FailureView: ListElementView {
  override func draw(in canvas: inout Canvas) {
    guard let viewModel = boundViewModel as? ElementViewModel,
      case .failure(let reason) = viewModel.resolution
    else { return }
    canvas.write("! \(reason)", style: .error)
  }
}
