import MocoaCore
import MocoaTestSupport
import Testing

/// View models that are released by their own handlers, and cells whose handlers change the list.
@Suite @MainActor struct UnrulyCellTests {
  enum Handler: CaseIterable { case prepare, receive, removal, key, initialValue, binding }

  @Test(arguments: Handler.allCases)
  func aViewModelIsReleasedByItsHandler(_ handler: Handler) {
    let holder = Holder()
    let (child, key) = (ViewModel(), "key" as ViewModelKey<Int>)
    var subscriptions: [Subscription] = []
    holder.held = ReleasedViewModel(model: contacts("a")[0], holder)
    weak let released = holder.held
    holder.held?.addChild(child)
    if handler != .prepare { holder.held?.ready() }
    holder.isReleasing = true
    switch handler {
    case .prepare: holder.held?.ready()
    case .receive: #expect(child.emit("key" as EmissionKey<Void>) == .handled)
    case .removal: child.removeFromParent()
    case .key:
      holder.held?.observe(key, owner: holder) { holder, _ in holder.release() }
        .store(in: &subscriptions)
      holder.held?.send(key, 1)
    case .initialValue:
      holder.held?.observe(key, initial: 1, owner: holder) { holder, _ in holder.release() }
        .store(in: &subscriptions)
    case .binding: holder.held?.model.name = "b"
    }
    #expect(holder.releases == 1)
    #expect(released == nil && child.parent == nil)
  }

  @Test("D1: a host that ends or begins the display meanwhile leaves a cell with pairs of events")
  func hostsChangeTheDisplay() {
    let list = ItemListViewModel(contacts("a")) { $0.cell.register(viewModel: PairedCell.self) }
    list.ready()
    for (event, other) in [(ElementEvent.display, true), (.endDisplay, false)] {
      guard let cell = list.cellViewModel(at: [0, 0]) as? PairedCell else { return }
      let host = UnrulyHost()
      cell.elementHost = host
      host.handler = { received in
        guard received == event, host.calls < 2 else { return }
        host.calls += 1
        if other { cell.endDisplay() } else { cell.beginDisplay() }
      }
      cell.beginDisplay()
      cell.endDisplay()
      #expect(cell.balance == (cell.isDisplayed ? 1 : 0), "\(event)")
      host.handler = { _ in }
      cell.endDisplay()
      #expect(cell.balance == 0 && cell.minimum == 0, "\(event)")
    }
  }

  @Test(arguments: UnrulyCell.Event.allCases)
  func aCellDeletesItsRow(_ event: UnrulyCell.Event) {
    let list = UnrulyList([RandomRow(id: 1, text: 0)])
    list.ready()
    if event != .made, event != .prepare {
      let cell = list.cellViewModel(at: [0, 0])
      if event == .endDisplay { cell.beginDisplay() }
      if event == .deselect { list.select(at: [0, 0]) }
    }
    weak let released = list.existingCellViewModel(at: [0, 0])
    list.act = { [unowned list] in if $0.name == "\(event)" { list.items = [] } }
    switch event {
    case .made, .prepare: _ = list.cellViewModel(at: [0, 0])
    case .select: list.openCell(at: [0, 0])
    case .deselect: list.deselectCells(at: [[0, 0]])
    case .display: list.cellViewModel(at: [0, 0]).beginDisplay()
    case .endDisplay: list.cellViewModel(at: [0, 0]).endDisplay()
    case .change: list[[0, 0]].text = 1
    case .edit:
      var results: [Bool] = []
      list.cellViewModel(at: [0, 0]).edit(.delete, completion: .init { results.append($0) })
      #expect(results == [true])
    }
    #expect(list.items.isEmpty && !list.hasCells && released == nil)
  }

  @Test("T6: cells and sections that vanish while all are read are in no list")
  func cellsThatVanishWhileAllAreRead() {
    let list = UnrulyList((0..<4).map { RandomRow(id: $0, text: 0) })
    list.ready()
    list.act = { [unowned list] in if $0.name == "made" { list.items.removeLast() } }
    let cells = Array(list.sectionViewModel(at: 0).cellViewModels)
    #expect(cells.map(\.indexPath) == [[0, 0], [0, 1], nil, nil])
    #expect(cells.last?.failureReason == "row 3 is out of range (2 rows)")
    list.act = { [unowned list] in if $0.name == "made" { list.sections = [] } }
    list.sections = [RowSection([RandomRow(id: 5, text: 0)]), RowSection([], identity: 1)]
    let sections = Array(list.sectionViewModels.map { ($0, Array($0.cellViewModels)) })
    #expect(sections.allSatisfy { $0.0.list == nil } && sections[0].1.first?.list == nil)
  }

  @Test func whateverCellsDoTheListHasTheRows() {
    for seed in 0..<(isLongRun ? 100_000 : 2_000) as Range<UInt64> {
      let run = UnrulyRun(seed: seed)
      guard run.play() else {
        Issue.record("seed \(seed), after \(run.log)")
        return
      }
    }
  }
}

/// The only owner of a view model.
@MainActor private final class Holder {
  var held: ReleasedViewModel?
  var isReleasing = false
  private(set) var releases = 0

  func release() {
    guard isReleasing else { return }
    held = nil
    releases += 1
    isReleasing = false
  }
}

private final class ReleasedViewModel: CellViewModel<Contact> {
  private weak var holder: Holder?

  convenience init(model: Contact, _ holder: Holder) {
    self.init(model: model)
    self.holder = holder
  }

