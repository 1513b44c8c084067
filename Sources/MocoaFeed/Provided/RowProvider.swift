/// An engine that supplies rows by number, as objects of JSON.
///
/// Rows are numbered from 0 in an order that stays the same as long as the provider is open. Any
/// thread may use it. All else (cells, columns, sorting, groups, summaries) is worked out of
/// the rows as for those of files, of the members and rows that a request is narrowed down to.
package protocol RowProvider: AnyObject, Sendable {
  /// The names of the members that all rows have, in order; once it is open.
  var members: [String] { get }

  /// The members that may be objects or arrays; nil where any may.
  var nestedMembers: [String]? { get }

  /// The member that identifies a row; nil to choose one.
  var identityMember: String? { get }

  /// Returns the number of rows that a thread of a scan requests at once, by their average length
  /// in bytes, as the results of some blocks are in memory; asking for that may block.
  func rowsPerBlock(ofLength length: () -> Int) -> Int

  /// The number of threads that can request rows at the same time.
  var jobs: Int { get }

  /// The last statements that were sent to the engine, the newest first.
  var statements: [String] { get }

  /// Notes on how the rows were found.
  var notices: [String] { get }

  /// Connects to the engine and finds the rows; blocks.
  ///
  /// - Parameters:
  ///   - countsRows: Whether rows are counted and numbered. Otherwise it may find only the first
  ///     ones, and the others are requested all at once.
  ///   - didFind: Is called with the number of rows that can be requested already.
  /// - Throws: A `FeedError` or a reason for one.
  func open(countsRows: Bool, didFind: (Int) -> Void) throws

  /// A Boolean value that indicates whether there may be more rows than those that were found.
  var hasUncountedRows: Bool { get }

  /// Passes the rows of a request in its order, with their numbers, to a closure, which returns
  /// whether to continue; blocks.
  func forEachRow(
    _ request: RowRequest, _ body: (Int, UnsafeRawBufferPointer) throws -> Bool) throws

  /// Returns whether the engine has the order of the list for some members; blocks.
  ///
  /// It must be certain, for the values that there are.
  func canSort(by order: [RowRequest.Order], isCancelled: () -> Bool) throws -> Bool

  /// Hands over each combination of values of the requested members once, in the order of their
  /// first rows; blocks.
  ///
  /// - Parameters:
  ///   - request: All rows, and the members and rows that are wanted.
  ///   - body: Receives the number of rows with the values, and the text of one of them;
  ///     returns whether to continue.
  /// - Returns: `false` where it is not certain that values which the engine takes for equal have
  ///   the same text, that it finds exactly the rows that meet the condition, or that sums are
  ///   exact; what `body` was given is void then.
  /// - Throws: A `FeedError` or a reason for one, and what `body` throws.
  func forEachGroup(
    _ request: RowRequest, _ body: (Int, UnsafeRawBufferPointer) throws -> Bool
  ) throws -> Bool

  /// Cancels opening; rows that were counted stay, and any thread may call it.
  func cancel()

  /// Returns whether the rows are those of another provider of the same source, unchanged.
  func isUnchanged(since other: any RowProvider) -> Bool

  /// A Boolean value that indicates whether rows were read by numbers that they had before they
  /// were changed.
  var hasReadChangedRows: Bool { get }
}

extension RowProvider {
  /// Returns the number of rows of a length in some bytes, within limits.
  package static func rows(ofLength length: () -> Int, in bytes: Int, atMost limit: Int) -> Int {
    max(min(limit, 256), min(limit, bytes / max(1, length())))
  }

  package var notices: [String] { [] }

  package var nestedMembers: [String]? { nil }

  package func isUnchanged(since other: any RowProvider) -> Bool { false }

  package var hasReadChangedRows: Bool { false }

  package func canSort(
    by order: [RowRequest.Order], isCancelled: () -> Bool
  ) throws -> Bool { false }
}

