import MocoaCore
import MocoaFeed
import MocoaTUI

/// The built-in cell for plain JSON: the row's members in the columns of the table.
class JSONCell: TableViewCell<JSONCellViewModel> {
  override func draw(in canvas: inout Canvas) {
    let viewModel = viewModel
    if let problem = viewModel.model.problem {
      var inner = contents(of: canvas)
      return drawProblem(problem, in: &inner)
    }
    if let cardColumns { return drawCard(columns: cardColumns, in: canvas) }
    defer { dimAncestor(in: canvas) }
    guard let layout = tableView?.columnLayout, !layout.entries.isEmpty else {
      return drawLine(in: canvas)
    }
    var isEmpty = true
    let entries = entries(of: layout, in: canvas)
    // By their indices, since an entry has many texts to copy.
    for index in entries.indices where entries[index].left < canvas.size.columns {
      guard let text = viewModel.text(for: entries[index].column) else { continue }
      isEmpty = false
      canvas.draw(
        text.text, in: entries[index], of: layout, style: text.style(in: entries[index].column))
    }
    if isEmpty { drawLine(in: canvas) }
  }

  /// Returns the columns, of which the first one is behind the marker of a row in a tree.
  func entries(of layout: ColumnLayout, in canvas: Canvas) -> [ColumnLayout.Entry] {
    var entries = layout.entries
    guard let place = viewModel.model.place, let first = entries.first else { return entries }
    let text = viewModel.displayedText(for: first.column)
    let start = canvas.draw(
      place, in: first.columns, from: first.left,
      before: text.map { TextWidth.columns(of: $0, upTo: 10) } ?? 10)
    entries[0].left += start
    entries[0].columns -= start
    return entries
  }

  /// Dims a row of a tree that the filters do not include, but one of its descendants.
  func dimAncestor(in canvas: Canvas) {
    guard viewModel.model.place?.isMatch == false else { return }
    canvas.overlay(canvas.bounds, style: .tertiary)
  }

  /// Draws a row that is not JSON: the error, and the actual text.
  private func drawProblem(_ problem: FeedError, in canvas: inout Canvas) {
    canvas.write("! \(problem.rowDescription)", style: .error)
    canvas.write(" │  " + viewModel.line.text, style: .tertiary)
  }

  /// Returns the text of a column on a card; nil if it is not shown.
  func cardText(for column: TableColumn) -> JSONDisplayText? { viewModel.text(for: column) }

  func drawLine(in canvas: Canvas) {
    canvas.draw(viewModel.line.text, at: .zero, style: viewModel.line.style)
  }
}

/// The built-in header for plain JSON: the title of a section.
class JSONHeaderView: TableSupplementaryView<JSONHeaderViewModel> {
  required init() {
    super.init()
    drawsCollapsedRowCount = true
  }

  override func draw(in canvas: inout Canvas) {
    canvas.write(viewModel.title, style: .sectionHeader)
    if let problem = viewModel.model.problem {
      canvas.write("! \(problem.rowDescription)", style: .error)
    }
    guard viewModel.kind == .header else { return }
    let collapsed = collapsedRowCount
    let count = collapsed ?? viewModel.section?.numberOfItems ?? 0
    canvas.write((collapsed == nil ? "" : "▸ ") + count.counted("row"), style: .tertiary)
  }
}

/// The view model of a header that is plain JSON.
class JSONHeaderViewModel: ModelSupplementaryViewModel<Row> {
  /// The title of the section; of several sources, preceded by the name of the source.
  var title: String {
    (section?.model.uncollapsed as? GroupedSection)?.displayName ?? model.headerTitle
  }
}

extension Row {
  /// The title of the section whose header the row is; of several sources, preceded by their name.
  package var headerTitle: String {
    guard let source else { return JSONDisplayText(json).text }
    guard let own = sourceHeader else { return source }
    return "\(source): \(JSONDisplayText(own).text)"
  }
}

extension FeedError {
  /// The line and the cause, without the name of the source.
  var rowDescription: String {
    line.map { "line \($0.grouped): \(reason)" } ?? "\(reason)"
  }
}
