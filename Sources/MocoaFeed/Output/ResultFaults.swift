/// The reasons for which an output result is not the whole of a feed.
///
/// Every way out of rows collects them here, and nothing else decides whether a result is whole:
/// printed rows, files, the input of a command, the clipboard. A result that is not whole is
/// reported, ends with an error, and replaces no file.
package struct ResultFaults: Error, Sendable {
  /// The errors of sources that were not read to their ends, or that were overwritten meanwhile.
  package private(set) var failures: [FeedError] = []

  /// Descriptions of rows in which invalid Unicode was replaced.
  private var repairs: [String] = []

  /// Descriptions of rows or members that are missing or changed; all other rows are output.
  private var details: [String] = []

  /// Creates an empty collection.
  package init() {}

  /// Collects the faults of a feed whose last row has been output.
  @MainActor package init(of feed: Feed, isReplacing: Bool = false) {
    failures = feed.failures
    failures += feed.emptySources(isReplacing: isReplacing)
    addFaults(of: feed.listModel)
  }

  /// Collects the faults that are known before the rows of a feed are output in the background.
  ///
  /// Add those of the list model when that has ended.
  ///
  /// - Parameters:
  ///   - feed: The feed.
  ///   - needsAllRows: A Boolean value that indicates whether rows that are not read or loaded yet
  ///     are missing.
  @MainActor package init(before feed: Feed, needsAllRows: Bool) {
    failures = feed.failures
    failures += feed.emptySources(isReplacing: true)
    guard needsAllRows else { return }
    if let remainder = feed.remainder, feed.status.isLoading || failures.isEmpty { add(remainder) }
  }

  /// A Boolean value that indicates whether all rows are output as they are in the sources.
  package var isWhole: Bool { failures.isEmpty && repairs.isEmpty && details.isEmpty }

  /// A Boolean value that indicates whether all sources were read to their ends.
  package var areSourcesRead: Bool { failures.isEmpty }

  /// One line for each fault; failures of many sources for the same reason are one.
  package var lines: [String] {
    FeedError.summed(failures).map(\.description) + repairs + details
  }

  /// The number of sources whose rows with faults of one kind are listed.
  private static let sourceLimit = 10

  package func check() throws(ResultFaults) { if !isWhole { throw self } }

  /// Adds that a file was overwritten while its rows were output, and derived members without a
  /// value in some rows.
  package mutating func addFaults(of model: FeedListModel) {
    if failures.isEmpty, var error = model.overwritingOfReadBytes {
      error.reason = .unreadable("was overwritten while it was read; the rows may be inconsistent")
      failures.append(error)
    }
    details += model.derivedMembers.compactMap(\.fault)
  }

  /// Adds the faults of rows from which the output rows are made.
  package mutating func add(_ others: ResultFaults) {
    failures += others.failures
    repairs += others.repairs
    details += others.details
  }

  /// Adds a description of something that is missing.
  package mutating func add(_ detail: String) { details.append(detail) }

  /// Adds rows that cannot be read: not JSON, or not the fields of the table.
  ///
  /// - Parameters:
  ///   - broken: The rows.
  ///   - model: The feed; each of its sources with such rows is reported.
  ///   - areLeftOut: A Boolean value that indicates whether the result skips them; otherwise their
  ///     errors are in their places.
  ///   - problem: Returns the error of a row, of which it gets the number.
  package mutating func add(
    broken: RowTally, of model: FeedListModel, areLeftOut: Bool = true,
    problem: (Int) -> FeedError?
  ) {
    let failures = failures
    details += lines(for: broken, in: model) { part in
      let problem = part.first.flatMap(problem)
      // The row in which a source cannot be read any further has the same fault.
      let isReported = failures.contains { failure in
        failure.line != nil && failure.source == problem?.source
          && (failure.line == problem?.line || part.count == 1)
      }
      if isReported { return nil }
      // Nothing is left out between two commas, or after the last one.
      if part.count == 1, let problem, problem.isOfGap { return "\(problem)" }
      let more = problem?.isOfSeveralValues == true ? " or more" : ""
      let rows = (part.count == 1 ? "1 row" : "\(part.count) rows") + more
      let end = areLeftOut ? (part.count == 1 ? "is left out" : "are left out") : "cannot be read"
      return problem.map { "\($0); \(rows) \(end)" } ?? "\(rows) \(end)"
    }
  }

  /// Adds rows in which invalid Unicode was replaced, for each source that has some; `place`
  /// returns the position in the row with a number.
  package mutating func add(
    repaired: RowTally, of model: FeedListModel, place: (Int) -> FeedError?
  ) {
    repairs += lines(for: repaired, in: model) {
      Self.description(ofRepairsIn: $0.count, from: $0.first.flatMap(place))
    }
  }

  /// Adds the failure of the first filter that exceeded its limit on some rows, if there is one.
  package mutating func add(
    failureOf filters: [RowFilter], option: String = "--filter", areAllTested: Bool = false
  ) {
    let failures = filters.lazy.compactMap { $0.failure ?? (areAllTested ? $0.absence : nil) }
    guard let failure = failures.first else { return }
    add("\(option): character \(failure.offset + 1): \(failure.message)")
  }

  /// Adds the faults of the groups of the rows, which are a feed without places that a user knows.
  ///
  /// - Parameters:
  ///   - groups: The faults; those of reading are left out next to those of reading the rows.
  ///   - areRepairsKnown: A Boolean value that indicates whether invalid Unicode in the groups was
  ///     reported with the places of the rows.
  package mutating func add(ofGroups groups: ResultFaults, areRepairsKnown: Bool) {
    if failures.isEmpty { failures = groups.failures }
    details += groups.details
    if !areRepairsKnown, !groups.repairs.isEmpty {
      repairs.append("some values of groups are written with U+FFFD in place of invalid Unicode")
    }
  }

  /// Returns a line for each source with rows of a tally, and one for all beyond a limit.
  private func lines(
    for tally: RowTally, in model: FeedListModel, _ description: (RowTally) -> String?
  ) -> [String] {
    let parts = tally.parts(of: model)
    let isLong = parts.count > Self.sourceLimit + 1
    let listed = isLong ? parts.prefix(Self.sourceLimit) : parts[...]
    let lines = listed.compactMap(description)
    guard isLong else { return lines }
    let rest = parts.dropFirst(listed.count)
    let count = rest.reduce(0) { $0 + $1.count }
    return lines + ["\(count) such rows in \(rest.count) more sources"]
  }

  /// Describes a number of rows, nil if more may follow, in which invalid Unicode was replaced, and
  /// the place of the first of them.
  package static func description(ofRepairsIn count: Int?, from place: FeedError?) -> String {
    let rows = count.map { $0 == 1 ? "1 row is" : "\($0) rows are" } ?? "it is"
    return (place.map { "\($0); " } ?? "") + "\(rows) written with U+FFFD in such places"
  }
}

extension RowTally {
  /// Returns the rows of each source of a feed that has some.
  package func parts(of model: FeedListModel) -> [RowTally] { parts(of: model.parts.map(\.rows)) }
}
