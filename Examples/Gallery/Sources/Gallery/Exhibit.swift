import MocoaTUI

/// A ready-made cell, with some contents.
@MainActor struct Exhibit {
  let group: String
  let name: ModuleName
  let title: String
  private let registerCell: @MainActor (Module) -> Void
  private let list: any ListModel
  private var columns: [TableColumn] = []

  var address: String { "mocoa://gallery/\(name)" }

  /// An exhibit of a cell whose rows are contents, or come from a view model.
  private init<Cell: ModuleElementView>(
    _ group: String, _ name: ModuleName, _ title: String, _ cell: Cell.Type,
    _ contents: [Cell.ViewModelType.Model], columns: [TableColumn] = []
  ) where Cell.ViewModelType: ModelViewModel {
    self.group = group
    self.name = name
    self.title = title
    self.columns = columns
    registerCell = { $0.section.cell.register(cell) }
    list = RowSection(contents)
  }

  func register(in modules: ModuleRegistry) {
    let module = modules["mocoa://gallery/"].submodule("", name)
    registerCell(module)
    module.register(
      view: .page(name: title) { context in
        let page = TablePage(
          title: title, list: ListViewModel(model: list, module: context.module))
        page.table.columns = columns
        page.status.hint = "Esc back"
        return page
      })
  }
}

extension Exhibit {
  /// The exhibits below their groups' titles.
  static var byTitle: [(String, [Exhibit])] {
    ["Text", "Figures", "Things to press"].map { title in
      (title, all.filter { $0.group == title })
    }
  }

  static let all: [Exhibit] = text + figures + controls

  private static let text = [
    Exhibit(
      "Text", "label", "Label", LabelCell<ContentViewModel>.self,
      [
        LabelContent(text: "A label is a text over as many rows as it needs."),
        LabelContent(text: "標籤會依表格的寬度換行。"),
      ]),
    Exhibit(
      "Text", "title-detail", "Title and detail", TitleDetailCell<ContentViewModel>.self,
      [
        TitleDetailContent(title: "Ada Moreau", detail: "Lyon"),
        TitleDetailContent(title: "山田 太郎", detail: "札幌"),
      ]),
    Exhibit(
      "Text", "key-value", "Key and value", KeyValueCell<ContentViewModel>.self,
      [
        TitleDetailContent(title: "name", detail: "Ada Moreau"),
        TitleDetailContent(title: "about", detail: "Builds bridges, and crosses them on foot."),
      ]),
    Exhibit(
      "Text", "columns", "Columns", ColumnsCell<ContentViewModel>.self,
      [
        ColumnsContent(texts: ["Ada", "Lyon", "41"]),
        ColumnsContent(texts: ["太郎", "札幌", "7"]),
      ],
      columns: [
        TableColumn(id: "name", width: .fixed(8), style: .title),
        TableColumn(id: "city", width: .share(1, minimum: 6)),
        TableColumn(id: "age", width: .fixed(4), alignment: .trailing, style: .number),
      ]),
    Exhibit(
      "Text", "card", "Card", CardCell<ContentViewModel>.self,
      [CardContent(title: "Ada Moreau", lines: ["Lyon", "138-5550-1234"])]),
  ]

  private static let figures = [
    Exhibit(
      "Figures", "progress", "Progress", ProgressCell<ContentViewModel>.self,
      [
        ProgressContent(title: "Reading", fraction: 1),
        ProgressContent(title: "Writing", fraction: 0.42),
      ]),
    Exhibit(
      "Figures", "sparkline", "Sparkline", SparklineCell<ContentViewModel>.self,
      [SparklineContent(title: "Rain", values: [0, 1, 3, 7, 6, 4, 2, 2, 5, 7, 1, 0])]),
    Exhibit(
      "Figures", "bar", "Bar", BarCell<ContentViewModel>.self,
      [
        BarContent(title: "Lyon", value: 41, limit: 50),
        BarContent(title: "Sapporo", value: 7, limit: 50),
      ]),
  ]

  private static let controls = [
    Exhibit(
      "Things to press", "check-box", "Check box", CheckBoxCell<CheckBoxViewModel>.self,
      [
        CheckBoxContent(title: "Milk", isChecked: true),
        CheckBoxContent(title: "Otter food", isChecked: false),
      ]),
    Exhibit(
      "Things to press", "link", "Link", LinkCell<ContentViewModel>.self,
      [LinkContent(title: "Swift", url: "https://swift.org")]),
  ]
}

/// Toggles when it is opened; only its cell is redrawn.
final class CheckBoxViewModel: CellViewModel<CheckBoxContent>, ContentProviding {
  var content: CheckBoxContent { model }
  override func didSelect() { model.isChecked.toggle() }
}
