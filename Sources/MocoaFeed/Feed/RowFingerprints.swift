import MocoaCore

/// The fingerprints of all rows of a feed, and the member that identifies rows.
struct RowFingerprints: Sendable {
  /// The usual identifying members, in order of preference.
  static let usualKeys =
    JSONObject.identityKeys + ["ID", "PID", "CONTAINER ID", "IMAGE ID", "NAME"]

  /// The number of rows sampled to choose the member.
  private static let sampleSize = 100

  /// The number of rows waited for at a time while a reading is running.
  private static let rowsPerStep = 20_000

  /// The member that identifies rows, or nil if their contents do.
  let identityKey: String?

  var sections: [[RowFingerprint]]

  /// The number of rows.
  var count: Int { sections.reduce(0) { $0 + $1.count } }

  /// The values of the rows, by number, once they are computed.
  var values: [RowValue]?

  /// The members by which rows without an identity can be recognized.
  private(set) var names: [RowNames] = []

  /// The identities of the member that several rows have, by those that the rows got in their
  /// place.
  var shared: [UInt64: UInt64] = [:]

  /// How rows without an identity were recognized, if they have changed since.
  var recognition: RowRecognition?

  /// Reads all rows of a list; the member that identifies rows, or the title of its column, is one
  /// of the usual ones that all of the first rows have if it is nil.
  init(
    of model: FeedListModel, identityKey: String?,
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws {
    let key = try Self.key(named: identityKey, in: model)
    let rows = try Self.hash(
      model, rows: 0..<model.numberOfRows, by: key.map { MemberPath($0) },
      isCancelled: isCancelled)
    self.init(rows, of: model, identityKey: key)
    if key == nil { names = try RowNames.all(in: model) }
  }

  /// Reads the rows of a running reading until it has ended.
  ///
  /// Both end at almost the same time, instead of one after the other. Blocks.
  ///
  /// - Parameters:
  ///   - reading: The reading.
  ///   - identityKey: The member that identifies rows; nil chooses one.
  /// - Throws: A `FeedError` if the source has become shorter or cannot be read.
  init(following reading: FeedReading, identityKey: String?) throws {
    reading.index.wait(forRows: Self.sampleSize)
    let key = try Self.key(named: identityKey, in: reading.model)
    let path = key.map { MemberPath($0) }
    var rows: [RowFingerprint] = []
    while !reading.index.progress.isFinished {
      let model = reading.model
      rows += try Self.hash(model, rows: rows.count..<model.numberOfRows, by: path, jobs: 1)
      reading.index.wait(forRows: rows.count + Self.rowsPerStep)
    }
    let model = reading.model
    rows += try Self.hash(model, rows: rows.count..<model.numberOfRows, by: path)
    self.init(rows, of: model, identityKey: key)
    if key == nil { names = try RowNames.all(in: model) }
  }

  private init(_ rows: [RowFingerprint], of model: FeedListModel, identityKey: String?) {
    self.identityKey = identityKey
    var rows = rows
    if identityKey != nil { shared = Self.separate(&rows) }
    if model.numberOfSections == 1 {
      sections = [rows]
    } else {
      sections = (0..<model.numberOfSections).map {
        Array(rows[model.feedSection(at: $0).rows])
      }
    }
  }

  /// Corrects the fingerprints of rows that others changed between being shown and being compared.
  ///
  /// - Parameter rows: The rows as they may be shown, by number.
  mutating func correct(_ rows: [Int: [UInt8]]) {
    guard sections.count == 1 else { return }
    let (path, hash) = (identityKey.map { MemberPath($0) }, ByteHash.ofThisRun)
    var valueHash = ValueHash()
    for (number, row) in rows where number < sections[0].count {
      row.withUnsafeBytes { bytes in
        var fingerprint = RowFingerprint(of: bytes, by: path, hash: hash)
        let row = sections[0][number]
        if original(row).id == fingerprint.id { fingerprint.id = row.id }
        // An unchanged row may have the identity of a row that it has replaced.
        guard fingerprint.content != row.content else { return }
        sections[0][number] = fingerprint
        values?[number] = RowValue(of: bytes, by: &valueHash, withMembers: path == nil)
      }
    }
  }

  /// Returns the path of the member with a name, or of one of the usual ones; nil if there is none.
  private static func key(named name: String?, in model: FeedListModel) throws -> String? {
    try name.map { path(named: $0, in: model) } ?? chooseKey(for: model)
  }

  /// Returns the path of the member with a name, or with the title of a column: a member of the
  /// only member that has one with that name, if none of the first rows has it itself.
  private static func path(named name: String, in model: FeedListModel) -> String {
    guard model.provider == nil else { return name }
    let path = MemberPath(name)
    let rows = (0..<min(sampleSize, model.numberOfRows)).map { model.row($0).json }
    guard let parent = path.parent(in: rows) else { return name }
    let found = path.below(parent).meanings.first { path in
      rows.contains { path.value(in: $0) != nil }
    }
    return found?.text ?? name
  }

  /// Returns the first usual member that all of the first rows have with a value other than null,
  /// and that is another one in most of them: elements of lists may all have that of their parent.
  ///
  /// Members of the elements themselves come first.
  static func chooseKey(for model: FeedListModel) throws -> String? {
    if let member = model.provider?.identityMember { return MemberPath.quoted(member) }
    let count = min(sampleSize, model.numberOfRows)
    let ofElements = (model.elementMember?.meanings ?? []).flatMap { element in
      usualKeys.map { MemberPath(keys: element.keys + [$0]).text }
    }
    var candidates = (ofElements + usualKeys).map {
      (key: $0, path: MemberPath($0), values: Set<UInt64>())
    }
    try model.forEachRow(in: 0..<count) { _, bytes in
      for index in candidates.indices.reversed() {
        if let value = candidates[index].path.identity(in: bytes) {
          candidates[index].values.insert(ByteHash.ofThisRun(value))
        } else {
          candidates.remove(at: index)
        }
      }
      return !candidates.isEmpty
    }
    return candidates.first { 2 * $0.values.count > count }?.key
  }

  private static func hash(
    _ model: FeedListModel, rows: Range<Int>, by key: MemberPath?, jobs: Int? = nil,
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws -> [RowFingerprint] {
    var result: [RowFingerprint] = []
    result.reserveCapacity(rows.count)
    let hash = ByteHash.ofThisRun
    let isComplete = try RowScan(over: model, jobs: jobs).run(
      rows, empty: [RowFingerprint](), isCancelled: isCancelled
    ) { _, bytes, found in
      found.append(RowFingerprint(of: bytes, by: key, hash: hash))
    } step: { _, found in
      result += found
      return true
    }
    if !isComplete { throw CancellationError() }
    return result
  }
}
