import Foundation
import MocoaCore
import MocoaTestSupport
import Synchronization
import Testing

/// Promises U: how a list of many rows is updated off the main actor.
@Suite @MainActor struct BackgroundUpdateTests {
  private static let count = 6_000

  private func model(_ ids: some Sequence<Int>) -> FingerprintedRows {
    FingerprintedRows(ids: Array(ids), changed: [])
  }

  @Test("U1: view models and selection stay with their rows; observers are notified once")
  func largeListsAreUpdated() async {
    let fixture = ContactList(model(0..<Self.count))
    let cell = fixture.cell(0, 5_000)
    fixture.list.select(at: [0, 5_000])
    var new = model((100..<Self.count).map { $0 })
    new.changed = [200]
    #expect(await fixture.list.update(to: new))
    #expect(fixture.listener.heard == ["delete 0.0…0.99; reload 0.200"])
    #expect(fixture.list.existingCellViewModel(at: [0, 4_900]) === cell)
    #expect(fixture.list.selectedIndexPaths == [[0, 4_900]])
    #expect(fixture.list.numberOfItems(in: 0) == Self.count - 100)
  }

  @Test("U2: only the newest request counts", .parity("ten.10"))
  func theNewestRequestWins() async {
    let fixture = ContactList(model(0..<Self.count))
    let list = fixture.list
    // Both begin at once, so the second mostly comes while the first is worked out elsewhere. Where
    // that takes no time at all, the first is shown before there is a second.
    let first = Task.immediate { await list.update(to: model(0..<Self.count - 1)) }
    let isDone = list.numberOfItems(in: 0) == Self.count - 1
    let second = Task.immediate { await list.update(to: model(0..<Self.count - 2)) }
    #expect(await first.value == isDone)
    #expect(await second.value)
    #expect(fixture.listener.heard.count == (isDone ? 2 : 1))
    #expect(list.numberOfItems(in: 0) == Self.count - 2)
  }

  @Test("U3: rows that come while the difference is worked out are not lost")
  func rowsThatComeInBetween() async {
    let fixture = ContactList(model(0..<Self.count))
    let list = fixture.list
    let grown = model(0..<Self.count + 10)
    // Begins at once, so that the rows come while it is worked out elsewhere, unless that takes no
    // time at all.
    let update = Task.immediate { await list.update(to: model(0..<Self.count + 20)) }
    let isDone = list.numberOfItems(in: 0) > Self.count
    if !isDone { list.didAppendItems(toSection: 0, in: grown) }
    #expect(await update.value)
    #expect(list.numberOfItems(in: 0) == Self.count + 20)
    let inserted = fixture.listener.heard.joined(separator: " ")
    #expect(!inserted.contains("reload"))
  }

  @Test("U4: a cancelled request changes nothing")
  func aCancelledRequest() async {
    let fixture = ContactList(model(0..<Self.count))
    let list = fixture.list
    let update = Task { await list.update(to: model([])) }
    update.cancel()
    #expect(await update.value == false)
    #expect(list.numberOfItems(in: 0) == Self.count)
    #expect(fixture.listener.heard.isEmpty)
  }

  @Test("U5: rows without fingerprints are compared elsewhere from the second update on")
  func typedRowsAreUpdated() async {
    func rows(_ ids: Range<Int>) -> RowSection<[Contact]> {
      RowSection(ids.map { Contact(id: $0, name: "\($0)") }, header: "\(ids.count)")
    }
    let fixture = ContactList(rows(0..<Self.count))
    let cell = fixture.cell(0, Self.count - 1)
    #expect(await fixture.list.update(to: rows(1..<Self.count)))
    #expect(await fixture.list.update(to: rows(2..<Self.count)))
    #expect(
      fixture.listener.heard == ["delete 0.0; reload header 0.0", "delete 0.0; reload header 0.0"])
    #expect(fixture.list.existingCellViewModel(at: [0, Self.count - 3]) === cell)
  }

  // defect C22: nothing said where rows are compared.
  @Test("U5: rows are compared off the main actor from the second update on")
  func rowsAreComparedElsewhere() async {
    let counts = ThreadCounts()
    func rows(_ ids: Range<Int>) -> RowSection<[ThreadCounts.Row]> {
      RowSection(ids.map { ThreadCounts.Row(id: $0, counts: counts) })
    }
    let list = ListViewModel(model: rows(0..<Self.count), module: nil)
    #expect(await list.update(to: rows(1..<Self.count)))
    counts.removeAll()
    #expect(await list.update(to: rows(2..<Self.count)))
    #expect(counts.onMainThread.load(ordering: .relaxed) == 0)
    #expect(counts.elsewhere.load(ordering: .relaxed) >= Self.count - 2)
    #expect(list.numberOfItems(in: 0) == Self.count - 2)
  }

  @Test("U6: small lists are updated at once")
  func smallListsAreUpdatedAtOnce() async {
    let fixture = ContactList(model(0..<3))
    #expect(await fixture.list.update(to: model(1..<4)))
    #expect(fixture.listener.heard == ["delete 0.0; insert 0.2"])
  }
}

/// Rows that are numbers, and are made when they are asked for.
private struct FingerprintedRows: ListModel, SectionModel {
  var ids: [Int] {
    didSet { fingerprint() }
  }
  var changed: Set<Int> {
    didSet { fingerprint() }
  }
  private(set) var rowFingerprints: [RowFingerprint]?

  init(ids: [Int], changed: Set<Int>) {
    self.ids = ids
    self.changed = changed
    fingerprint()
  }

  private mutating func fingerprint() {
    rowFingerprints = ids.map {
      RowFingerprint(id: UInt64($0), content: changed.contains($0) ? 1 : 0)
    }
  }

  var numberOfSections: Int { 1 }
  func section(at index: Int) -> any SectionModel { self }
  var mocoaName: ModuleName { .default }
  var numberOfItems: Int { ids.count }
  var supplementaryKinds: [ModuleKind] { [] }
  func item(at index: Int) -> Any { Contact(id: ids[index], name: "\(ids[index])") }
  func numberOfSupplementaryModels(of kind: ModuleKind) -> Int { 0 }
  func supplementaryModel(of kind: ModuleKind, at index: Int) -> Any? { nil }
}

/// Counts comparisons of rows by the thread that makes them.
private final class ThreadCounts: Sendable {
  struct Row: Identifiable, Equatable, Sendable {
    let id: Int
    let counts: ThreadCounts

    static func == (first: Row, second: Row) -> Bool {
      if Thread.isMainThread {
        first.counts.onMainThread.wrappingAdd(1, ordering: .relaxed)
      } else {
        first.counts.elsewhere.wrappingAdd(1, ordering: .relaxed)
      }
      return first.id == second.id
    }
  }

  let onMainThread = Atomic(0)
  let elsewhere = Atomic(0)

  func removeAll() {
    onMainThread.store(0, ordering: .relaxed)
    elsewhere.store(0, ordering: .relaxed)
  }
}
