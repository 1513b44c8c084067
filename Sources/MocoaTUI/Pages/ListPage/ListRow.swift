import MocoaCore

/// How the rows of a list page are identified and drawn, and their height.
final class ListRowStyle<Model> {
  var height = 1
  var draw: @MainActor (Model, inout Canvas) -> Void = { $1.write("\($0)") }
  fileprivate let hasSameID: (Model, Model) -> Bool
  fileprivate let hashID: (Model, inout Hasher) -> Void

  init<ID: Hashable>(id: @escaping (Model) -> ID) {
    hasSameID = { id($0) == id($1) }
    hashID = { id($0).hash(into: &$1) }
  }
}

/// A row of a list page: a value, which is stored only once.
struct ListRow<Model: Equatable & Sendable>: Identifiable, Equatable {
  /// The identity of a row, without boxes for identifiers of any type.
  struct ID: Hashable {
    fileprivate let row: ListRow

    static func == (one: ID, other: ID) -> Bool {
      one.row.style.hasSameID(one.row.model, other.row.model)
    }

    func hash(into hasher: inout Hasher) { row.style.hashID(row.model, &hasher) }
  }

  let model: Model
  let style: ListRowStyle<Model>

  var id: ID { ID(row: self) }

  static func == (one: ListRow, other: ListRow) -> Bool { one.model == other.model }
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
  TableViewCell<TableCellViewModel<ListRow<Model>>>
{
  override class func height(
    of viewModel: TableCellViewModel<ListRow<Model>>, columns: Int
  ) -> Int { viewModel.model.style.height }

  /// The closure may read observable properties.
  override var observesDrawing: Bool { true }

  override func draw(in canvas: inout Canvas) {
    let row = viewModel.model
    row.style.draw(row.model, &canvas)
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
