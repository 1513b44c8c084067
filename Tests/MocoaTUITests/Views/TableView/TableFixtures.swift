@testable import MocoaCore
@testable import MocoaTUI

/// A row, a header or a footer: a name that is drawn on each of its rows, and how many there are.
struct Part: Identifiable, Equatable, Sendable, NamedModel {
  var id: String
  var height = 1
  /// A name without a module gives a placeholder.
  var moduleName: ModuleName = .default

  init(_ id: String, height: Int = 1, name: ModuleName = .default) {
    self.id = id
    self.height = height
    moduleName = name
  }
}

/// A section of parts.
struct PartSection: Equatable, Sendable {
  var id: Int
  var header: Part?
  var rows: [Part]
  var footer: Part?

  init(_ id: Int = 0, header: Part? = nil, rows: [Part], footer: Part? = nil) {
    self.id = id
    self.header = header
    self.rows = rows
    self.footer = footer
  }

  static func model(_ sections: [PartSection]) -> SectionList {
    SectionList(
      sections.map {
        RowSection($0.rows, identity: $0.id, header: $0.header, footer: $0.footer)
      })
  }
}

/// What has happened to the elements of a table.
@MainActor final class TableLog {
  /// The elements that were notified that they are shown, and not yet that they are not.
  var shown: [ObjectIdentifier: String] = [:]
  var faults: [String] = []
  var made: [String] = []
  var selected: [String] = []
  var draws: [String: Int] = [:]
  var measured = 0

  func willDisplay(_ viewModel: ViewModel, _ part: Part) {
    if shown.updateValue(part.id, forKey: ObjectIdentifier(viewModel)) != nil {
      faults.append("\(part.id) is shown twice")
    }
  }

  func didEndDisplaying(_ viewModel: ViewModel, _ part: Part) {
    if shown.removeValue(forKey: ObjectIdentifier(viewModel)) == nil {
      faults.append("\(part.id) ends without being shown")
    }
  }
}

final class PartCellViewModel: CellViewModel<Part> {
  weak var log: TableLog?
  var onDisplay: (() -> Void)?

  override func willDisplay() {
    log?.willDisplay(self, model)
    onDisplay?()
  }

  override func didEndDisplaying() { log?.didEndDisplaying(self, model) }
  override func didSelect() { log?.selected.append(model.id) }
}

final class PartHeaderViewModel: ModelSupplementaryViewModel<Part> {
  weak var log: TableLog?
  override func willDisplay() { log?.willDisplay(self, model) }
  override func didEndDisplaying() { log?.didEndDisplaying(self, model) }
}

/// Draws a mark for the cursor, the name of the part, and the number of the row in it.
final class PartCell: TableViewCell<PartCellViewModel> {
  override class func height(of viewModel: PartCellViewModel, columns: Int) -> Int {
    viewModel.log?.measured += 1
    return viewModel.model.height
  }

  override func draw(in canvas: inout Canvas) {
    let part = viewModel.model
    viewModel.log?.draws[part.id, default: 0] += 1
    draw(part, mark: isCursor ? ">" : " ", on: canvas)
  }
}

final class PartHeaderView: TableSupplementaryView<PartHeaderViewModel> {
  override class func height(of viewModel: PartHeaderViewModel, columns: Int) -> Int {
    viewModel.model.height
  }

  override func draw(in canvas: inout Canvas) { draw(viewModel.model, mark: " ", on: canvas) }
}

extension ListElementView {
  fileprivate func draw(_ part: Part, mark: String, on canvas: Canvas) {
    for row in canvas.visibleRows {
      canvas.drawUnclamped(
        Self.line(of: part, row: row, mark: mark), at: Point(column: 0, row: row),
        columns: .max, style: .body)
    }
  }

  static func line(of part: Part, row: Int, mark: String) -> String {
    part.height == 1 ? mark + part.id : "\(mark)\(part.id)/\(row)"
  }
}

/// A table of parts on a scripted terminal.
@MainActor final class TableStage {
  let stage: Stage
  let table = TableView()
  let list: ListViewModel
  let registry = ModuleRegistry()
  let log: TableLog

  init(columns: Int = 10, rows: Int, model: any ListModel) throws {
    let log = TableLog()
    self.log = log
    stage = try Stage(columns: columns, rows: rows)
    let module = try registry.domain("test")
    module.section.cell.register(model: Part.self, view: .element(PartCell.self)) { part in
      log.made.append(part.id)
      let cell = PartCellViewModel(model: part)
      cell.log = log
      return cell
    }
    for kind in [module.section.header, module.section.footer] {
      kind.register(model: Part.self, view: .element(PartHeaderView.self)) { part in
        let header = PartHeaderViewModel(model: part)
        header.log = log
        return header
      }
    }
    list = ListViewModel(model: model, module: module)
    table.placeholders = .show
    table.show(list)
    stage.show(table)
  }

  convenience init(columns: Int = 10, rows: Int, sections: [PartSection]) throws {
    try self.init(columns: columns, rows: rows, model: PartSection.model(sections))
  }

  /// One section of rows of one row each, named by a letter and their number.
  convenience init(columns: Int = 10, rows: Int, count: Int) throws {
    try self.init(
      columns: columns, rows: rows, sections: [PartSection(rows: Self.parts(count))])
  }

  static func parts(_ count: Int, height: Int = 1) -> [Part] {
    (0..<count).map { Part("r\($0)", height: height) }
  }

  var lines: [String] { stage.lines }
  var cursor: ListIndexPath? { table.state.cursor }

  func press(_ keys: Key...) {
    for key in keys { stage.press(key) }
  }

  func perform(_ names: String...) {
    for name in names {
      _ = table.perform(name)
      stage.application.renderIfNeeded()
    }
  }

  func setSections(_ sections: [PartSection]) {
    list.model = PartSection.model(sections)
    stage.application.renderIfNeeded()
  }

  func setRows(_ rows: [Part]) { setSections([PartSection(rows: rows)]) }
}

extension ListIndexPath {
  /// A row of the first section.
  static func row(_ item: Int) -> ListIndexPath { ListIndexPath(section: 0, item: item) }
}
