import MocoaCore
import MocoaFeed
import MocoaTUI

/// A cell that displays a row by a template; a row that no rule matches is plain JSON.
final class TemplateCell: JSONCell {
  override class func height(of viewModel: JSONCellViewModel, columns: Int) -> Int {
    (viewModel as? TemplateCellViewModel)?.template?.lineCount ?? 1
  }

  override func draw(in canvas: inout Canvas) {
    guard let viewModel = boundViewModel as? TemplateCellViewModel, viewModel.model.problem == nil
    else { return super.draw(in: &canvas) }
    switch viewModel.template {
    case nil: super.draw(in: &canvas)
    case .lines: contents(of: canvas).draw(viewModel.lines)
    case .columns where cardColumns != nil: super.draw(in: &canvas)
    case .columns: drawColumns(of: viewModel, in: canvas)
    }
  }

  override func cardText(for column: TableColumn) -> JSONDisplayText? {
    guard let viewModel = boundViewModel as? TemplateCellViewModel,
      let spans = viewModel.spans(for: column), !spans.isEmpty
    else { return super.cardText(for: column) }
    let styles = Set(spans.map { $0.drawing.style })
    return JSONDisplayText(
      text: spans.map(\.text).joined(), style: styles.count == 1 ? styles.first ?? .body : .body)
  }

  private func drawColumns(of viewModel: TemplateCellViewModel, in canvas: Canvas) {
    guard let layout = tableView?.columnLayout else { return }
    defer { dimAncestor(in: canvas) }
    for entry in entries(of: layout, in: canvas) where entry.left < canvas.size.columns {
      guard let spans = viewModel.spans(for: entry.column) else { continue }
      canvas.draw(Line(spans), in: entry, of: layout)
    }
  }
}

/// The view model of a row with a template, whose result is computed once.
final class TemplateCellViewModel: JSONCellViewModel {
  /// The template; nil for plain JSON.
  var template: CellTemplate?

  private var knownLines: [[TemplateSpan]]?
  private var knownColumns: [String: [TemplateSpan]] = [:]

  /// The lines of the row's template.
  var lines: [[TemplateSpan]] {
    if let knownLines { return knownLines }
    guard case .lines(let template) = template else { return [] }
    var lines = template.lines(for: model.json)
    // A blank row would not say which member is missing.
    let isBlank = lines.allSatisfy { $0.allSatisfy { $0.text.allSatisfy(\.isWhitespace) } }
    if isBlank, let path = template.missingMember(in: model.json) {
      let text = "no \(path.text) in \(model.json.text.prefix(200))"
      lines[0] = [TemplateSpan(text: text, styles: ["secondary"])]
    }
    knownLines = lines
    return lines
  }

  func spans(for column: TableColumn) -> [TemplateSpan]? {
    if let spans = knownColumns[column.id] { return spans }
    guard case .columns(let templates) = template else { return nil }
    let spans: [TemplateSpan]
    if let template = templates[column.id] {
      spans = template.lines(for: model.json).first ?? []
    } else {
      spans = text(for: column).map { [TemplateSpan(text: $0.text)] } ?? []
    }
    knownColumns[column.id] = spans
    return spans
  }

  override func displayedText(for column: TableColumn) -> String? {
    guard let spans = spans(for: column) else { return super.displayedText(for: column) }
    return spans.count == 1 ? spans[0].text : spans.map(\.text).joined()
  }

  override func modelDidChange(from oldModel: Row) {
    super.modelDidChange(from: oldModel)
    knownLines = nil
    knownColumns = [:]
  }
}

/// A header or a footer that is displayed by a template.
final class TemplateHeaderView: JSONHeaderView {
  override class func height(of viewModel: JSONHeaderViewModel, columns: Int) -> Int {
    (viewModel as? TemplateHeaderViewModel)?.template?.lineCount ?? 1
  }

  override func draw(in canvas: inout Canvas) {
    let template = (boundViewModel as? TemplateHeaderViewModel)?.template
    drawsCollapsedRowCount = template == nil
    guard let template else { return super.draw(in: &canvas) }
    canvas.draw(template.lines(for: viewModel.model.json))
  }
}

final class TemplateHeaderViewModel: JSONHeaderViewModel {
  /// The template; nil for plain JSON.
  var template: RowTemplate?
}
