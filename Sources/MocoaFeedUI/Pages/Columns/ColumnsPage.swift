import MocoaCore
import MocoaFeed
import MocoaTUI

/// A page for showing, hiding, moving, pinning and resizing the columns of a table.
@MainActor
package final class ColumnsPage: StatusPage {
  /// Called with the columns after each change.
  var onChange: (([FeedColumn]) -> Void)?

  /// Called to leave the page for a column, which is shown.
  var onGo: ((FeedColumn) -> Void)?

  /// Called to show the summary of a column.
  var onSummary: ((FeedColumn) -> Void)?

  /// Returns whether any row has a member.
  var hasMember: (MemberPath) -> Bool = { _ in true }

  /// Called to add a derived member to each row.
  var onDerive: ((DerivedMember) -> Void)?

  /// Returns what a name in an expression stands for.
  var meaning: MemberLookup = { _ in .assumed }

  private var choices: [FeedColumn]
  private var areAllKnown = true
  private let list: ListViewModel
  private let table = TableView()
  private let registry = ModuleRegistry()

  /// Creates a page of columns, in their order.
  init(_ choices: [FeedColumn]) {
    self.choices = choices
    let module = registry["mocoa://columns/"]
    module.section.cell.register(ColumnCell.self)
    list = ListViewModel(model: RowSection(choices), module: module)
    super.init()
    addSubview(table)
    table.show(list)
    table.observeSelection(owner: self) { page, _ in page.go() }.store(in: &subscriptions)
    status.title = "Columns"
    table.observeMove(owner: self) { $0.updatePosition() }.store(in: &subscriptions)
    status.hint =
      "Space shows or hides  Enter goes to it  / finds  a adds  J K moves  p freezes  < > width"
  }

  /// Lists further members of the rows that have no column; those of all rows if complete.
  func offer(_ members: [MemberPath], isComplete: Bool) {
    areAllKnown = isComplete
    let known = Set(choices.map(\.id))
    choices += members.compactMap { path in
      let id = JSONPointer(tokens: path.keys).description
      guard !known.contains(id) else { return nil }
      return FeedColumn(column: TableColumn(id: id, title: path.text), isShown: false)
    }
    list.performBatchUpdates { list.model = RowSection(choices) }
    updatePosition()
  }

  private func updatePosition() {
    let shown = choices.count(where: \.isShown)
    status.activity = areAllKnown ? "" : "reading the rows"
    status.position = "\(shown.grouped) of \(choices.count.grouped) members shown"
  }

  package override var title: String { "Columns" }

  package override var preferredFocus: View? { table }

  package override func layoutContent(in bounds: Rect) {
    super.layoutContent(in: bounds)
    updatePosition()
  }

  /// The keys of the page in addition to the list's.
  package static let defaultKeyMap = KeyMap(
    for: ColumnsPage.self, title: "Columns",
    [
      .init("toggle-column", [" "], help: "Show or hide the column") {
        $0.change { $0.isShown.toggle() }
      },
      .init("search", ["/"], help: "Find a member by a part of its name") {
        $0.ask("find:", .search, hint: "Tab completes", whileTyping: true) { $0.find($1) }
      },
      .init("add-column", ["a"], help: "Show a member by its path, such as author.name or tags[0]")
      {
        $0.ask("add:", .column, hint: "a member, or total = price * count") { $0.add($1) }
      },
      .init("move-column-right", ["J"], help: "Move the column right") { $0.move(by: 1) },
      .init("move-column-left", ["K"], help: "Move the column left") { $0.move(by: -1) },
      .init("pin-column", ["p"], help: "Freeze or unfreeze the column") {
        $0.change { $0.column.isPinned.toggle() }
      },
      .init("widen-column", [">"], help: "Widen the column") { $0.change { $0.resize(by: 2) } },
      .init("narrow-column", ["<"], help: "Narrow the column") { $0.change { $0.resize(by: -2) } },
      .init("summary", ["S"], help: "Summarize the column") { page in
        page.table.state.cursor.map { page.onSummary?(page.choices[$0.item]) }
      },
      .back([.escape, "q"]),
    ])

  package override var keyMap: KeyMap { Self.defaultKeyMap }

  /// Prompts for a name at the bottom of the page; the prompt remains until the answer is valid.
  private func ask(
    _ label: String, _ history: PromptHistory, hint: String, whileTyping: Bool = false,
    _ take: @escaping (ColumnsPage, String) -> Bool
  ) {
    let take = { [weak self] text in self.map { take($0, text) } ?? true }
    ask(
      PromptRequest(
        label: label, history: history,
        complete: { [weak self] text in
          let names = self?.choices.map { $0.memberPath.text } ?? []
          return (0..<text.count, names.filter { $0.hasPrefix(text) && $0 != text })
        },
        onChange: whileTyping ? { _ = take($0) } : nil, onSubmit: take))
    prompt?.show(hint)
  }

  /// Moves to the first member whose name contains a text.
  private func find(_ text: String) -> Bool {
    prompt?.show("")
    guard !text.isEmpty else { return true }
    let wanted = text.lowercased()
    let start = table.state.cursor?.item ?? 0
    let order = Array(choices.indices[start...]) + choices.indices[..<start]
    let found = order.first { index in
      let choice = choices[index]
      return [choice.column.title, choice.memberPath.text].contains {
        $0.lowercased().contains(wanted)
      }
    }
    guard let found else {
      prompt?.show("not found", style: .warning)
      return false
    }
    table.moveCursor(to: ListIndexPath(section: 0, item: found))
    return true
  }

  /// Adds a derived member to each row, and shows it as a column.
  private func derive(_ text: String) -> Bool {
    do {
      let member = try DerivedMember(parsing: text, lookup: meaning)
      if areAllKnown, let path = member.members.first(where: { !hasMember($0) }) {
        return refuse(path.text)
      }
      onDerive?(member)
      return show(MemberPath(keys: [member.name]))
    } catch {
      return decline("\(error)")
    }
  }

  /// Shows a member as a column.
  private func add(_ text: String) -> Bool {
    guard !text.allSatisfy(\.isWhitespace) else { return true }
    if text.contains("=") { return derive(text) }
    let path = MemberPath(text)
    // A title may be that of another member's column.
    let index =
      choices.firstIndex { choice in
        path.meanings.contains { $0.keys == choice.memberPath.keys }
      } ?? (hasMember(path) ? nil : choices.firstIndex { $0.names(text) })
    if index == nil {
      // Elements of arrays are not in the list of members.
      let members = choices.map(\.memberPath.keys)
      let isInside = members.contains { member in
        path.keys.starts(with: member)
          && !members.contains { $0.count > member.count && $0.starts(with: member) }
      }
      guard isInside || !areAllKnown || hasMember(path) else {
        return refuse(text)
      }
    }
    return show(path, at: index)
  }

  /// Reports that no row has a member.
  private func refuse(_ name: String) -> Bool {
    let names = choices.map { $0.memberPath.text }
    prompt?.show(
      "no row has a member '\(name)'" + NearestNames.hint(for: name, among: names), style: .error)
    return false
  }

  private func show(_ path: MemberPath, at index: Int? = nil) -> Bool {
    let known = index ?? choices.firstIndex { $0.memberPath.keys == path.keys }
    if known == nil {
      let id = JSONPointer(tokens: path.keys).description
      choices.append(FeedColumn(column: TableColumn(id: id, title: path.text)))
    }
    let index = known ?? choices.count - 1
    choices[index].isShown = true
    update()
    table.moveCursor(to: ListIndexPath(section: 0, item: index))
    return true
  }

  private func change(_ body: (inout FeedColumn) -> Void) {
    guard let cursor = table.state.cursor else { return }
    body(&choices[cursor.item])
    update()
  }

  /// Shows the column, and leaves the page for it.
  private func go() {
    guard let cursor = table.state.cursor else { return }
    if !choices[cursor.item].isShown { change { $0.isShown = true } }
    onGo?(choices[cursor.item])
  }

  private func move(by step: Int) {
    guard let cursor = table.state.cursor, choices.indices.contains(cursor.item + step) else {
      return
    }
    choices.swapAt(cursor.item, cursor.item + step)
    update()
  }

  private func update() {
    list.performBatchUpdates { list.model = RowSection(choices) }
    updatePosition()
    onChange?(choices)
  }
}

/// The view model of a column that can be shown.
final class ColumnCellViewModel: CellViewModel<FeedColumn> {
  var mark: String { model.isShown ? "[x]" : "[ ]" }

  var remarks: String {
    var remarks: [String] = []
    if model.column.isPinned { remarks.append("frozen") }
    if case .fixed(let width) = model.column.width { remarks.append("width \(width)") }
    return remarks.joined(separator: ", ")
  }
}

final class ColumnCell: TableViewCell<ColumnCellViewModel> {
  override func draw(in canvas: inout Canvas) {
    canvas.write(viewModel.mark, style: .secondary)
    canvas.write(viewModel.model.column.title, style: viewModel.model.isShown ? .title : .secondary)
    canvas.write(viewModel.remarks, style: .tertiary, alignment: .trailing)
  }
}
