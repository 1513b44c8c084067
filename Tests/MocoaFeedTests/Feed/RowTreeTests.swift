import MocoaCore
import MocoaTestSupport
import Testing

@testable import MocoaFeed

@Suite struct RowTreeTests {
  /// Returns the ids of the displayed rows, indented.
  private func lines(_ tree: RowTree, of model: FeedListModel) -> [String] {
    let list = tree.list(of: model)
    return list.rows.map { row in
      let id = model.row(Int(row.element)).json.member("id")?.text ?? "-"
      return String(repeating: " ", count: row.depth) + id + (row.isMatch ? "" : "*")
    }
  }

  private func tree(_ rows: String, level: Int? = .max) throws -> (RowTree, FeedListModel) {
    let model = Indexed(rows.split(separator: " ").map { "\($0)\n" }.joined()).model
    var tree = RowTree(.parent("up", id: "id"), level: level)
    try tree.add(rowsOf: model)
    tree.arrange()
    return (tree, model)
  }

  @Test func rowsAreBelowTheirParents() throws {
    let (tree, model) = try tree(
      #"{"id":3,"up":2} {"id":1,"up":0} {"id":2,"up":1.0} {"id":4,"up":null} {"id":5,"up":""}"#)
    #expect(lines(tree, of: model) == ["1", " 2", "  3", "4", "5"])
    #expect(tree.rows.faults.orphans == 0 && tree.rows.faults.duplicates == 0)
    let list = tree.list(of: model)
    #expect(list.indexPath(ofRow: 0) == ListIndexPath(section: 0, item: 2))
    #expect(Array(list.matches) == [1, 2, 0, 3, 4])
    #expect(list.depths == [2, 0, 1, 0, 0])
  }

  @Test("U6: a cancelled tree goes on where it ended")
  func cancelledTreeContinues() throws {
    let rows = (1...1_000).map { "{\"id\":\($0),\"up\":\($0 / 2)}\n" }
    var model = Indexed(rows.joined()).model
    model.rowsPerBlock = 50
    let calls = Monitor(0)
    var tree = RowTree(.parent("up", id: "id"), level: .max)
    try tree.add(rowsOf: model) {
      calls.withLock { calls in
        calls += 1
        return calls > 2
      }
    }
    var part = tree
    part.arrange()
    #expect(part.rows.elements.count < 1_000)
    try tree.add(rowsOf: model)
    tree.arrange()
    var whole = RowTree(.parent("up", id: "id"), level: .max)
    try whole.add(rowsOf: model)
    whole.arrange()
    #expect(lines(tree, of: model) == lines(whole, of: model))
  }

  @Test func contradictionsAreCounted() throws {
    let (tree, model) = try tree(
      #"{"id":1,"up":1} {"id":2,"up":3} {"id":3,"up":2} {"id":4,"up":9} {"id":2} x {"up":3}"#)
    #expect(lines(tree, of: model) == ["1", "2", " 3", "  -", "4", "2", "-"])
    let faults = tree.rows.faults
    #expect(faults.cycles == 2 && faults.orphans == 1 && faults.duplicates == 1)
    let list = tree.list(of: model)
    for number in 0..<model.numberOfRows {
      #expect(list.indexPath(ofRow: number).map(list.rowNumber) == number)
    }
  }

  /// Paths in any order, of which some are missing, beside a plain search for the longest one.
  @Test func law_aRowIsBelowTheLongestPathThatBeginsIt() throws {
    for seed in 0..<200 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      var paths: Set<String> = []
      for _ in 0..<Int.random(in: 0...12, using: &generator) {
        let parts = (0...Int.random(in: 0...3, using: &generator)).map { _ in
          ["a", "b", "c"].randomElement(using: &generator) ?? "a"
        }
        paths.insert(parts.joined(separator: "/"))
      }
      let rows = paths.sorted().shuffled(using: &generator)
      let model = Indexed(rows.map { "{\"path\":\"\($0)\"}\n" }.joined()).model
      var tree = RowTree(.path("path"), level: .max)
      try tree.add(rowsOf: model)
      tree.arrange()
      let depths = tree.list(of: model).depths
      for (number, path) in rows.enumerated() {
        let depth = rows.count { path.hasPrefix($0 + "/") }
        #expect(Int(depths[number]) == depth, "seed \(seed): \(path) in \(rows)")
      }
      #expect(tree.rows.count == rows.count && tree.rows.faults.orphans == 0)
    }
  }

  @Test func filtersKeepAncestorsAndSortsSortSiblings() throws {
    var (tree, model) = try tree(
      #"{"id":1} {"id":2,"up":1} {"id":3,"up":1} {"id":4,"up":3} {"id":5}"#)
    let filter = try RowFilter(parsing: "id > 2 && id < 5")
    tree.arrange([filter], matches: RowNumbers([2, 3]), order: RowNumbers([4, 3, 2, 1, 0]))
    #expect(lines(tree, of: model) == ["1*", " 3", "  4"])
    #expect(Array(tree.list(of: model).matches) == [2, 3])
    tree.arrange(order: RowNumbers([4, 3, 2, 1, 0]))
    #expect(lines(tree, of: model) == ["5", "1", " 3", "  4", " 2"])
  }

  @Test func whatIsExpandedStaysSoWhenRowsAreAddedOrReplaced() throws {
    var (tree, model) = try tree(#"{"id":1} {"id":2,"up":1} {"id":3,"up":2}"#, level: nil)
    tree.expand(fitting: 2, isFinal: true)
    #expect(lines(tree, of: model) == ["1"])
    tree.rows.expand(at: 0)
    tree.expand(fitting: 9, isFinal: true)
    #expect(lines(tree, of: model) == ["1", " 2"])
    model = Indexed("{\"id\":3,\"up\":1}\n{\"id\":1}\n").model
    try tree.add(rowsOf: model)
    tree.arrange()
    #expect(lines(tree, of: model) == ["1", " 3"])
  }

  @Test func manyLevelsAreATree() throws {
    let rows = (0..<10_000).map { "{\"id\":\($0),\"up\":\($0 - 1)}" }.joined(separator: " ")
    let (tree, model) = try tree(rows)
    #expect(tree.rows.count == 10_000 && tree.rows.levelCount == 10_000)
    #expect(tree.list(of: model).depths.last == 9_999)
  }
}
