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
    try provider.open { count = $0 }
    return (provider, count)
  }

  /// A feed of a table whose rows have been counted.
  @MainActor func feed(_ content: EngineContent = .table("t")) throws -> Feed {
    let feed = try Feed(
      .provided(name: "test") { [path] in SQLiteProvider([path], content) })
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
