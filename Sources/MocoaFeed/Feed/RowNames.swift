import MocoaCore

/// The texts of a member in all rows of a feed, by which rows without an identity are recognized.
struct RowNames: Sendable {
  let path: MemberPath

  /// The hash of the text of each row, by number, most of which are different; 0 without a text.
  let hashes: [UInt64]

  /// The maximum number of rows that are recognized by names, and of members that are considered.
  private static let (rowLimit, memberLimit) = (20_000, 8)

  /// Returns the members whose values are a different text in each row: no numbers and no times,
  /// which are more likely to change than to name something.
  ///
  /// One row, or a quarter of many, may have the text of another one, or none.
  ///
  /// Those of elements are different in the elements of each row.
  ///
  /// - Complexity: O(n) for n bytes of the rows.
  /// - Parameter model: The rows.
  /// - Returns: The names, in the order of the members of the first row; none if there are many
  ///   rows, or if an engine keeps them.
  /// - Throws: A `FeedError` if the source cannot be read.
  static func all(in model: FeedListModel) throws -> [RowNames] {
    guard 2...rowLimit ~= model.numberOfRows, model.provider == nil else { return [] }
    let first = model.row(0).json
    var paths: [MemberPath] = []
    func add(_ object: JSONBytes, below keys: [String]) {
      object.forEachMember { key, value in
        if value.kind == .string { paths.append(MemberPath(keys: keys + [key])) }
        return paths.count < memberLimit
      }
    }
    var owner: MemberPath?
    if let element = model.elementMember {
      let member = element.meanings.first { $0.value(in: first) != nil }
      if let member, let value = member.value(in: first), value.kind == .object {
        add(value, below: member.keys)
      }
      owner = RowFingerprints.usualKeys.map { MemberPath($0) }.first { $0.value(in: first) != nil }
    }
    add(first, below: [])
    guard !paths.isEmpty else { return [] }
    var found = Array(repeating: [UInt64](), count: paths.count)
    try RowScan(over: model).run(
      0..<model.numberOfRows, empty: NameReader(paths, owner: owner)
    ) { number, row, reader in
      reader.add(row, number: number)
    } step: { _, reader in
      for index in paths.indices { found[index] += reader.hashes[index] }
      return true
    }
    return zip(paths, found).compactMap { path, hashes in
      let names = RowNames(path: path, hashes: hashes)
      let others = hashes.count - names.texts.count
      let areNames = hashes.count == model.numberOfRows && others <= max(1, hashes.count / 4)
      return areNames ? names : nil
    }
  }

  /// The different hashes of texts.
  private var texts: Set<UInt64> { Set(hashes).subtracting([0]) }

  /// Returns the name of a row; nil if it has none.
  func name(of number: Int) -> UInt64? { hashes[number] == 0 ? nil : hashes[number] }

  /// Returns the names that identify the rows of two readings, most of which have a name that is in
  /// the other one, too; nil if there are none.
  static func shared(by old: [RowNames], and new: [RowNames]) -> (old: RowNames, new: RowNames)? {
    var best: (old: RowNames, new: RowNames)?
    var bestCount = 0
    for names in new {
      guard let others = old.first(where: { $0.path == names.path }) else { continue }
      let count = others.texts.intersection(names.texts).count
      guard count > bestCount, 2 * count > max(others.hashes.count, names.hashes.count) else {
        continue
      }
      (best, bestCount) = ((others, names), count)
    }
    return best
  }
}

/// Reads the names in the rows of a block, together with the identity of the row whose element each
/// is; 0 in place of other values.
private struct NameReader: Sendable {
  private(set) var hashes: [[UInt64]]
  private var reader: MemberReader
  private let slots: [[Int]]
  private let ownerSlots: [Int]?

  init(_ paths: [MemberPath], owner: MemberPath?) {
    var reader = MemberReader()
    slots = paths.map { reader.slots(of: $0) }
    ownerSlots = owner.map { reader.slots(of: $0) }
    self.reader = reader
    hashes = Array(repeating: [], count: paths.count)
  }

  mutating func add(_ row: UnsafeRawBufferPointer, number: Int) {
    let isJSON = reader.read(row, number: number)
    var owner: UInt64?
    if isJSON, let ownerSlots, let value = reader.value(in: ownerSlots, of: row) {
      owner = RowFingerprint.id(value, .ofThisRun)
    }
    for index in slots.indices {
      let value = isJSON ? reader.value(in: slots[index], of: row) : nil
      let name = value.flatMap(Self.hash) ?? 0
      if name != 0, let owner {
        hashes[index].append(max(1, ByteHash.ofThisRun(owner, name)))
      } else {
        hashes[index].append(name)
      }
    }
  }

  private static func hash(_ value: UnsafeRawBufferPointer) -> UInt64? {
    guard case .text(let content)? = QueryValue(value) else { return nil }
    let isName = QueryValue.withUnescaped(content) {
      !$0.isEmpty && Timestamp($0) == nil && NumberReading($0) == nil
    }
    return isName ? max(1, RowFingerprint.id(value, .ofThisRun)) : nil
  }
}

/// How rows without an identity were recognized when their feed was read again.
package enum RowRecognition: Hashable, Sendable {
  /// By the different texts of a member.
  case member(String)
  /// By their positions, as all rows have changed.
  case position
  /// By an identity that several rows have, and by their contents.
  case shared(String)
}

extension RowFingerprints {
  fileprivate var knownRecognition: RowRecognition? {
    guard let identityKey, !shared.isEmpty else { return recognition }
    return .shared(identityKey)
  }
}

extension FeedListModel {
  /// How rows that have changed were recognized, if they have no identity.
  package var recognition: RowRecognition? {
    parts.lazy.compactMap { $0.store.fingerprints.withLock { $0?.knownRecognition } }.first
  }
}
