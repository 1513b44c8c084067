import MocoaCore

extension FeedListModel {
  /// Returns the positions of rows of another reading of the feed, by the identifying member.
  ///
  /// Of duplicates, the first is found. Any thread may call it.
  ///
  /// - Complexity: O(n) for n rows of the list.
  /// - Parameter rows: The rows to find.
  /// - Returns: The number of each in the whole feed; nil for a missing row, and for all rows if
  ///   the list has no fingerprints.
  package func numbers(ofRowsLike rows: [Row]) -> [Int?] {
    var found: [Int?] = Array(repeating: nil, count: rows.count)
    for part in parts {
      guard let known = part.store.fingerprints.withLock({ $0 }) else { continue }
      let path = known.identityKey.map { MemberPath($0) }
      let wanted = rows.map { row in
        row.json.withBytes { RowFingerprint(of: $0, by: path, hash: .ofThisRun).id }
      }
      let places = Dictionary(zip(wanted, wanted.indices)) { first, _ in first }
      for (position, row) in known.sections.joined().enumerated() {
        guard let place = places[row.id], found[place] == nil else { continue }
        found[place] = part.rows.lowerBound + position
      }
    }
    return found
  }
}

extension FeedListModel {
  /// The member in which rows have the element of which they were made; nil for other rows.
  var elementMember: MemberPath? {
    parts.first.flatMap { FeedSourceKind($0.store.source).unnested?.elementMember }
  }

  /// The member by which rows are recognized if the user names none: a usual one that all of the
  /// first rows have; nil without one.
  package var usualIdentity: MemberPath? {
    (try? RowFingerprints.chooseKey(for: self)).map { MemberPath($0) }
  }

  /// A Boolean value that indicates whether rows are recognized by a member, even if they change.
  package var hasIdentities: Bool {
    parts.contains { $0.store.fingerprints.withLock { $0?.identityKey != nil } }
  }

  /// Returns whether the list has rows with the same contents.
  ///
  /// Any thread may call it.
  ///
  /// - Complexity: O(n) for n rows of the list.
  /// - Parameter rows: The rows.
  /// - Returns: `false` also if the list has no fingerprints.
  package func containsRows(equalTo rows: [JSONBytes]) -> Bool {
    var missing = Set(rows.map { $0.withBytes { ByteHash.ofThisRun($0) } })
    forEachFingerprint { _, row in missing.remove(row.content) }
    return missing.isEmpty
  }

  /// Returns the number of a row of this list in another list of the same sources, whose rows may
  /// be numbered from another one on, as sources before them have grown.
  ///
  /// - Complexity: O(log n) for n sources.
  package func number(ofRow number: Int, in other: FeedListModel) -> Int? {
    guard parts.count > 1, parts.count == other.parts.count else { return number }
    let index = parts.partitioningIndex { $0.rows.upperBound > number }
    guard index < parts.count else { return nil }
    let moved = number - parts[index].rows.lowerBound + other.parts[index].rows.lowerBound
    return other.parts[index].rows.contains(moved) ? moved : nil
  }

  /// Returns the numbers of rows of this list in another list of the same sources.
  package func numbers(ofRows numbers: RowSet, in other: FeedListModel) -> RowSet {
    guard parts.map(\.rows.lowerBound) != other.parts.map(\.rows.lowerBound) else { return numbers }
    var moved = RowSet()
    for row in numbers.rows { number(ofRow: row, in: other).map { moved.insert($0) } }
    return moved
  }
}

/// A place in a source, by which a row is found when the source is read in another way.
package struct RowPlace: Hashable, Sendable {
  /// The position of the source in its feed.
  package let source: Int

  /// The offset of the first byte of the row.
  let offset: Int
}

extension FeedListModel {
  /// Returns the place at which a row starts; nil for rows that are not those of a source.
  package func place(ofRow number: Int) -> RowPlace? {
    guard let position = parts.firstIndex(where: { $0.rows.contains(number) }) else { return nil }
    let part = parts[position]
    let kind = FeedSourceKind(part.store.source)
    guard kind.provided == nil, kind.hasOffsetsOfSource,
      let range = try? part.store.reader.range(ofRow: number - part.rows.lowerBound)
    else { return nil }
    return RowPlace(source: position, offset: range.lowerBound)
  }

