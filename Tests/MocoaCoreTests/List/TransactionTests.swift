import MocoaCore
import MocoaTestSupport
import Testing

/// Contracts B and U: changes from every entry point go through one queue.
@Suite @MainActor struct TransactionTests {
  // defect C1: changes made in hooks were dropped.
  @Test(.parity("1.10.18")) func batchInHookIsCommittedAndAnnounced() {
    let store = ContactStore([contacts("abc")])
    let fixture = ContactList(store)
    fixture.useHooks()
    (fixture.cell(0, 0) as? HookedViewModel)?.onEnd = { [list = fixture.list] in
      list.performBatchUpdates { store.sections[0] = contacts("b") }
    }
    fixture.cell(0, 0).beginDisplay()
    fixture.listener.heard = []
    let counts = Listener()
    fixture.list.observeChanges(owner: counts) { [list = fixture.list] counts, _ in
      counts.heard.append("\(list.numberOfItems(in: 0))")
    }
    .store(in: &counts.subscriptions)
    fixture.list.performBatchUpdates { store.sections[0] = contacts("bc") }
    #expect(fixture.listener.heard == ["delete 0.0", "delete 0.1"])
    #expect(counts.heard == ["2", "1"])
    #expect(fixture.names == [["b"]])
  }

  // defect C1: a model set in a hook was dropped.
  @Test func modelSetInHookIsTheNextTransaction() {
    let fixture = ContactList(RowSection(contacts("ab")))
    fixture.useHooks()
    (fixture.cell(0, 0) as? HookedViewModel)?.onEnd = { [list = fixture.list] in
      list.model = RowSection(contacts("bcd"))
    }
    fixture.cell(0, 0).beginDisplay()
    fixture.listener.heard = []
    fixture.list.model = RowSection(contacts("b"))
    #expect(fixture.listener.heard == ["delete 0.0", "insert 0.1…0.2"])
    #expect(fixture.names == [["b", "c", "d"]])
  }

  @Test(.parity("1.10.18")) func observersSeeTheStateOfTheChangesetTheyGet() {
    let fixture = ContactList(RowSection(contacts("a")))
    let list = fixture.list
    let (first, second) = (Listener(), Listener())
    var isFirst = true
    list.observeChanges(owner: first) { _, _ in
      guard isFirst else { return }
      isFirst = false
      list.model = RowSection(contacts("abcd"))
    }
    .store(in: &first.subscriptions)
    list.observeChanges(owner: second) { _, change in
      guard case .update(let changeset) = change else { return }
      second.heard.append("\(changeset): \(list.numberOfItems(in: 0))")
    }
    .store(in: &second.subscriptions)
    list.model = RowSection(contacts("ab"))
    #expect(second.heard == ["insert 0.1: 2", "insert 0.2…0.3: 4"])
  }

  // defect C2: an older update overwrote a newer model.
  @Test("U2: a model that is set or reset overtakes a pending update")
  func newerModelOvertakesPendingUpdate() async {
    let count = 100_000
    func model(_ range: Range<Int>) -> RowSection<[Contact]> {
      RowSection(range.map { Contact(id: $0, name: "\($0)") })
    }
    let fixture = ContactList(RowSection([Contact]()))
    let list = fixture.list
    #expect(await list.update(to: model(0..<count)))
    for reset in [true, false] {
      let update = Task.immediate { await list.update(to: model(1..<count)) }
      // A comparison that ends before the main actor waits for it is shown at once.
      let isShown = list.numberOfItems(in: 0) == count - 1
      let newest = RowSection(contacts(reset ? "a" : "b"))
      if reset { list.reset(to: newest) } else { list.model = newest }
      #expect(await update.value == isShown)
      #expect(list.numberOfItems(in: 0) == 1)
      #expect(await list.update(to: model(0..<count)))
    }
  }

  // defect C3: a cancelled update of a small list was applied.
  @Test("U4: a cancelled update of a small list is discarded")
  func cancelledUpdateOfSmallListIsDiscarded() async {
    let fixture = ContactList(RowSection(contacts("a")))
    let update = Task { await fixture.list.update(to: RowSection(contacts("b"))) }
    update.cancel()
    #expect(await update.value == false)
    #expect(fixture.names == [["a"]])
    #expect(fixture.listener.heard.isEmpty)
  }

  // defect C4: reloading moved the selection to the first of several equal rows.
  @Test(
    "L10: reloading prefers the row at the same position", .parity("1.9.17"),
    arguments: [true, false])
  func reloadKeepsTheSelectedOccurrence(isObject: Bool) {
    let model: any ListModel =
      isObject ? ContactStore([contacts("aa")]) : RowSection(contacts("aa"))
    let fixture = ContactList(model)
    fixture.list.select(at: [0, 1])
    fixture.list.reloadData()
    #expect(fixture.list.selectedIndexPaths == [[0, 1]])
  }

  // defect C5: an operation hid other changes of the same rows.
  @Test(.parity("1.10.2", "ten.5"), arguments: [true, false])
  func operationsAreVerifiedAgainstAllRows(isObject: Bool) {
    let store = ContactStore([contacts("abcde")])
    let fixture = ContactList(isObject ? store : RowSection(contacts("abcde")))
    fixture.list.performBatchUpdates {
      store.sections[0] = contacts("acbde")
      if !isObject { fixture.list.model = RowSection(contacts("acbde")) }
      fixture.list.reloadItems(at: [[0, 0]])
    }
    #expect(fixture.listener.heard == ["move 0.1→0.2; reload 0.0"])
    #expect(fixture.diagnostics.heard.count == 1)
    #expect(fixture.names == [["a", "c", "b", "d", "e"]])
  }

  // defect C16: the rows of a section were counted before the data had changed.
  @Test func dataMayChangeAfterTheOperation() {
    let store = ContactStore([contacts("a")])
    let fixture = ContactList(store)
    fixture.list.performBatchUpdates(comparingData: false) {
      fixture.list.insertSections([0])
      store.sections.insert(contacts("xyz"), at: 0)
    }
    #expect(fixture.listener.heard == ["insert sections 0"])
    #expect(fixture.names == [["x", "y", "z"], ["a"]])
    #expect(fixture.diagnostics.heard.isEmpty)
  }

  // defect C19: one reload read every displayed row again.
  @Test func reloadingOneRowReadsOneRow() {
    let section = CountingSection(numberOfItems: 100)
    let fixture = ContactList(SectionList([section]))
    for item in 0..<40 { fixture.cell(0, item).beginDisplay() }
    let before = section.requests
    fixture.list.reloadItems(at: [[0, 3]])
    for item in 0..<40 { _ = fixture.cell(0, item) }
    #expect(section.requests - before <= 2)
  }

  // defect C20: an automatic batch read all rows of sections that are objects.
  @Test func settingAModelReadsOnlyWhatIsCompared() {
    let section = CountingSection(numberOfItems: 1_000_000)
    let fixture = ContactList(SectionList([section]))
    fixture.list.model = SectionList([CountingSection(numberOfItems: 1_000_001)])
    #expect(section.requests < 10)
    #expect(fixture.list.numberOfItems(in: 0) == 1_000_001)
  }
}

final class HookedViewModel: CellViewModel<Contact> {
  var onEnd: () -> Void = {}
  var onChange: () -> Void = {}

  override func didEndDisplaying() { onEnd() }
  override func modelDidChange(from oldModel: Contact) { onChange() }
}

extension ContactList {
  /// Registers cells whose hooks can be set.
  func useHooks() {
    registry["mocoa://contacts/"].section.cell.register(
      viewModel: HookedViewModel.self, view: .cell("ContactCell"))
  }
}
