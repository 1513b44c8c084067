/// How the rows of a tree refer to their parents.
package enum TreeLinks: Hashable, Sendable {
  /// By a member with the identity of the parent, which another member of that one has.
  case parent(MemberPath, id: MemberPath)

  /// By a member with a path: the parent is the nearest row whose path is the beginning of it.
  case path(MemberPath)

  /// By the places at which they were, as elements of the row of their parent; the member, if any,
  /// identifies each among its siblings.
  case nested(id: MemberPath?)

  package var members: [MemberPath] {
    switch self {
    case .parent(let parent, let id): [id, parent]
    case .path(let path): [path]
    case .nested(let id): id.map { [$0] } ?? []
    }
  }
}

/// Reads the links of the rows of a block.
struct LinkReader: Sendable {
  /// The identity of a row, and that of its parent; nil for what it lacks.
  typealias Link = (id: UInt64?, parent: UInt64?)

  private(set) var numbers: [Int] = []
  private(set) var links: [Link] = []
  /// The next shorter path of each path, by their hashes; 0 behind the shortest.
  private(set) var shorter: [UInt64: UInt64] = [:]
  private let kind: TreeLinks
  private var reader = MemberReader()
  private let slots: [[Int]]
  private var identity = ValueIdentity()

  /// The identities of null, which is that of a missing value, of an empty text and of 0.
  private static let (null, empty) = (hash(of: "null"), hash(of: "\"\""))
  static let zero = hash(of: "0")

  private static func hash(of json: String) -> UInt64 {
    var identity = ValueIdentity()
    Array(json.utf8).withUnsafeBytes { identity.append($0) }
    return identity.hash
  }

  init(_ kind: TreeLinks) {
    self.kind = kind
    var reader = MemberReader()
    slots = kind.members.map { reader.slots(of: $0) }
    self.reader = reader
  }

  mutating func add(_ row: UnsafeRawBufferPointer, number: Int) {
    guard reader.read(row, number: number) else { return }
    numbers.append(number)
    switch kind {
    case .parent: links.append((hash(ofMember: 0, in: row), hash(ofMember: 1, in: row)))
    case .path: links.append(pathLink(in: row))
    case .nested(let id): links.append((id == nil ? nil : hash(ofMember: 0, in: row), nil))
    }
  }

  private mutating func hash(ofMember index: Int, in row: UnsafeRawBufferPointer) -> UInt64? {
    let hash = identity.hash(of: [slots[index]], readBy: reader, in: row)
    return hash == Self.null || hash == Self.empty ? nil : hash
  }

  /// Returns the hash of a path, and that of the path without its last part.
  ///
  /// Its parts are between slashes, or else backslashes; empty ones and `.` do not count.
  private mutating func pathLink(in row: UnsafeRawBufferPointer) -> Link {
    guard let value = reader.value(in: slots[0], of: row), !value.isNull else {
      return (nil, nil)
    }
    let json = JSONBytes(Array(value))
    let text = Array((json.string ?? json.text).utf8)
    guard !text.isEmpty else { return (nil, nil) }
    let separator = UInt8(ascii: text.contains(UInt8(ascii: "/")) ? "/" : "\\")
    var (hash, parent) = (Self.rootHash, UInt64(0))
    shorter[hash] = 0
    for part in text.split(separator: separator) where !part.elementsEqual(".".utf8) {
      parent = hash
      hash = Self.mixed(parent, part.withUnsafeBytes { ByteHash.ofThisRun($0) })
      shorter[hash] = parent
    }
    return (hash, parent)
  }

  private static let rootHash: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// Returns a hash of two numbers, which is not 0.
  static func mixed(_ one: UInt64, _ other: UInt64) -> UInt64 {
    max(1, ByteHash.ofThisRun(one, other))
  }
}

extension FeedListModel {
  /// Returns the number of ancestors of each row, if rows were elements of others.
  func nestedDepths(ofRows rows: Range<Int>) -> [UInt16] {
    var depths: [UInt16] = []
    for part in parts where part.rows.overlaps(rows) {
      let own = part.rows.clamped(to: rows)
      let start = part.rows.lowerBound
      let known =
        FeedSourceKind(part.store.source).unnested?
        .depths(ofRows: own.lowerBound - start..<own.upperBound - start) ?? []
      depths += known + [UInt16](repeating: 0, count: own.count - known.count)
    }
    return depths
  }
}
