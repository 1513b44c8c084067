import MocoaCore

/// Measures how long cells take to be made, measured and drawn, and describes the current one.
///
/// A list has one while its user inspects it, and no cost without one.
@MainActor
final class ListInspector {
  /// How long a cell took; nil for what it did before measuring began.
  struct Timing {
    let path: ListIndexPath
    let type: String
    fileprivate(set) weak var viewModel: ElementViewModel?
    var made: Duration?
    var measured: Duration?
    var drawn: Duration?

    /// The time of all three.
    var total: Duration { [made, measured, drawn].reduce(.zero) { $0 + ($1 ?? .zero) } }
  }

  /// The slowest cells, the slowest one first.
  private(set) var slowest: [Timing] = []

  private var timings: [ObjectIdentifier: Timing] = [:]

  /// The maximum numbers of cells whose times are known, and of the slowest ones.
  private static let (limit, slowestLimit) = (2_000, 8)

  /// Records how long a cell took.
  func record(
    _ part: WritableKeyPath<Timing, Duration?>, of viewModel: ElementViewModel?,
    _ duration: Duration
  ) {
    guard let cell = viewModel as? AnyCellViewModel, let section = cell.section else { return }
    let id = ObjectIdentifier(cell)
    if timings.count >= Self.limit {
      timings = timings.filter { $0.value.viewModel?.isDisplayed == true }
    }
    let path = ListIndexPath(section: section.index, item: cell.index)
    var timing = timings[id].flatMap { $0.viewModel === cell ? $0 : nil }
    timing = timing ?? Timing(path: path, type: "\(type(of: cell))", viewModel: cell)
    timing?[keyPath: part] = duration
    guard let timing else { return }
    timings[id] = timing
    slowest.removeAll { $0.viewModel === cell }
    let place = slowest.firstIndex { $0.total < timing.total } ?? slowest.count
    slowest.insert(timing, at: place)
    if slowest.count > Self.slowestLimit { slowest.removeLast() }
  }

  /// Returns how long a cell took.
  func timing(of cell: AnyCellViewModel) -> Timing? {
    timings[ObjectIdentifier(cell)].flatMap { $0.viewModel === cell ? $0 : nil }
  }
}

extension ListView {
  /// The key that inspects the current item.
  static let inspectionBindings: [KeyBinding<ListView>] = [
    .init("inspect", [.function(12)], help: "Show what displays the row, and how long it takes") {
      $0.inspect()
    }
  ]

  /// Returns the cell of an item; measures how long it takes if it does not exist yet.
  func inspectedCell(at path: ListIndexPath, in list: ListViewModel) -> AnyCellViewModel {
    let section = list.sectionViewModel(at: path.section)
    guard let inspector, section.existingCellViewModel(at: path.item) == nil else {
      return list.cellViewModel(at: path)
    }
    let start = now()
    let cell = list.cellViewModel(at: path)
    inspector.record(\.made, of: cell, now() - start)
    return cell
  }

  /// Measures an element, and how long that takes.
  func measuring<Result>(_ viewModel: ElementViewModel, _ measure: () -> Result) -> Result {
    guard let inspector else { return measure() }
    let start = now()
    let result = measure()
    inspector.record(\.measured, of: viewModel, now() - start)
    return result
  }

  /// Begins to measure cells, and describes the current one.
  func inspect() {
    guard let cursor, let list, list.contains(cursor) else { return }
    let inspector = inspector ?? ListInspector()
    self.inspector = inspector
    let cell = inspectedCell(at: cursor, in: list)
    // Its size is known, and it was drawn, but not how long that took.
    let columns = max(1, extent.columns)
    let size = measuring(cell) { prototype(for: cell).measureItem(cell, columns: columns) }
    let start = now()
    draw(cell, rows: min(100, max(1, size.rows)))
    inspector.record(\.drawn, of: cell, now() - start)
    let overlay = MessageOverlay(
      title: "Row \(cursor.item + 1)", text: description(of: cell, at: cursor, by: inspector),
      answers: ["Go on measuring", "Stop"]
    ) { [weak self] in if $0 == 1 { self?.inspector = nil } }
    application?.present(overlay)
  }

