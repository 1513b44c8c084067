import MocoaCore
import MocoaFeed
import MocoaTUI

/// The built-in cell for an item of a JSON Feed: title, date, text, authors, tags, attachments.
final class JSONFeedCell: TableViewCell<JSONFeedCellViewModel> {
  /// The maximum number of lines of text.
  private static let textLines = 3

  override class func height(of viewModel: JSONFeedCellViewModel, columns: Int) -> Int {
    guard viewModel.model.problem == nil else { return 1 }
    let item = viewModel.item
    let text = lines(of: item, columns: columns).count
    return max(1, (item.title == nil ? 0 : 1) + text + (viewModel.details.isEmpty ? 0 : 1))
  }

  private static func lines(of item: JSONFeedItem, columns: Int) -> [String] {
    guard columns > 0, !item.text.isEmpty else { return [] }
    return TextWidth.lines(of: item.text, wrappedTo: columns, limit: textLines).map(String.init)
  }

  override func draw(in canvas: inout Canvas) {
    var canvas = contents(of: canvas)
    if let problem = viewModel.model.problem {
      canvas.write("! \(problem.rowDescription)", style: .error)
      return
    }
    let item = viewModel.item
    let columns = canvas.size.columns
    let date = viewModel.date
    let dateColumns = TextWidth.columns(of: date)
    let room = columns > dateColumns + 12 ? columns - dateColumns - 2 : columns
    var row = 0
    if let title = item.title {
      canvas.draw(title, at: Point(column: 0, row: row), columns: room, style: .title)
      row += 1
    }
    for (index, line) in Self.lines(of: item, columns: columns).enumerated() {
      // Without a title, the date is next to the first line.
      let isFirst = row == 0 && index == 0
      canvas.draw(line, at: Point(column: 0, row: row), columns: isFirst ? room : columns)
      row += 1
    }
    canvas.draw(viewModel.details, at: Point(column: 0, row: row), style: .tertiary)
    guard room < columns, row > 0 else { return }
    canvas.draw(date, at: Point(column: columns - dateColumns, row: 0), style: .date)
  }
}

/// The built-in header for a JSON Feed: its title and description.
final class JSONFeedHeaderView: TableSupplementaryView<JSONFeedHeaderViewModel> {
  override func draw(in canvas: inout Canvas) {
    canvas.write(viewModel.title, style: .sectionHeader)
    let count = viewModel.section?.numberOfItems ?? 0
    canvas.write(count.counted("item"), style: .tertiary)
    if let about = viewModel.about { canvas.write(about, style: .secondary) }
  }
}