  override func prepare() {
    bind(\.name) { viewModel, _ in viewModel.holder?.release() }
    holder?.release()
  }

  override func receive(_ emission: Emission) -> EmissionResponse {
    holder?.release()
    return .handled
  }

  override func didRemoveChild(_ child: ViewModel) { holder?.release() }
}

/// A cell that emits whatever happens to it, while it is made, too.
final class UnrulyCell: CellViewModel<RandomRow> {
  enum Event: CaseIterable {
    case made, prepare, select, deselect, display, endDisplay, change, edit
  }

  required init(model: RandomRow) {
    super.init(model: model)
    report(.made)
  }

  private func report(_ event: Event) {
    emit(EmissionKey<Void>(name: "\(event)"))
  }

  override func prepare() { report(.prepare) }
  override func didSelect() { report(.select) }
  override func didDeselect() { report(.deselect) }
  override func willDisplay() { report(.display) }
  override func didEndDisplaying() { report(.endDisplay) }
  override func modelDidChange(from oldModel: RandomRow) { report(.change) }
  override func handleEdit(_ key: EmissionKey<CellEdit>, completion: CellEdit.Completion) {
    report(.edit)
    completion.finish(true)
  }
}

/// A list that acts on whatever its cells emit.
private final class UnrulyList: ItemListViewModel<RandomRow> {
  var act: (Emission) -> Void = { _ in }

  convenience init(_ rows: [RandomRow]) {
    self.init(rows) { section in
      section.cell.register(viewModel: UnrulyCell.self, view: .cell("Cell"))
    }
  }

  override func receive(_ emission: Emission) -> EmissionResponse {
    act(emission)
    return .handled
  }
}

/// One sequence of events, each of which may lead to changes.
@MainActor private final class UnrulyRun {
  private(set) var log: [String] = []
  private var rows: [RandomRow]
  private var nextID = 6
  private let list: UnrulyList
  private var generator: SeededGenerator
  /// The number of changes that cells may yet make.
  private var budget = 0

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
    rows = (0..<6).map { RandomRow(id: $0, text: 0) }
    list = UnrulyList(rows)
    list.selectionMode = Bool.random(using: &generator) ? .multiple : .single
    list.act = { [unowned self] emission in
      guard budget > 0, Bool.random(using: &generator) else { return }
      budget -= 1
      log.append("in \(emission.name)")
      change((emission.source as? UnrulyCell)?.model.id)
    }
    if Bool.random(using: &generator) { list.ready() }
  }

  /// Returns whether the list always had the rows afterwards.
  func play() -> Bool {
    for _ in 0..<6 {
      budget = Int.random(in: 0...4, using: &generator)
      act()
      budget = 0
      guard hasRows else { return false }
    }
    return true
  }

  private var hasRows: Bool {
    list.ready()
    return list.items == rows && list.numberOfSections == 1
      && list.numberOfItems(in: 0) == rows.count
      && rows.indices.allSatisfy { item in
        let cell = list.cellViewModel(at: [0, item])
        return (cell as? UnrulyCell)?.model == rows[item] && cell.indexPath == [0, item]
      }
  }

  private func act() {
    let count = list.numberOfItems(in: 0)
    guard count > 0 else { return change(nil) }
    let path = ListIndexPath(section: 0, item: Int.random(in: 0..<count, using: &generator))
    let action = Int.random(in: 0..<7, using: &generator)
    log.append("action \(action) at \(path)")
    switch action {
    case 0: list.openCell(at: path)
    case 1: list.deselectCells(at: [path])
    case 2: list.cellViewModel(at: path).edit(.delete, completion: .init { _ in })
    case 3: list.cellViewModel(at: path).beginDisplay()
    case 4: list.existingCellViewModel(at: path)?.endDisplay()
    case 5: list.existingCellViewModel(at: path)?.ready()
    default: change(nil)
    }
  }

  /// Changes the list, its first rows, or the row with an identity.
  private func change(_ id: Int?) {
    let change = Int.random(in: 0..<9, using: &generator)
    log.append("change \(change) of \(id ?? -1)")
    switch change {
    case 0, 1: rows.removeAll { $0.id == id }
    case 2: rows = []
    case 3:
      nextID += 1
      rows.insert(RandomRow(id: nextID, text: 0), at: 0)
    case 4: rows.shuffle(using: &generator)
    case 5:
      guard let item = rows.firstIndex(where: { $0.id == id }) else { return }
      rows[item].text += 1
      return list[[0, item]] = rows[item]
    case 6:
      nextID += 1
      rows.append(RandomRow(id: nextID, text: 0))
      return list.append(rows[rows.count - 1])
    case 7: return list.reloadData()
    default:
      let item = list.numberOfItems(in: 0) - 1
      if item >= 0 { _ = list.cellViewModel(at: [0, item]) }
      return
    }
    list.items = rows
  }
}

/// A cell that counts displays without an end.
private final class PairedCell: CellViewModel<Contact> {
  private(set) var balance = 0
  private(set) var minimum = 0

  override func willDisplay() { balance += 1 }

  override func didEndDisplaying() {
    balance -= 1
    minimum = min(minimum, balance)
  }
}

@MainActor private final class UnrulyHost: ElementHost {
  var calls = 0
  var handler: (ElementEvent) -> Void = { _ in }

  func elementWillReceive(_ event: ElementEvent) { handler(event) }
  func handleEdit(_ key: EmissionKey<CellEdit>, completion: CellEdit.Completion) -> Bool { false }
}
