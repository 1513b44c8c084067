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
