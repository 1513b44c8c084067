import MocoaCore
import MocoaItems
import MocoaTestSupport
import Testing

@testable import MocoaEngines
@testable import MocoaFeed

/// The rows of a table as a list of a Swift program.
@MainActor @Suite struct FetchedListViewModelTests {
  private struct Order: Decodable, Identifiable, Equatable, Sendable {
    var id: Int
    var state: String
  }

  private typealias List = FetchedListViewModel<Order>

  private static let script = """
    create table orders(id integer primary key, state text)
    insert into orders values (1, 'new'), (2, 'paid'), (3, 'new')
    """

  private func open(_ database: TestDatabase, every interval: Duration?) throws -> List {
    let source = try #require(EngineSource(database.path + "#orders"))
    return try List(source.origin(), sectionsBy: \.state, every: interval)
  }

  /// Waits until the list has been fetched and meets a condition.
  private func wait(_ list: List, _ isMet: @escaping () -> Bool) async {
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      list.onFetch = {
        guard isMet() else { return }
        list.onFetch = nil
        continuation.resume()
      }
    }
  }

  @Test(.parity("1.8.7")) func changesOfOthersArriveRowByRow() async throws {
    let database = try TestDatabase(Self.script)
    let list = try open(database, every: .milliseconds(20))
    list.ready()
    await wait(list) { list.sections.count == 2 }
    #expect(list.sections.map { $0.rows.map(\.id) } == [[1, 3], [2]])
    let first = list.cellViewModel(at: ListIndexPath(section: 0, item: 0))
    let moved = list.cellViewModel(at: ListIndexPath(section: 0, item: 1))
    try database.run("insert into orders values (4, 'paid')")
    try database.run("update orders set state = 'paid' where id = 3")
    await wait(list) { list.sections.map { $0.rows.map(\.id) } == [[1], [2, 3, 4]] }
    #expect(list.cellViewModel(at: ListIndexPath(section: 0, item: 0)) === first)
    #expect(list.cellViewModel(at: ListIndexPath(section: 1, item: 1)) === moved)
    try database.run("drop table orders")
    await wait(list) { list.error != nil }
    #expect(list.sections.count == 2)
  }

  @Test func aRowThatCannotBeDecodedIsReported() async throws {
    let database = try TestDatabase(Self.script)
    try database.run("insert into orders values (5, null)")
    let list = try open(database, every: nil)
    await wait(list) { list.error != nil }
    #expect("\(list.error as Any)".contains("row 4"))
    try database.run("delete from orders where id = 5")
    list.reload()
    await wait(list) { list.error == nil }
    #expect(list.sections.count == 2)
  }
}
