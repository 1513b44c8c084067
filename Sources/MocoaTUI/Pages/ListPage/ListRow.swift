import MocoaCore

/// The identity of a row of any type.
struct RowID: Hashable, Sendable {
  private let value: any Hashable & Sendable

  init(_ value: any Hashable & Sendable) { self.value = value }

  static func == (one: RowID, other: RowID) -> Bool {
    AnyHashable(one.value) == AnyHashable(other.value)
  }

  func hash(into hasher: inout Hasher) { AnyHashable(value).hash(into: &hasher) }
}

/// The height of the rows of a list page, and the closure that draws them.
@MainActor
final class ListRowStyle<Model> {
  var height = 1
  var draw: (Model, inout Canvas) -> Void = { $1.write("\($0)") }
}

/// A row of a list page.
struct ListRow<Model: Equatable & Sendable>: Identifiable, Equatable, Sendable {
  let id: RowID
  let model: Model
  let style: ListRowStyle<Model>

  static func == (one: ListRow, other: ListRow) -> Bool {
    one.id == other.id && one.model == other.model
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
