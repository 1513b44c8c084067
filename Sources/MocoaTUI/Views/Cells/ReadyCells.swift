import MocoaCore

/// A cell that displays a text, wrapped to as many rows as it needs.
open class LabelCell<ViewModelType: ContentProviding>: TableViewCell<ViewModelType>
where ViewModelType.Content == LabelContent {
  open override class func height(of viewModel: ViewModelType, columns: Int) -> Int {
    guard columns > 0 else { return 1 }
    return max(1, TextWidth.lines(of: viewModel.content.text, wrappedTo: columns).count)
  }

  open override func draw(in canvas: inout Canvas) {
    canvas.drawWrapped(viewModel.content.text, in: canvas.bounds)
  }
}

/// A cell that displays a title, and a detail at the right.
open class TitleDetailCell<ViewModelType: ContentProviding>: TableViewCell<ViewModelType>
where ViewModelType.Content == TitleDetailContent {
  open override func draw(in canvas: inout Canvas) {
    canvas.write(viewModel.content.title, style: .title)
    canvas.write(viewModel.content.detail, style: .secondary, alignment: .trailing)
  }
}

/// A cell that displays a key in its own column, and a value, wrapped to as many rows as it needs.
open class KeyValueCell<ViewModelType: ContentProviding>: TableViewCell<ViewModelType>
where ViewModelType.Content == TitleDetailContent {
  /// Returns the width of keys in columns: a third of the cell, at most 20.
  private static func keyColumns(of columns: Int) -> Int { min(20, columns / 3) }

  open override class func height(of viewModel: ViewModelType, columns: Int) -> Int {
    let width = columns - keyColumns(of: columns) - 1
    guard width > 0 else { return 1 }
    return max(1, TextWidth.lines(of: viewModel.content.detail, wrappedTo: width).count)
  }

  open override func draw(in canvas: inout Canvas) {
    let left = Self.keyColumns(of: canvas.size.columns) + 1
    canvas.draw(viewModel.content.title, at: .zero, columns: left - 1, style: .key)
    canvas.drawWrapped(viewModel.content.detail, in: canvas.bounds.inset(by: Insets(left: left)))
  }
}

/// A cell that displays texts in the columns of the table.
open class ColumnsCell<ViewModelType: ContentProviding>: TableViewCell<ViewModelType>
where ViewModelType.Content == ColumnsContent {
  open override func draw(in canvas: inout Canvas) {
    guard let layout = tableView?.columnLayout else { return }
    for (entry, text) in zip(layout.entries, viewModel.content.texts) {
      canvas.draw(text, in: entry, of: layout, style: entry.column.style)
    }
  }
}

/// A cell that displays lines in a border with a title.
open class CardCell<ViewModelType: ContentProviding>: TableViewCell<ViewModelType>
where ViewModelType.Content == CardContent {
  open override class func height(of viewModel: ViewModelType, columns: Int) -> Int {
    viewModel.content.lines.count + 2
  }

  open override func draw(in canvas: inout Canvas) {
    canvas.box(canvas.bounds, title: viewModel.content.title)
    for (row, line) in viewModel.content.lines.enumerated() {
      canvas.draw(
        line, at: Point(column: 2, row: row + 1), columns: canvas.size.columns - 4)
    }
  }
}

/// A cell that displays a title, a progress bar, and the percentage.
open class ProgressCell<ViewModelType: ContentProviding>: TableViewCell<ViewModelType>
where ViewModelType.Content == ProgressContent {
  open override func draw(in canvas: inout Canvas) {
    let content = viewModel.content
    let left = canvas.size.columns / 2
    canvas.draw(content.title, at: .zero, columns: left - 1)
    canvas.drawBar(
      content.fraction,
      in: Rect(column: left, row: 0, columns: canvas.size.columns - left - 6, rows: 1))
    let percentage = Bar.percentage(content.fraction)
    canvas.draw(
      percentage, at: Point(column: canvas.size.columns - percentage.count, row: 0),
      style: .number)
  }
}

/// A cell that displays a title, and values as a sparkline.
open class SparklineCell<ViewModelType: ContentProviding>: TableViewCell<ViewModelType>
where ViewModelType.Content == SparklineContent {
  open override func draw(in canvas: inout Canvas) {
    let content = viewModel.content
    canvas.write(content.title)
    let line = TextGraph.sparkline(content.values, columns: canvas.size.columns / 2)
    canvas.write(line, style: .number, alignment: .trailing)
  }
}

/// A cell that displays a title, a bar whose length is proportional to a value, and the value.
open class BarCell<ViewModelType: ContentProviding>: TableViewCell<ViewModelType>
where ViewModelType.Content == BarContent {
  open override func draw(in canvas: inout Canvas) {
    let content = viewModel.content
    let left = canvas.size.columns / 3
    canvas.draw(content.title, at: .zero, columns: left - 1)
    let value = Bar.text(of: content.value)
    let room = canvas.size.columns - left - value.count - 1
    let bar = Rect(column: left, row: 0, columns: room, rows: 1)
    let fraction = Bar.clamped(content.value / content.limit)
    let length = Int((fraction * Double(bar.columns)).rounded())
    canvas.fill(bar.split(length, from: .left).strip, with: "█", style: .number)
    canvas.draw(
      value, at: Point(column: canvas.size.columns - value.count, row: 0), style: .number)
  }
}

/// A cell that displays a check box and its title.
open class CheckBoxCell<ViewModelType: ContentProviding>: TableViewCell<ViewModelType>
where ViewModelType.Content == CheckBoxContent {
  open override func draw(in canvas: inout Canvas) {
    let isChecked = viewModel.content.isChecked
    canvas.write(isChecked ? "[x]" : "[ ]", style: isChecked ? .success : .secondary)
    canvas.write(viewModel.content.title)
  }
}

/// A cell that displays the title of a link and its target.
open class LinkCell<ViewModelType: ContentProviding>: TableViewCell<ViewModelType>
where ViewModelType.Content == LinkContent {
  open override func draw(in canvas: inout Canvas) {
    canvas.write(viewModel.content.title, style: .link)
    canvas.write(viewModel.content.url, style: .tertiary, alignment: .trailing)
  }
}
