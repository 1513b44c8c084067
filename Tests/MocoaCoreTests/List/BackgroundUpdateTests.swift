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

  @Test("U3: the difference is computed again for rows that come meanwhile, up to three times")
  func rowsThatComeInBetween() async {
    // A comparison that ends before the main actor waits for it leaves no time for rows to come, so
    // there are many rows, and several attempts.
    for _ in 0..<10 {
      let appended = await rowsAppended(upTo: 10)
      #expect(appended <= 3)
      if appended >= 3 { return }
    }
    Issue.record("No three rows came during three comparisons.")
  }

  /// Updates a list, appends a row to it during each comparison, and returns how many there were.
  private func rowsAppended(upTo limit: Int) async -> Int {
    let count = 500_000
    let fixture = ContactList(model(0..<count))
    let list = fixture.list
    let grower = Grower { appended in
      guard appended <= limit, list.numberOfItems(in: 0) < count + 20 else { return false }
      list.appendItems(toSection: 0, in: model(0..<count + appended))
      return true
    }
    // Each comparison begins with a read on the main actor; a row comes before it ends.
    var target = model(0..<count + 20)
    target.onRead = { Task { @MainActor in grower.grow() } }
    #expect(await list.update(to: target))
    let single = (count..<count + grower.count).map { "insert 0.\($0)" }
    #expect(
      fixture.listener.heard
        == single + ["insert 0.\(count + grower.count)…0.\(count + 19)"])
    return grower.count
  }

  @Test("U4: a cancelled request changes nothing", arguments: [false, true])
  func aCancelledRequest(isCompared: Bool) async {
    // So many that the comparison hardly ends before the main actor waits for it.
    let count = 500_000
    let fixture = ContactList(model(0..<count))
    let list = fixture.list
    let update = Task.immediate { await list.update(to: model(1..<count)) }
    guard list.numberOfItems(in: 0) == count else { return }
    // The difference is there, but not shown yet.
    if isCompared { usleep(100_000) }
    update.cancel()
    #expect(await update.value == false)
    #expect(list.numberOfItems(in: 0) == count)
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
  @Test("U1, U5: rows are compared off the main actor from the second update on")
  func rowsAreComparedElsewhere() async {
    let counts = TaskCounts()
    let list = ListViewModel(model: counts.rows(0..<Self.count), module: nil)
    await TaskCounts.$isCaller.withValue(true) {
      #expect(await list.update(to: counts.rows(1..<Self.count)))
      #expect(counts.ofCaller.load(ordering: .relaxed) > 0)
      counts.removeAll()
      #expect(await list.update(to: counts.rows(2..<Self.count)))
    }
    #expect(counts.ofCaller.load(ordering: .relaxed) == 0)
    #expect(counts.elsewhere.load(ordering: .relaxed) >= Self.count - 2)
    #expect(list.numberOfItems(in: 0) == Self.count - 2)
  }

  @Test("U6: small lists are updated at once")
  func smallListsAreUpdatedAtOnce() async {
    let counts = TaskCounts()
    let fixture = ContactList(counts.rows(0..<3))
    await TaskCounts.$isCaller.withValue(true) {
      for start in 1...2 { #expect(await fixture.list.update(to: counts.rows(start..<start + 3))) }
    }
    #expect(fixture.listener.heard == ["delete 0.0; insert 0.2", "delete 0.0; insert 0.2"])
    #expect(counts.ofCaller.load(ordering: .relaxed) > 0)
    #expect(counts.elsewhere.load(ordering: .relaxed) == 0)
  }
}

/// Appends rows one by one, and counts them.
@MainActor private final class Grower {
  private(set) var count = 0
  private let append: (Int) -> Bool

  init(_ append: @escaping (Int) -> Bool) { self.append = append }

  func grow() { if append(count + 1) { count += 1 } }
}

/// Rows that are numbers, and are made when they are asked for.
private struct FingerprintedRows: ListModel, SectionModel {
  var ids: [Int] {
    didSet { fingerprint() }
  }
  var changed: Set<Int> {
    didSet { fingerprint() }
  }
  private var fingerprints: [RowFingerprint]?
  var onRead: @Sendable () -> Void = {}

  var rowFingerprints: [RowFingerprint]? {
    onRead()
    return fingerprints
  }

  init(ids: [Int], changed: Set<Int>) {
    self.ids = ids
    self.changed = changed
    fingerprint()
  }

  private mutating func fingerprint() {
    fingerprints = ids.map {
      RowFingerprint(id: UInt64($0), content: changed.contains($0) ? 1 : 0)
    }
  }

  var numberOfSections: Int { 1 }
  func section(at index: Int) -> any SectionModel { self }
  var moduleName: ModuleName { .default }
  var numberOfItems: Int { ids.count }
  var supplementaryKinds: [ModuleKind] { [] }
  func item(at index: Int) -> Any { Contact(id: ids[index], name: "\(ids[index])") }
  func numberOfSupplementaryModels(of kind: ModuleKind) -> Int { 0 }
  func supplementaryModel(of kind: ModuleKind, at index: Int) -> Any? { nil }
}

/// Counts comparisons of rows by the task that makes them: that of the caller, or a detached one.
///
/// The thread does not show it: on Linux, the main actor mostly runs on others than the main one.
private final class TaskCounts: Sendable {
  struct Row: Identifiable, Equatable, Sendable {
    let id: Int
    let counts: TaskCounts

    static func == (first: Row, second: Row) -> Bool {
      if isCaller {
        first.counts.ofCaller.wrappingAdd(1, ordering: .relaxed)
      } else {
        first.counts.elsewhere.wrappingAdd(1, ordering: .relaxed)
      }
      return first.id == second.id
    }
  }

  @TaskLocal static var isCaller = false
  let ofCaller = Atomic(0)
  let elsewhere = Atomic(0)

  func rows(_ ids: Range<Int>) -> RowSection<[Row]> {
    RowSection(ids.map { Row(id: $0, counts: self) })
  }

  func removeAll() {
    ofCaller.store(0, ordering: .relaxed)
    elsewhere.store(0, ordering: .relaxed)
  }
}
