/// Which row a model stands for; rows of one identity are matched by occurrence.
enum RowIdentity: Hashable {
  /// What the section says about the row without making it.
  case fingerprint(UInt64)
  /// The `id` of an `Identifiable` model.
  case id(AnyHashable)
  /// The object that is the model.
  case object(ObjectIdentity)
  /// The content of a model that has no other identity.
  case content(AnyHashable)
  /// The content of a model that can be compared and not hashed.
  case comparable(ComparableContent)
  /// No row at all, such as the null of a document.
  case none
  /// A model about which nothing is known; it is equal to itself alone.
  case unknown(UnknownRow)
}

extension RowIdentity {
  /// The identity of a model.
  init(of model: Any) {
    if let optional = model as? any OptionalModel {
      self = optional.wrappedModel.map { RowIdentity(of: $0) } ?? .none
    } else if let model = model as? any Identifiable {
      self = .id(Self.id(of: model))
    } else if type(of: model) is AnyClass {
      self = .object(ObjectIdentity(model as AnyObject))
    } else if let model = model as? any Hashable {
      self = .content(AnyHashable(model))
    } else if let model = model as? any Equatable {
      self = .comparable(ComparableContent(model: model))
    } else {
      self = .unknown(UnknownRow())
    }
  }

  private static func id(of model: some Identifiable) -> AnyHashable { AnyHashable(model.id) }

  /// A Boolean value that indicates whether the identity outlives a change of the content.
  var isLasting: Bool {
    switch self {
    case .fingerprint, .id, .object: true
    case .content, .comparable, .none, .unknown: false
    }
  }

  /// A Boolean value that indicates whether the identity is known at all.
  var isKnown: Bool {
    if case .unknown = self { false } else { true }
  }
}

/// The identity of an object that is kept alive, so that no other object can take its place.
struct ObjectIdentity: Hashable {
  private let object: AnyObject

  init(_ object: AnyObject) { self.object = object }

  static func == (first: Self, second: Self) -> Bool { first.object === second.object }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(object)) }
}

/// Stands for a row of which nothing is known.
final class UnknownRow: Hashable {
  static func == (first: UnknownRow, second: UnknownRow) -> Bool { first === second }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A model that is compared by `==`, and hashed by its type alone.
struct ComparableContent: Hashable {
  let model: any Equatable

  static func == (first: Self, second: Self) -> Bool {
    ModelContent.isEqual(first.model, second.model)
  }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(type(of: model))) }
}

/// Compares what models show.
enum ModelContent {
  /// Returns whether two models show the same: equal values, or one object.
  ///
  /// Values that cannot be compared are taken to differ.
  static func isEqual(_ first: Any, _ second: Any) -> Bool {
    if let first = first as? any OptionalModel {
      let (first, second) = (first.wrappedModel, unwrapped(second))
      guard let first, let second else { return first == nil && second == nil }
      return isEqual(first, second)
    }
    if let first = first as? any Equatable { return isEqual(first, to: second) }
    guard type(of: first) is AnyClass, type(of: second) is AnyClass else { return false }
    return (first as AnyObject) === (second as AnyObject)
  }

  private static func isEqual<Model: Equatable>(_ first: Model, to second: Any) -> Bool {
    second as? Model == first
  }

  private static func unwrapped(_ model: Any) -> Any? {
    (model as? any OptionalModel).map(\.wrappedModel) ?? model
  }
}

/// An optional whose type is not known.
private protocol OptionalModel {
  var wrappedModel: Any? { get }
}

extension Optional: OptionalModel {
  fileprivate var wrappedModel: Any? { self }
}
