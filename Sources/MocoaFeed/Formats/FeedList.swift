/// An array inside a document that can be its rows.
public struct FeedList: Hashable, Sendable {
  /// Where the array is in the document.
  public let pointer: JSONPointer

  /// The number of its elements.
  public let rowCount: Int

  /// Its length in bytes.
  public let byteCount: Int

  /// A Boolean value that indicates whether its elements are the rows of the feed.
  public internal(set) var isShown = false
}

extension FeedListModel {
  /// The lists that the document of the feed has, as far as it has been read: the one that is shown
  /// first, then the others, the longest first.
  ///
  /// At most 32, none of them empty; none where the feed has several sources, and where the rows
  /// are not an array of an object. ``FeedOptions/pointer`` chooses another one.
  ///
  /// - Complexity: O(1).
  public var lists: [FeedList] { parts.count == 1 ? parts[0].progress.lists : [] }
}

/// What has been learned of an object while its rows are looked for.
struct DocumentState {
  /// Rows that may turn out to be the rows.
  struct Candidate {
    var writer: RowWriter
    /// The keys that lead to the array.
    var path: [String]
    /// Where the array is.
    var range: Range<Int>
    /// Whether the first row is an object.
    var holdsObjects: Bool

    /// How much longer a list two levels down must be than one a level down.
    static let depthFactor = 8

    /// Whether the rows are such as lists have.
    var isList: Bool { holdsObjects && writer.rowCount >= FormatProbe.rowsOfList }

    /// The length, with that of an array that is deeper counting for less; an empty one for
    /// nothing.
    private var weight: Int {
      guard writer.rowCount > 0 else { return 0 }
      return path.count == 1 ? range.count * Self.depthFactor : range.count
    }

    func isBetter(than other: Candidate?) -> Bool { other.map { weight > $0.weight } ?? true }
  }

  /// The largest number of lists that are remembered.
  private static let mostLists = 32

  /// Whether it is decided which array holds the rows.
  var isDecided = false
  /// The best array of objects so far.
  var bestOfObjects: Candidate?
  /// The best array of anything else so far.
  var bestOfOthers: Candidate?
  /// Where the largest member is that is an object.
  var largestObject = 0..<0
  /// Whether `version` says that this is a JSON Feed.
  var isJSONFeed = false
  /// Where the members besides the rows are, keys included; the first of them.
  var otherMembers: [Range<Int>] = []
  /// The keys that lead to the rows, once that is decided.
  var shownPath: [String]?

  private var arrays: [(path: [String], rowCount: Int, byteCount: Int)] = []

  /// The array that holds the rows as far as that is known.
  ///
  /// A list of words beside an object that is longer is a detail, as are the keywords and files of
  /// a package beside what it depends on.
  var best: Candidate? {
    guard let others = bestOfOthers, !isOutweighed(others) else { return bestOfObjects }
    return others.isBetter(than: bestOfObjects) ? others : bestOfObjects
  }

  private func isOutweighed(_ candidate: Candidate) -> Bool {
    let isInside = largestObject.contains(candidate.range.lowerBound)
    let rest = largestObject.count - (isInside ? candidate.range.count : 0)
    return candidate.writer.rowCount > 0 && candidate.range.count < rest
  }

  mutating func propose(_ candidate: Candidate) {
    if candidate.holdsObjects {
      if candidate.isBetter(than: bestOfObjects) { bestOfObjects = candidate }
    } else if candidate.isBetter(than: bestOfOthers) {
      bestOfOthers = candidate
    }
  }

  /// Adds an array to the lists.
  mutating func add(_ path: [String], rowCount: Int, byteCount: Int) {
    guard rowCount > 0 else { return }
    arrays.append((path, rowCount, byteCount))
    guard arrays.count > Self.mostLists else { return }
    let least = arrays.indices.filter { arrays[$0].path != shownPath }
      .min { arrays[$0].byteCount < arrays[$1].byteCount }
    least.map { _ = arrays.remove(at: $0) }
  }

  /// The lists of the document, that of the rows first.
  ///
  /// - Parameter prefix: The keys that lead to the object.
  /// - Returns: The lists.
  func lists(below prefix: [String]) -> [FeedList] {
    let lists = arrays.map {
      FeedList(
        pointer: JSONPointer(tokens: prefix + $0.path), rowCount: $0.rowCount,
        byteCount: $0.byteCount, isShown: $0.path == shownPath)
    }
    return lists.sorted { ($0.isShown ? 1 : 0, $0.byteCount) > ($1.isShown ? 1 : 0, $1.byteCount) }
  }
}