  /// Draws a cell into a separate buffer.
  private func draw(_ cell: AnyCellViewModel, rows: Int) {
    let view = prototype(for: cell)
    view.show(cell, isHost: false)
    defer { view.unbind() }
    var canvas = Canvas(FrameBuffer(size: Size(columns: extent.columns, rows: rows)))
    view.frame = canvas.bounds
    view.draw(in: &canvas)
  }

  private func description(
    of cell: AnyCellViewModel, at path: ListIndexPath, by inspector: ListInspector
  ) -> String {
    func lines(_ title: String, _ texts: [String]) -> [String] {
      texts.enumerated().map { index, text in
        TextWidth.padded(index == 0 ? title : "", to: 12) + text
      }
    }
    func text(_ duration: Duration?) -> String { duration.map(Self.text) ?? "before measuring" }
    let timing = inspector.timing(of: cell)
    let properties = ListInspection.properties(of: cell).map { "\($0): \($1)" }
    var all = lines("module", [moduleText(of: cell)])
    all += lines("tried", attempts(at: path).map(\.description))
    all += lines("view", [self.cell(at: path).map { "\(type(of: $0))" } ?? "none"])
    all += lines("view model", ["\(type(of: cell))"] + properties)
    all += lines("model", [cell.sourceModel.map { ListInspection.text(of: $0) } ?? "nil"])
    all += lines(
      "time",
      [
        "made \(text(timing?.made)), measured \(text(timing?.measured)), "
          + "drawn \(text(timing?.drawn))"
      ])
    all += lines(
      "slowest",
      inspector.slowest.map {
        "\(Self.text($0.total)) row \($0.path.section):\($0.path.item + 1) \($0.type)"
      })
    return all.joined(separator: "\n")
  }

  private static func text(_ duration: Duration) -> String {
    let microseconds = Int((duration / .microseconds(1)).rounded())
    let fraction = "\(1_000 + microseconds % 1_000)".dropFirst()
    return "\(microseconds / 1_000).\(fraction) ms"
  }

  private func moduleText(of cell: AnyCellViewModel) -> String {
    switch cell.resolution {
    case .module(let module): "\(module.module.url)"
    case .placeholder: "none"
    case .failure(let error): "\(error)"
    }
  }

  /// Returns the addresses that are tried for an item, up to the one that is used.
  private func attempts(at path: ListIndexPath) -> [ResolutionAttempt] {
    guard let list, let module = list.module else { return [] }
    let section = list.model.section(at: path.section)
    let content = list.cellContent(of: section.item(at: path.item))
    return ModuleResolver(module: module).explain(
      ElementName(section: section.moduleName, kind: .cell, name: content.name))
  }
}

/// Short texts of values, however large these are.
enum ListInspection {
  private static let (lengthLimit, countLimit, deepest) = (160, 12, 3)

  /// Returns the properties that classes of the program declare, with their values.
  static func properties(of object: Any) -> [(name: String, value: String)] {
    var properties: [(name: String, value: String)] = []
    var mirror: Mirror? = Mirror(reflecting: object)
    while let current = mirror, !String(reflecting: current.subjectType).hasPrefix("MocoaCore.") {
      properties += current.children.prefix(countLimit).map {
        ($0.label ?? "", text(of: $0.value))
      }
      mirror = current.superclassMirror
    }
    return properties
  }

  static func text(of value: Any, level: Int = 0) -> String {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .collection, .set, .dictionary: return "\(mirror.children.count) elements"
    case .class: return "\(type(of: value))"
    case .optional: return mirror.children.first.map { text(of: $0.value, level: level) } ?? "nil"
    case .struct where !(value is any CustomStringConvertible), .tuple:
      guard level < deepest else { return "…" }
      let members = mirror.children.prefix(countLimit).map {
        ($0.label.map { "\($0): " } ?? "") + text(of: $0.value, level: level + 1)
      }
      let name = mirror.displayStyle == .tuple ? "" : "\(type(of: value))"
      return shortened("\(name)(\(members.joined(separator: ", ")))")
    default: return shortened("\(value)")
    }
  }

  private static func shortened(_ text: String) -> String {
    text.prefix(lengthLimit + 1).count > lengthLimit ? text.prefix(lengthLimit) + "…" : text
  }
}
