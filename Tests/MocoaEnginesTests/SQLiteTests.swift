import Foundation
import MocoaTestSupport
import Testing

@testable import MocoaEngines
@testable import MocoaFeed

/// Tables, views and queries of SQLite as rows.
@Suite struct SQLiteTests {
  @Test func valuesOfEachKindAreShown() throws {
    let database = try TestDatabase(
      """
      create table t(a, b text)
      insert into t values (1, 'x"y\\z'), (-9223372036854775808, null), (0.1, char(10, 9, 1))
      insert into t values (9e999, ''), (-9e999, cast(x'ff41' as text)), (x'00ff', 'é')
      """)
    #expect(
      try database.rows(.table("t")) == [
        #"{"a":1,"b":"x\"y\\z"}"#, #"{"a":-9223372036854775808,"b":null}"#,
        #"{"a":0.1,"b":"\n\t\u0001"}"#, #"{"a":"Infinity","b":""}"#,
        "{\"a\":\"-Infinity\",\"b\":\"\u{FFFD}A\"}", #"{"a":"x'00ff'","b":"é"}"#,
      ])
  }

  /// A combining character behind a quote is part of the same character for a string.
  @Test(arguments: [#"a"; drop table t; --"#, "\"\u{301}; drop table t; --"])
  func namesStayNames(_ name: String) throws {
    let quoted = SQLText.quoted(name)
    let database = try TestDatabase(
      """
      create table \(quoted)(\(quoted) text, rowid text)
      insert into \(quoted) values ('1', 'no number'), ('2', '')
      """)
    #expect(try database.rows(.table(name)).count == 2)
    let member = name.unicodeScalars.map { $0 == "\"" ? "\\\"" : String($0) }.joined()
    #expect(try database.rows(.table(name))[1] == "{\"\(member)\":\"2\",\"rowid\":\"\"}")
    #expect(throws: (any Error).self) { try database.rows(.table("unknown")) }
  }

  @Test(arguments: [
    "create table t(id text primary key, n) without rowid",
    "create table s(id text, n); create view t as select * from s",
  ])
  func whatHasNoRowNumbersIsCopied(_ script: String) throws {
    let database = try TestDatabase(script.replacing("; ", with: "\n"))
    let table = script.contains("view") ? "s" : "t"
    try database.run("insert into \(table) values ('a', 1), ('b', 2), ('c', 3)")
    #expect(try database.rows(.table("t")).last == #"{"id":"c","n":3}"#)
  }

  /// Row numbers may have wide gaps, be negative, or be so far apart that they are counted.
  @MainActor
  @Test(arguments: [
    "1, 2, 3, 4, 5, 6, 7", "-9, 0, 70000, 99999999, 1000000000000",
    "-9223372036854775808, 1, 9223372036854775807",
  ])
  func onePassIsTheSame(_ ids: String) throws {
    let values = ids.split(separator: ", ").enumerated().map { "(\($1), 'n\($0 % 3)')" }
    let database = try TestDatabase(
      """
      create table t(id integer primary key, name text)
      insert into t values \(values.joined(separator: ", "))
      create view v as select * from t
      """)
    for name in ["t", "v"] {
      try expectOnePassIsTheSame(
        name, filters: ["", "id > 0 && name == \"n1\"", "name contains n"]
      ) {
        try database.feed(.table(name), options: $0)
      }
    }
  }

  @Test func aQueryIsASourceThatCannotWrite() throws {
    let database = try TestDatabase("create table t(a)\ninsert into t values (1), (2), (3)")
    #expect(
      try database.rows(.query("select a, a * 2 as b from t where a > 1 -- all")) == [
        #"{"a":2,"b":4}"#, #"{"a":3,"b":6}"#,
      ])
    for sql in [
      "delete from t", "select 1; delete from t", "attach 'x.db' as x", "select 1) x; --",
    ] {
      #expect(throws: (any Error).self, "\(sql)") { try database.rows(.query(sql)) }
    }
    #expect(try database.rows(.table("t")).count == 3)
  }

  @Test(arguments: [0, 1, 255, 256, 257, 1_000])
  func rowsAreNumberedWithAndWithoutGaps(_ count: Int) throws {
    let database = try TestDatabase("create table t(n)")
    try database.run(
      """
      with recursive c(n) as (select 0 union all select n + 1 from c where n < \(count * 2)) \
      insert into t(rowid, n) select n - 7, n from c where n < \(count * 2)
      """)
    for hasGaps in [false, true] {
      if hasGaps { try database.run("delete from t where n % 2 = 1") }
      let (provider, found) = try database.open(.table("t"))
      let factor = hasGaps ? 2 : 1
      #expect(found == count * 2 / factor)
      for rows in [0..<found, found / 3..<found / 2, max(0, found - 1)..<found] {
        var numbers: [Int] = []
        try provider.forEachRow(RowRequest(.range(rows))) { number, row in
          numbers.append(number)
          #expect(String(decoding: row, as: UTF8.self) == "{\"n\":\(number * factor)}")
          return true
        }
        #expect(numbers == Array(rows))
      }
      let some = stride(from: 0, to: found, by: 100).flatMap { [$0, $0 + 3] }.filter { $0 < found }
      var numbers: [Int] = []
      try provider.forEachRow(RowRequest(.numbers(some))) { number, _ in
        numbers.append(number)
        return true
      }
      #expect(numbers == some)
    }
  }

  @Test func rowsOfAQueryThatNeverEndsStayWhenItIsCancelled() async throws {
    let database = try TestDatabase()
    let provider = SQLiteProvider(
      [database.path],
      .query(
        "with recursive c(n) as (select 1 union all select n + 1 from c) select n from c"))
    let count = Monitor(0)
    let task = Task.detached {
      try provider.open(countsRows: true) { rows in count.withLock { $0 = rows } }
    }
    while count.withLock({ $0 }) == 0 { await Task.yield() }
    provider.cancel()
    try await task.value
    var rows: [String] = []
    try provider.forEachRow(RowRequest(.numbers([0, 100, 255]))) {
      rows.append("\($0) \(String(decoding: $1, as: UTF8.self))")
      return true
    }
    #expect(rows == [#"0 {"n":1}"#, #"100 {"n":101}"#, #"255 {"n":256}"#])
  }

  /// Rows are loaded ahead, so that scrolling takes at most one query a screen.
  @Test @MainActor func aScreenTakesAtMostOneQuery() throws {
    let database = try TestDatabase("create table t(n)")
    try database.run(
      """
      with recursive c(n) as (select 0 union all select n + 1 from c where n < 9999) \
      insert into t select n from c
      """)
    let model = try database.feed().listModel
    let opening = model.provider?.statements.count ?? 0
    for number in 5_000..<7_000 { #expect(model.row(number).json.text == "{\"n\":\(number)}") }
    for number in (3_000..<5_000).reversed() { _ = model.row(number) }
    let count = (model.provider?.statements.count ?? 0) - opening
    #expect(count > 0 && count <= 4_000 / 40)
  }

  /// A connection that was made after a change does not count it.
  @Test("F5: rows that another thread requests meanwhile are not missing") @MainActor
  func threadsShareTheCache() async throws {
    let database = try TestDatabase("create table t(n)")
    try database.run(
      "insert into t with recursive c(n) as (select 0 union all select n + 1 from c"
        + " where n < 99999) select n from c")
    let model = try database.feed().listModel
    let wrong = Monitor(0)
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for place in 0..<40 {
        let number = (thread * 12_347 + place * 7_919) % 100_000
        let isRight = model.row(number).json.text == "{\"n\":\(number)}"
        if !isRight { wrong.withLock { $0 += 1 } }
      }
    }
    #expect(wrong.withLock { $0 } == 0)
  }

  @Test("F2: blocks of a scan have few rows where rows are long") @MainActor
  func blocksAreLimitedByBytes() throws {
    let database = try TestDatabase("create table t(a)")
    try database.run(
      "insert into t with recursive c(n) as (select 0 union all select n + 1 from c"
        + " where n < 3999) select printf('%.*c', 4000, 'x') from c")
    let longest = Monitor(0)
    try RowScan(over: database.feed().listModel).run(0..<4_000, empty: 0) { _, row, sum in
      sum += row.count
    } step: { _, sum in
      longest.withLock { $0 = max($0, sum) }
      return true
    }
    #expect(longest.withLock { $0 } <= 3 << 20)
  }

  @Test func changesAreNoticedByEachConnection() throws {
    let database = try TestDatabase("create table t(a)\ninsert into t values (1)")
    let (provider, _) = try database.open(.table("t"))
    #expect(SQLiteProvider([database.path], .table("t")).isUnchanged(since: provider))
    try database.run("insert into t values (2)")
    // The last connection that was used is the next one that is.
    let (isBusy, isSecond, isOver) = (
      DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
    )
    DispatchQueue.global().async {
      try? provider.pool.withConnection { _ in
        isBusy.signal()
        isSecond.wait()
      }
      isOver.signal()
    }
    isBusy.wait()
    try provider.pool.withConnection { _ in
      isSecond.signal()
      isOver.wait()
    }
    #expect(!SQLiteProvider([database.path], .table("t")).isUnchanged(since: provider))
  }

  // Rows of several states were one result, of which nothing was said.
  @Test("34: rows that were changed after they were numbered are reported") @MainActor
  func changedRows() throws {
    let database = try TestDatabase("create table t(n)")
    try database.run(
      "insert into t with recursive c(n) as (select 0 union all select n + 1 from c"
        + " where n < 999) select n from c")
    let model = try database.feed().listModel
    func faults() throws -> [String] {
      var output = RowOutput(.json(nil)) { _ in }
      try output.write(RowNumbers([700, 3, 600]), of: model)
      var faults = ResultFaults()
      faults.addFaults(of: model)
      return faults.lines
    }
    #expect(try faults().isEmpty)
    try database.run("update t set n = 0 where n > 500")
    #expect(
      try faults() == [
        "test: was overwritten while it was read; the rows may be inconsistent"
      ])
  }

  @Test func brokenViewsAndTablesOfExtensionsAreListed() throws {
    let database = try TestDatabase(
      """
      create table t(a, b)
      insert into t values (1, 2)
      create view v as select * from t
      create table gone(a)
      create view bad as select * from gone
      drop table gone
      """)
    let tables = try database.rows(.query(SQLiteProvider.tables))
    #expect(tables.map { $0.prefix(12) } == [#"{"table":"ba"#, #"{"table":"t""#, #"{"table":"v""#])
    #expect(try database.rows(.table("v")).count == 1)
    #expect(throws: (any Error).self) { try database.rows(.table("bad")) }
  }

  @Test(arguments: [
    ("select 1;", "select 1"), ("select ';' ; \n", "select ';' "), ("select 1", "select 1"),
  ])
  func aQueryMayEndWithASemicolon(_ text: String, _ sql: String) throws {
    #expect(try QueryText.checked(text) == sql)
    #expect(throws: (any Error).self) { try QueryText.checked(text + "; select 2") }
    #expect(throws: (any Error).self) { try QueryText.checked("select 1;;") }
  }
}
