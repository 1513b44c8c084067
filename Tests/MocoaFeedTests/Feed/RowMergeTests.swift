import Testing

@testable import MocoaFeed

/// The merge of rows by their times, without threads or a clock.
@Suite struct RowMergeTests {
  private static let start = ContinuousClock.now

  /// Returns rows with times in seconds; nil for a row without one.
  private func rows(_ times: [Int?], named name: String) -> MergedRows {
    var rows = MergedRows()
    for (number, time) in times.enumerated() {
      let member = time.map { ",\"time\":\(1_764_237_600 + $0)" } ?? ""
      _ = Array("{\"id\":\"\(name)\(number)\"\(member)}".utf8).withUnsafeBytes { rows.append($0) }
    }
    var member: TimeMember?
    var last: Timestamp?
    rows.setTimes(&member, after: &last)
    return rows
  }

  /// Returns the identifiers of the rows that are merged at a time in milliseconds.
  private func merged(
    _ merge: inout RowMerge, at milliseconds: Int = 0, patience: Int? = 100
  ) -> [String] {
    let lines = merge.lines { _, _ in
      patience.map { Self.start + .milliseconds(milliseconds - $0) }
    }
    return lines.split(separator: 0x0A).compactMap { JSONBytes($0).member("id")?.string }
  }

  @Test("38: a source without rows holds up the others for a while")
  func waiting() {
    var merge = RowMerge(["a", "b"])
    merge.append(rows([1, 2, 5], named: "a"), of: 0, at: Self.start)
    #expect(merge.openSources == [1] && merged(&merge, at: 99).isEmpty)
    #expect(merged(&merge, at: 200, patience: nil).isEmpty)
    merge.append(rows([0, 2, 3], named: "b"), of: 1, at: Self.start + .milliseconds(99))
    #expect(merged(&merge, at: 99) == ["b0", "a0", "a1", "b1", "b2"])
    #expect(merged(&merge, at: 100) == ["a2"])
    // What comes later is behind it.
    merge.append(rows([4, 6], named: "b"), of: 1, at: Self.start + .milliseconds(120))
    #expect(merged(&merge, at: 219).isEmpty && merged(&merge, at: 220) == ["b0", "b1"])
    #expect(merge.notes == ["b: 1 row came after a later one of another source"])
    merge.finish(0)
    merge.append(rows([9], named: "b"), of: 1, at: Self.start + .milliseconds(300))
    #expect(merged(&merge, at: 300, patience: nil) == ["b0"] && !merge.isFinished)
    merge.finish(1)
    #expect(merge.isFinished)
  }

  @Test("38: rows without a time have that of the row before them, the first ones are first")
  func timesOfOthers() {
    var merge = RowMerge(["a", "b"])
    merge.append(rows([nil, 3, nil, 6], named: "a"), of: 0, at: Self.start)
    merge.append(rows([1, 3, 4], named: "b"), of: 1, at: Self.start)
    merge.finish(0)
    merge.finish(1)
    #expect(merged(&merge) == ["a0", "b0", "a1", "a2", "b1", "b2", "a3"])
    #expect(merge.isFinished && merge.notes.isEmpty)
  }

  @Test("38: rows without a time are not counted as older ones")
  func olderRows() {
    var merge = RowMerge(["a"])
    merge.append(rows([5, 2, nil, nil], named: "a"), of: 0, at: Self.start)
    merge.finish(0)
    #expect(merged(&merge) == ["a0", "a1", "a2", "a3"])
    #expect(merge.notes == ["a: 1 row is older than one before it, and stays behind it"])
  }

  @Test("38: a source whose times descend keeps its order, and this is said")
  func descendingTimes() {
    var merge = RowMerge(["a", "b", "c"])
    merge.append(rows([1, 9, 2, 3], named: "a"), of: 0, at: Self.start)
    merge.append(rows([5, 10], named: "b"), of: 1, at: Self.start)
    merge.append(rows([nil], named: "c"), of: 2, at: Self.start)
    for source in 0..<3 { merge.finish(source) }
    #expect(merged(&merge) == ["c0", "a0", "b0", "a1", "a2", "a3", "b1"])
    #expect(
      merge.notes == [
        "a: 2 rows are older than one before them, and stay behind it",
        "c: no times were found; its rows are first, or where they came",
      ])
  }
}
