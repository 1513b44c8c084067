/// A model that is compared by `==`, and hashed by those of its members that are hashable.
///
/// An `==` that ignores a member makes models equal whose hashes differ. Such models are assigned
/// one hash by `RowKey.unify(_:_:in:)`.
struct ComparableContent: Hashable {
  let model: any Equatable
  /// The assigned hash; nil for that of the members.
  var assignedHash: Int?

  init(model: any Equatable) { self.model = model }

  static func == (first: Self, second: Self) -> Bool {
    ModelContent.isEqual(first.model, second.model)
  }

  func hash(into hasher: inout Hasher) { hasher.combine(contentHash) }

  /// The assigned hash, or that of the type and the members.
  var contentHash: Int {
    if let assignedHash { return assignedHash }
    var hasher = Hasher()
    hasher.combine(ObjectIdentifier(type(of: model)))
    Self.combine(model, into: &hasher, depth: 0)
    return hasher.finalize()
  }

  /// The number of nested levels, and of elements of a collection, that are hashed.
  private static let (depthLimit, elementLimit) = (4, 16)

  private static func combine(_ value: Any, into hasher: inout Hasher, depth: Int) {
    if let value = value as? any Hashable { return hasher.combine(AnyHashable(value)) }
    guard depth < depthLimit else { return }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    // The order of elements is not part of the value.
    case .dictionary, .set: return hasher.combine(mirror.children.count)
    // Objects with different members may be equal.
    case .class, nil: return
    default: break
    }
    for (label, member) in mirror.children.prefix(elementLimit) {
      if mirror.displayStyle == .enum { hasher.combine(label) }
      combine(member, into: &hasher, depth: depth + 1)
    }
  }
}

extension RowKey {
  /// Assigns the hashes of deleted rows to equal inserted ones, whose ignored members differ.
  ///
  /// The number of comparisons is limited; the rows beyond it are regarded as different.
  ///
  /// - Returns: `true` if there are equal rows, so that the lists must be compared again.
  static func unify(_ old: [[RowKey]], _ new: inout [[RowKey]], in changeset: Changeset) -> Bool {
    var deleted = changeset.itemDeletes.compactMap { old[$0.section][$0.item].comparable }
    guard !deleted.isEmpty else { return false }
    var isUnified = false
    var budget = 10_000 + 16 * (changeset.itemDeletes.count + changeset.itemInserts.count)
    for path in changeset.itemInserts where budget > 0 {
      guard var row = new[path.section][path.item].comparable else { continue }
      let equal = deleted.prefix(budget).firstIndex(of: row)
      budget -= (equal ?? deleted.count) + 1
      guard let equal else { continue }
      row.assignedHash = deleted.remove(at: equal).contentHash
      new[path.section][path.item].id = .comparable(row)
      isUnified = true
    }
    return isUnified
  }

  private var comparable: ComparableContent? {
    if case .comparable(let content) = id { content } else { nil }
  }
}
