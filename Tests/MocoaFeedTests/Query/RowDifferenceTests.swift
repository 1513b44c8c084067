import MocoaCore
import Testing

@testable import MocoaFeed

/// By how many rows two readings differ.
@Suite struct RowDifferenceTests {
  /// A list of rows with these values, in which rows have the identities of others.
  private func model(_ values: [Int], ids: [Int: Int] = [:]) throws -> FeedListModel {
    let rows = values.map { #"{"v":\#($0)}"# }
    let model = Indexed("[" + rows.joined(separator: ",") + "]").model
    var made = try RowFingerprints(of: model, identityKey: nil)
    for (row, other) in ids { made.sections[0][row].id = made.sections[0][other].id }
    let fingerprints = made
    model.parts[0].store.fingerprints.withLock { $0 = fingerprints }
    return model
  }

  private func difference(_ old: FeedListModel, _ new: FeedListModel) -> [Int]? {
    old.difference(of: nil, to: new, nil).map { [$0.inserted, $0.changed, $0.deleted] }
  }

  @Test("42: of two rows with one identity, the one that stays is not counted as changed")
  func sharedIdentities() throws {
    // The first of two equal rows has changed and keeps their identity.
    let pair = try model([2, 1], ids: [0: 1])
    #expect(try difference(model([1, 1]), pair) == [0, 1, 0])
    #expect(difference(pair, pair) == [0, 0, 0])
    #expect(try difference(pair, model([2, 1, 3], ids: [0: 1])) == [1, 0, 0])
    #expect(try difference(pair, model([1, 2], ids: [1: 0])) == [0, 0, 0])
    #expect(try difference(pair, model([1])) == [0, 0, 1])
  }

  @Test(
    "42: rows are counted wherever they are",
    arguments: [
      ([], [], [0, 0, 0]), ([], [1], [1, 0, 0]), ([1], [], [0, 0, 1]),
      ([1, 2, 3], [3, 1, 2], [0, 0, 0]), ([1, 2, 3], [0, 1, 2, 3], [1, 0, 0]),
      ([1, 2, 3], [1, 3, 4, 5], [2, 0, 1]), ([1, 1, 2], [2, 1, 1, 1], [1, 0, 0]),
    ] as [([Int], [Int], [Int])])
  func counts(old: [Int], new: [Int], expected: [Int]) throws {
    #expect(try difference(model(old), model(new)) == expected)
  }

  @Test("42: a comparison that is cancelled has no result")
  func cancelled() throws {
    let (old, new) = try (model([1, 2]), model([3, 4]))
    let difference = old.difference(of: nil, to: new, nil, isCancelled: { true })
    #expect(difference == nil)
  }
}