/// The rows that are requested of an engine.
package struct RowRequest {
  /// The numbers of the rows, ascending.
  package enum Rows: Equatable {
    case range(Range<Int>)
    case numbers([Int])
    /// All rows, whose numbers are not wanted.
    case all
  }

  package var rows: Rows

  /// A member by which rows are sorted; null comes last in both directions.
  package struct Order: Sendable {
    package let member: String
    package let isDescending: Bool
  }

  /// The requested order of a range of rows, or of all; empty for that of their numbers.
  ///
  /// Rows with the same values are in the order of their numbers.
  package var order: [Order] = []

  /// The number of rows that are wanted, the first ones that meet the condition; nil for all.
  ///
  /// An engine may give more, and must do so where it is not certain that each meets it.
  package var limit: Int?

  /// The members that are wanted, of which an engine may give more; nil for all.
  package var members: Set<String>?

  /// Members of groups in whose place a text is wanted: how many numbers there are, a blank, and
  /// their exact sum.
  package var sums: [String] = []

  /// What rows must meet to be wanted.
  ///
  /// An engine leaves out only rows that do not meet it; whether the others do is tested.
  package var condition: RowCondition

  /// A Boolean value that indicates whether the rows are shown or measured only, so that those of
  /// several states are no fault.
  package var isSample = false

  /// Polled for cancellation, on any thread.
  package var isCancelled: () -> Bool

  package init(
    _ rows: Rows, members: Set<String>? = nil, condition: RowCondition = .constant(true),
    isCancelled: @escaping () -> Bool = { false }
  ) {
    (self.rows, self.members, self.condition) = (rows, members, condition)
    self.isCancelled = isCancelled
  }
}

extension RowRequest.Rows {
  /// The numbers as ranges without gaps.
  package var runs: [Range<Int>] {
    switch self {
    case .range(let rows): return [rows]
    case .all: return [0..<Int.max]
    case .numbers(let numbers):
      var runs: [Range<Int>] = []
      for number in numbers {
        if let last = runs.last, last.upperBound == number {
          runs[runs.count - 1] = last.lowerBound..<number + 1
        } else {
          runs.append(number..<number + 1)
        }
      }
      return runs
    }
  }
}

/// The members and rows that a pass needs, for engines that can leave the rest out.
struct RowNarrowing: Sendable {
  /// The members that are looked at; nil for all.
  var members: Set<String>?
  var condition = RowCondition.constant(true)
  var order: [RowRequest.Order] = []

  /// The number of first rows that meet the condition and are needed; nil for all.
  var limit: Int?

  /// The number of first rows that are needed, where each row meets the condition; nil for all.
  var untestedLimit: Int? { condition.isAlwaysMet && order.isEmpty ? limit : nil }

  /// The whole rows.
  static let none = RowNarrowing(.constant(true))

  /// What a condition looks at, and other members.
  init(_ condition: Condition, members: [MemberPath]? = nil) {
    self.condition = RowCondition(condition)
    guard let members, let tested = condition.members else { return }
    self.members = Self.names(members + tested)
  }

  /// Returns what is wanted of the rows to which members are added, of which no condition is known.
  func deriving(_ derived: [DerivedMember]) -> RowNarrowing {
    guard !derived.isEmpty else { return self }
    var result = RowNarrowing.none
    result.limit = untestedLimit
    guard var names = members else { return result }
    for member in derived {
      guard let sources = member.sources.flatMap(Self.names) else { return result }
      names.formUnion(sources)
      // It may be replaced.
      names.insert(member.name)
    }
    result.members = names
    return result
  }

  /// Returns the names of the members that paths may lead into; nil for all.
  private static func names(_ paths: [MemberPath]) -> Set<String>? {
    let names = paths.map(\.names)
    return names.contains(where: \.isEmpty) ? nil : Set(names.joined())
  }
}

extension Condition {
  /// Marks the members that all rows of an engine have as found, since it leaves out rows.
  func expectMembers(of provider: any RowProvider) {
    guard case .watching(let watches, _) = self else { return }
    let starts = JSONText.starts(ofMembers: provider.members)
    let row = starts.flatMap { $0 + "null".utf8 } + [UInt8(ascii: "}")]
    row.withUnsafeBytes { row in
      for watch in watches { watch.look(in: row) }
    }
  }
}
