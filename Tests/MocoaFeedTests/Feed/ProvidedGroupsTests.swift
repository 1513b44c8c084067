import Dispatch
import MocoaCore
import Testing

@testable import MocoaFeed

/// Groups and orders of rows that an engine keeps, while it is still counting them.
@Suite struct ProvidedGroupsTests {
  /// An engine that finds some rows at first, and the others on request.
  private final class Engine: RowProvider {
    static let (first, all) = (3, 10)
    let mayGoOn = DispatchSemaphore(value: 0)

    let members = ["k"]
    let nestedMembers: [String]? = []
    let identityMember: String? = nil
    let jobs = 1
    let statements: [String] = []
    let hasUncountedRows = false

    func rowsPerBlock(ofLength length: () -> Int) -> Int { 4 }

    func open(countsRows: Bool, didFind: (Int) -> Void) {
      didFind(Self.first)
      mayGoOn.wait()
      didFind(Self.all)
    }

    func forEachRow(
      _ request: RowRequest, _ body: (Int, UnsafeRawBufferPointer) throws -> Bool
    ) throws {
      guard case .range(let rows) = request.rows else { return }
      for number in rows {
        let row = Array("{\"k\":\(number % 2)}".utf8)
        guard try row.withUnsafeBytes({ try body(number, $0) }) else { return }
      }
    }

    func forEachGroup(
      _ request: RowRequest, _ body: (Int, UnsafeRawBufferPointer) throws -> Bool
    ) throws -> Bool {
      for key in 0..<2 {
        _ = try Array("{\"k\":\(key)}".utf8).withUnsafeBytes { try body(Self.all / 2, $0) }
      }
      return true
    }

    /// The rows are in this order.
    func canSort(by order: [RowRequest.Order], isCancelled: () -> Bool) -> Bool { true }

    func cancel() { mayGoOn.signal() }
  }

  // The engine was asked for the groups of all rows in place of those that had been found.
  @Test("W1: groups of an engine that is still counting its rows count each row once")
  func eachRowCountsOnce() throws {
    let engine = Engine()
    let reading = FeedReading(
      source: ProvidedSource(engine, name: "engine"), options: FeedOptions())
    reading.start()
    reading.index.wait(forRows: Engine.first)
    var groups = RowGroups(by: [OutputColumn(title: "k", path: MemberPath("k"))], [])
    try groups.add(rowsOf: reading.model)
    #expect(groups.rowCount == Engine.first)
    engine.mayGoOn.signal()
    reading.index.wait(forRows: .max)
    try groups.add(rowsOf: reading.model, in: Engine.first..<Engine.all)
    #expect(groups.rowCount == Engine.all)
    var whole = RowGroups(by: groups.keys, [])
    try whole.add(rowsOf: reading.model)
    #expect(whole.groups.map(\.rowCount) == [Engine.all / 2, Engine.all / 2])
  }

  // Positions in the order of the engine were compared with the values of other rows.
  @Test("W1: rows of an engine that others follow are sorted by their values")
  @MainActor func rowsThatOthersFollowAreSortedTogether() throws {
    let engine = Engine()
    let other = FeedOrigin(name: "other") { MemorySource("{\"k\":0}\n", name: "other") }
    let feed = try Feed(joining: [.provided(name: "engine") { engine }, other])
    feed.wait(forRows: Engine.first, timeout: .seconds(10))
    var sorter = RowSorter(RowQuery(sortKeys: [SortKey(MemberPath("k"))]))
    var next = 0
    func add() throws {
      let model = feed.settledModel()
      _ = try sorter.add(next..<model.numberOfRows, of: model)
      next = model.numberOfRows
    }
    try add()
    #expect(next == Engine.first)
    engine.mayGoOn.signal()
    feed.wait(forRows: .max, timeout: .seconds(10))
    try add()
    try sorter.sort()
    var numbers: [Int] = []
    try sorter.forEach { number, _ in
      numbers.append(number)
      return true
    }
    #expect(numbers == [0, 2, 4, 6, 8, 10, 1, 3, 5, 7, 9])
  }
}
