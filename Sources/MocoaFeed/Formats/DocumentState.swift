/// The state of an object while its rows are searched for.
struct DocumentState {
  /// An array that may be chosen for the rows of the feed.
  struct Candidate {
    var writer: RowWriter
    /// The keys that lead to the array.
    var path: [String]
    /// The range of the array.
    var range: Range<Int>
    /// The kind of the first row.
    var rowKind: RowKind

    /// The kinds of rows, those of which a list is most likely the rows of a document last.
    enum RowKind: Sendable {
      case scalar, array, object
    }

    /// The factor by which a list two levels down must be longer than one a level down.
    static let depthFactor = 8

    /// A Boolean value that indicates whether the rows look like those of a list.
    var isList: Bool { rowKind == .object && writer.rowCount >= FormatProbe.rowsOfList }

    /// A Boolean value that indicates whether it has the name of a document's list of rows.
    var isMain: Bool { path.last.map(DocumentState.isMainKey) ?? false }

    /// The length for comparison: deeper arrays count less, and empty ones are 0.
    private var weight: Int {
      guard writer.rowCount > 0 else { return 0 }
      return path.count == 1 ? range.count * Self.depthFactor : range.count
    }

    func isBetter(than other: Candidate?) -> Bool { other.map { weight > $0.weight } ?? true }
  }

  /// The maximum number of lists recorded.
  private static let mostLists = 32

  /// What servers name the list of rows of a document.
  private static let mainKeys: Set = [
    "items", "data", "results", "rows", "records", "entries", "values", "hits", "value", "content",
    "docs", "documents", "elements", "objects", "list",
  ]

  /// Returns whether a member has the name of a document's list of rows.
  static func isMainKey(_ key: String) -> Bool { mainKeys.contains(key.lowercased()) }

  /// The names of the members of sections that are not shown.
  var omittedOfSections: Set<String> = []

  /// A Boolean value that indicates whether the array with the rows has been chosen.
  var isDecided = false
  var bestOfObjects: Candidate?
  /// The longest array of objects more than two levels down so far.
  var deepest: Candidate?
  var bestOfArrays: Candidate?
  /// The best array of other values so far.
  var bestOfScalars: Candidate?
  /// An empty array that has the name of the document's list, of which there are no rows then.
  private var emptyMain: Candidate?
  /// A Boolean value that indicates whether another array with such a name has rows.
  private var hasMain = false
  /// The best array of errors so far, which is shown if there is no other array.
  var bestOfErrors: Candidate?
  /// The range of the largest member that is an object.
  var largestObject = 0..<0
  /// A Boolean value that indicates whether `version` identifies a JSON Feed.
  var isJSONFeed = false
  /// The ranges of the first members other than the rows, keys included.
  var otherMembers: [Range<Int>] = []
  /// What the document says about further pages.
  var furtherPages = FurtherPages()
  /// The keys that lead to the rows, once they are chosen.
  var shownPath: [String]?

  /// The arrays at the path of an earlier one, with the offsets at which they begin.
  private(set) var repeated: [(path: [String], offset: Int)] = []

  private var arrays: [(path: [String], rowCount: Int, byteCount: Int)] = []

  /// The paths of the first members that are neither objects nor arrays with elements.
  private(set) var scalars: [[String]] = []

  /// Returns the best array for the rows of a document, as far as is known.
  ///
  /// An array more than two levels down must be longer than all others together, such as the edges
  /// of an answer of GraphQL: others are details. So are values next to objects, such as tags next
  /// to items, and a list of strings next to a longer object, such as the keywords and files of a
  /// package next to its dependencies.
  func best(ofByteCount byteCount: Int) -> Candidate? {
    if let emptyMain, !hasMain { return emptyMain }
    if let deepest, deepest.range.count > byteCount / 2, deepest.isBetter(than: bestOfObjects) {
      return deepest
    }
    guard let others = bestOfOthers, !isOutweighed(others) else {
      return bestOfObjects ?? bestOfErrors
    }
    return others.isBetter(than: bestOfObjects) ? others : bestOfObjects
  }

  /// The best array of other values than objects.
  var bestOfOthers: Candidate? {
    guard let scalars = bestOfScalars, bestOfObjects?.writer.rowCount ?? 0 == 0 else {
      return bestOfArrays
    }
    return scalars.isBetter(than: bestOfArrays) ? scalars : bestOfArrays
  }

  private func isOutweighed(_ candidate: Candidate) -> Bool {
    let isInside = largestObject.contains(candidate.range.lowerBound)
    let rest = largestObject.count - (isInside ? candidate.range.count : 0)
    return candidate.writer.rowCount > 0 && candidate.range.count < rest
  }

  /// Considers an array for the rows, or one that reports errors in place of them.
  mutating func propose(_ candidate: Candidate, areErrors: Bool) {
    if areErrors {
      if candidate.isBetter(than: bestOfErrors) { bestOfErrors = candidate }
      return
    }
    if candidate.isMain {
      if candidate.writer.rowCount > 0 {
        hasMain = true
      } else if candidate.path.count == 1 {
        emptyMain = emptyMain ?? candidate
      }
    }
    switch candidate.rowKind {
    case .object where candidate.path.count > 2:
      if candidate.isBetter(than: deepest) { deepest = candidate }
    case _ where candidate.path.count > 2: break
    case .object: if candidate.isBetter(than: bestOfObjects) { bestOfObjects = candidate }
    case .array: if candidate.isBetter(than: bestOfArrays) { bestOfArrays = candidate }
    case .scalar: if candidate.isBetter(than: bestOfScalars) { bestOfScalars = candidate }
    }
  }

  /// Adds a member that is neither an object nor an array with elements.
  mutating func addScalar(_ path: [String]) {
    if scalars.count < Self.mostLists { scalars.append(path) }
  }

  /// Adds an array to the lists.
  mutating func add(_ path: [String], rowCount: Int, range: Range<Int>) {
    guard rowCount > 0 else {
      if path.count == 1 { addScalar(path) }
      return
    }
    let byteCount = range.count
    // Of members with the same key, only the first is found by a pointer.
    guard !arrays.contains(where: { $0.path == path }) else {
      repeated.append((path, range.lowerBound))
      return
    }
    arrays.append((path, rowCount, byteCount))
    guard arrays.count > Self.mostLists else { return }
    let candidates = [bestOfObjects, bestOfArrays, bestOfScalars, deepest].map { $0?.path }
    let least = arrays.indices.filter { !([shownPath] + candidates).contains(arrays[$0].path) }
      .min { arrays[$0].byteCount < arrays[$1].byteCount }
    least.map { _ = arrays.remove(at: $0) }
  }

  /// Returns the lists of the document, that of the rows first.
  func lists(below prefix: [String]) -> [FeedList] {
    var arrays = arrays
    if let shownPath, !arrays.contains(where: { $0.path == shownPath }) {
      arrays.append((shownPath, 0, 0))
    }
    let lists = arrays.map {
      FeedList(
        pointer: JSONPointer(tokens: prefix + $0.path), rowCount: $0.rowCount,
        byteCount: $0.byteCount, isShown: $0.path == shownPath)
    }
    return lists.sorted { ($0.isShown ? 1 : 0, $0.byteCount) > ($1.isShown ? 1 : 0, $1.byteCount) }
  }
}