  /// Returns the number of the row at a place, or else of the one before it; nil as long as rows
  /// that were found end before the place, and for a source that is read at other offsets.
  ///
  /// - Complexity: O(log n) for n rows, of which some are read.
  package func row(at place: RowPlace) -> Int? {
    let part = parts[place.source]
    guard FeedSourceKind(part.store.source).hasOffsetsOfSource else { return nil }
    func isBehindPlace(_ row: Int) -> Bool {
      guard let range = try? part.store.reader.range(ofRow: row) else { return true }
      return range.lowerBound > place.offset
    }
    let count = part.rows.count
    guard count > 0, part.progress.isFinished || isBehindPlace(count - 1) else { return nil }
    var rows = 0..<count
    while !rows.isEmpty {
      let middle = (rows.lowerBound + rows.upperBound) / 2
      rows = isBehindPlace(middle) ? rows.lowerBound..<middle : middle + 1..<rows.upperBound
    }
    return part.rows.lowerBound + max(0, rows.lowerBound - 1)
  }
}

/// The identity of a row in all readings of a feed.
package struct FeedRowIdentity: Hashable, Sendable {
  /// The hash of its identifying member or content.
  fileprivate let hash: UInt64

  /// The number of earlier rows with the same hash.
  fileprivate let occurrence: Int
}

extension FeedListModel {
  /// Returns the identities of rows, in ascending order, except those without fingerprints.
  ///
  /// - Complexity: O(n) for n rows of the list.
  package func identities(ofRows numbers: RowSet) -> [FeedRowIdentity] {
    numberedIdentities(ofRows: numbers).map(\.identity)
  }

  private func numberedIdentities(
    ofRows numbers: RowSet
  ) -> [(number: Int, identity: FeedRowIdentity)] {
    guard !numbers.isEmpty else { return [] }
    var counts: [UInt64: Int] = [:]
    forEachFingerprint { number, row in if numbers.contains(number) { counts[row.id] = 0 } }
    var identities: [(number: Int, identity: FeedRowIdentity)] = []
    forEachFingerprint { number, row in
      guard let count = counts[row.id] else { return }
      counts[row.id] = count + 1
      guard numbers.contains(number) else { return }
      identities.append((number, FeedRowIdentity(hash: row.id, occurrence: count)))
    }
    return identities
  }

  /// Returns the numbers of rows of this list in a later one, which may be of another reading; rows
  /// that it does not have, or that cannot be recognized, are left out.
  ///
  /// - Complexity: O(n) for n rows of the lists.
  package func numbers(of rows: [Int], inLater other: FeedListModel) -> [Int] {
    let isSameReading = zip(parts, other.parts).allSatisfy { $0.store === $1.store }
    if isSameReading { return rows.compactMap { number(ofRow: $0, in: other) } }
    var numbers = RowSet()
    for row in rows { numbers.insert(row) }
    let known = numberedIdentities(ofRows: numbers)
    let found = zip(known.map(\.number), other.numbers(of: known.map(\.identity)))
    let later = Dictionary(found) { first, _ in first }
    return rows.compactMap { later[$0] ?? nil }
  }

  /// Returns the numbers of rows with some identities; nil for each missing row.
  ///
  /// - Complexity: O(n) for n rows of the list.
  package func numbers(of identities: [FeedRowIdentity]) -> [Int?] {
    var found: [Int?] = Array(repeating: nil, count: identities.count)
    guard !identities.isEmpty else { return found }
    let places = Dictionary(zip(identities, identities.indices)) { first, _ in first }
    var counts = Dictionary(identities.lazy.map { ($0.hash, 0) }) { first, _ in first }
    forEachFingerprint { number, row in
      guard let count = counts[row.id] else { return }
      counts[row.id] = count + 1
      let identity = FeedRowIdentity(hash: row.id, occurrence: count)
      if let place = places[identity] { found[place] = number }
    }
    return found
  }

  private func forEachFingerprint(_ body: (_ number: Int, _ row: RowFingerprint) -> Void) {
    for part in parts {
      guard let known = part.store.fingerprints.withLock({ $0 }) else { continue }
      var number = part.rows.lowerBound
      for row in known.sections.joined() where number < part.rows.upperBound {
        body(number, row)
        number += 1
      }
    }
  }
}

extension RowFingerprint {
  /// Creates the fingerprint of a row, identified by a member, or by its content if it lacks that.
  init(of row: UnsafeRawBufferPointer, by path: MemberPath?, hash: ByteHash) {
    let content = hash(row)
    guard let identity = path.flatMap({ $0.identity(in: row) }) else {
      self.init(id: ~content, content: content)
      return
    }
    self.init(id: Self.id(identity, hash), content: content)
  }

  /// Returns the hash of an identity, regardless of its escapes.
  static func id(_ identity: UnsafeRawBufferPointer, _ hash: ByteHash) -> UInt64 {
    guard identity.first == UInt8(ascii: "\""), ByteSearch.contains(0x5C, in: identity) else {
      return hash(identity)
    }
    let content = UnsafeRawBufferPointer(rebasing: identity.dropFirst().dropLast())
    let text: [UInt8] = [0x22] + JSONText.unescaped(content).utf8 + [0x22]
    return text.withUnsafeBytes { hash($0) }
  }
}
