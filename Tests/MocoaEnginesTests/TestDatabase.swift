import Foundation
import Testing

@testable import MocoaEngines
@testable import MocoaFeed

/// A database of SQLite that a test makes and may write to.
final class TestDatabase {
  let path: String
  private let library: SQLiteLibrary
  private var database: OpaquePointer?

  /// Makes a database by statements with a line each.
  init(_ script: String = "") throws {
    library = try SQLiteLibrary()
    path = FileManager.default.temporaryDirectory.appending(path: "mocoa-\(UUID()).db").path
    #expect(library.open(path, &database, 0x2 | 0x4, nil) == 0)
    try run(script)
  }

  deinit {
    _ = library.close(database)
    for end in ["", "-wal", "-shm", "-journal"] {
      try? FileManager.default.removeItem(atPath: path + end)
    }
  }

  func run(_ script: String) throws {
    let database = try #require(database)
    for line in script.split(separator: "\n") {
      var statement: OpaquePointer?
      let status = library.prepare(database, String(line), -1, &statement, nil)
      let reason = library.message(database).map { String(cString: $0) }
      try #require(status == 0, "\(line): \(reason ?? "")")
      // 5: another program is reading it.
      while let statement, [100, 5].contains(library.step(statement)) {}
      _ = library.finalize(statement)
    }
  }

  /// All rows as they are shown.
  func rows(_ content: EngineContent) throws -> [String] {
    let provider = try open(content)
    var rows: [String] = []
    let count = provider.count
    try provider.provider.forEachRow(RowRequest(.range(0..<count))) { number, bytes in
      #expect(number == rows.count)
      rows.append(String(decoding: bytes, as: UTF8.self))
      return true
    }
    return rows
  }

  func open(
    _ content: EngineContent
  ) throws -> (provider: SQLiteProvider, count: Int) {
    let provider = SQLiteProvider([path], content)
    var count = 0
    try provider.open(countsRows: true) { count = $0 }
    return (provider, count)
  }

  /// A feed of a table whose rows have been counted.
  @MainActor func feed(
    _ content: EngineContent = .table("t"), options: FeedOptions = FeedOptions()
  ) throws -> Feed {
    let feed = try Feed(
      .provided(name: "test") { [path] in SQLiteProvider([path], content) }, options: options)
    #expect(feed.wait(forRows: .max, timeout: .seconds(20)))
    return feed
  }
}

extension FeedListModel {
  /// All rows as they are shown.
  func texts() throws -> [String] {
    var rows: [String] = []
    try forEachRow { _, bytes in
      rows.append(String(decoding: bytes, as: UTF8.self))
      return true
    }
    return rows
  }
}

/// Checks that rows which are printed in one pass, and groups of them, are those that are printed
/// when all have been counted and numbered.
@MainActor func expectOnePassIsTheSame(
  _ source: String, filters: [String] = ["", "id >= 700 && name contains 5", "name == \"n77\""],
  _ feed: (FeedOptions) throws -> Feed
) throws {
  for filter in filters {
    let texts = try [false, true].map { isOnePass in
      var options = FeedOptions()
      options.isOnePass = isOnePass
      let model = try feed(options).listModel
      var text: [UInt8] = []
      let filters = filter.isEmpty ? [] : [try RowFilter(parsing: filter)]
      var output = RowOutput(.json(nil)) { text += $0 }
      try output.write(model, filters: filters)
      try output.end()
      for aggregate in [Aggregate(.count), Aggregate(.max, of: MemberPath("id"), name: "id")] {
        let key = OutputColumn(title: "name", path: MemberPath("name"))
        var groups = RowGroups(by: [key], [aggregate])
        try groups.add(rowsOf: model, filters: filters)
        text += groups.json
      }
      return String(decoding: text, as: UTF8.self)
    }
    #expect(texts[0] == texts[1], "\(source): \(filter)")
    #expect(texts[0].count > 20, "\(source): \(filter)")
  }
}
