import MocoaCore

/// How the rows of a list page are identified and drawn, and their height.
final class ListRowStyle<Model> {
  var height = 1
  var draw: @MainActor (Model, inout Canvas) -> Void = { $1.write("\($0)") }
  /// The columns of the rows; empty if a closure draws them.
  var columns: [Column<Model>] = []
  /// Returns the texts of a row, in columns or parts; nil if a closure draws them.
  var texts: (@MainActor (Model) -> [String])?
  fileprivate let hasSameID: (Model, Model) -> Bool
  fileprivate let hashID: (Model, inout Hasher) -> Void

  init<ID: Hashable>(id: @escaping (Model) -> ID) {
    hasSameID = { id($0) == id($1) }
    hashID = { id($0).hash(into: &$1) }
  }

  /// Returns the texts of a row, a line for each; nil if a closure draws them.
  @MainActor func text(of model: Model) -> String? { texts?(model).joined(separator: "\n") }
}

/// A row of a list page: a value, which is stored only once.
struct ListRow<Model: Equatable & Sendable>: Identifiable, Equatable {
  /// The identity of a row, without boxes for identifiers of any type.
  struct Identity: Hashable {
    fileprivate let model: Model
    fileprivate let style: ListRowStyle<Model>
    fileprivate let isNote: Bool

    static func == (one: Identity, other: Identity) -> Bool {
      one.isNote == other.isNote && one.style.hasSameID(one.model, other.model)
    }

    func hash(into hasher: inout Hasher) { style.hashID(model, &hasher) }
  }

  let model: Model
  let style: ListRowStyle<Model>
  /// What is displayed below the value in place of its children; nil for the value itself.
  var note: ListNote?
  /// The place in an outline; nil without one.
  var place: OutlinePlace?

  var id: Identity { Identity(model: model, style: style, isNote: note != nil) }

  static func == (one: ListRow, other: ListRow) -> Bool {
    one.model == other.model && one.note == other.note && one.place == other.place
  }
}

/// The text of a row that is displayed in place of children.
struct ListNote: Equatable {
  var text: String
  var isFailure = false
}

/// The rows of values, which are created when they are read: a page of a million values has no
/// second copy of them.
struct ListRows<Model: Equatable & Sendable>: EditableRows {
  private(set) var models: [Model]
  private var style: ListRowStyle<Model>

  init(_ models: some Sequence<Model>, style: ListRowStyle<Model>) {
    (self.models, self.style) = (Array(models), style)
  }

  /// Creates an empty collection, whose style is that of the rows that are added.
  init() { self.init([], style: ListRowStyle { _ in 0 }) }

  var startIndex: Int { 0 }
  var endIndex: Int { models.count }

  subscript(index: Int) -> ListRow<Model> {
    get { ListRow(model: models[index], style: style) }
    set { models[index] = newValue.model }
  }

  mutating func replaceSubrange(
    _ range: Range<Int>, with rows: some Collection<ListRow<Model>>
  ) {
    if let first = rows.first { style = first.style }
    models.replaceSubrange(range, with: rows.lazy.map(\.model))
  }

  mutating func append(contentsOf rows: some Sequence<ListRow<Model>>) {
    for row in rows {
      style = row.style
      models.append(row.model)
    }
  }
}

final class ListRowCell<Model: Equatable & Sendable>:
  TableViewCell<CellViewModel<ListRow<Model>>>
{
  override class func height(
    of viewModel: CellViewModel<ListRow<Model>>, columns: Int
  ) -> Int { viewModel.model.style.height }

  /// The closure may read observable properties.
  override var observesDrawing: Bool { true }

  override var searchedText: String? {
    let row = viewModel.model
    return row.note == nil ? row.style.text(of: row.model) : nil
  }

  override func draw(in canvas: inout Canvas) {
    let row = viewModel.model
    guard let place = row.place else {
      return drawColumns(of: row, in: canvas) ? () : row.style.draw(row.model, &canvas)
    }
    let start = canvas.draw(place, in: canvas.size.columns)
    var contents = canvas.part(canvas.bounds.inset(by: Insets(left: start)))
    if let note = row.note {
      contents.write(note.text, style: note.isFailure ? .error : .secondary)
    } else if !drawColumns(of: row, indentation: start, in: canvas) {
      row.style.draw(row.model, &contents)
    }
    if !place.isMatch { canvas.overlay(canvas.bounds, style: .tertiary) }
  }

  /// Draws a row in the visible columns of the table; the text in the first one is indented.
  ///
  /// - Returns: `false` if a closure draws the row.
  private func drawColumns(
    of row: ListRow<Model>, indentation: Int = 0, in canvas: Canvas
  ) -> Bool {
    guard !row.style.columns.isEmpty, let layout = tableView?.columnLayout else { return false }
    for (var entry, column) in zip(layout.entries, row.style.columns)
    where layout.visibleRange(of: entry, paneColumns: canvas.size.columns) != nil {
      if entry.column.id == layout.entries[0].column.id {
        entry.left += indentation
        entry.columns = max(0, entry.columns - indentation)
      }
      let (text, style) = column.cell(of: row.model)
      canvas.draw(text, in: entry, of: layout, style: style)
    }
    return true
  }
}

/// A header or footer that displays its model, a text.
open class TitleHeader: TableSupplementaryView<ModelSupplementaryViewModel<String>> {
  open override func draw(in canvas: inout Canvas) {
    canvas.write(viewModel.model, style: .sectionHeader)
  }
}

extension String {
  /// Returns a Boolean value that indicates whether a text occurs in this one, ignoring case.
  func containsIgnoringCase(_ other: String) -> Bool {
    lowercased().contains(other.lowercased())
  }
}
