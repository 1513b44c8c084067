/// The identity of a row; rows of equal identity are matched by occurrence.
enum RowIdentity: Hashable {
  /// The identity of the row's fingerprint.
  case fingerprint(UInt64)
  /// The `id` of an `Identifiable` model.
  case id(AnyHashable)
  /// The object that is the model.
  case object(ObjectIdentity)
  /// The content of a hashable model without another identity.
  case content(AnyHashable)
  /// The content of a model that is equatable, but not hashable.
  case comparable(ComparableContent)
  /// A missing model, such as a null value.
  case none
  /// An unknown identity, which is equal only to itself.
  case unknown(UnknownRow)
}

extension RowIdentity {
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

  /// A Boolean value that indicates whether the identity is independent of the content.
  var isLasting: Bool {
    switch self {
    case .fingerprint, .id, .object: true
    case .content, .comparable, .none, .unknown: false
    }
  }

  var isKnown: Bool {
    if case .unknown = self { false } else { true }
  }
}

extension SectionModel {
  /// Returns the `id` of the row at an index; nil if there is no row, or if its model has none.
  package func rowID(at index: Int) -> AnyHashable? {
    guard index < numberOfItems, case .id(let id) = RowIdentity(of: item(at: index)) else {
      return nil
    }
    return id
  }
}

/// The identity of an object, which is retained so that its address is not reused.
struct ObjectIdentity: Hashable {
  private let object: AnyObject

  init(_ object: AnyObject) { self.object = object }

  static func == (first: Self, second: Self) -> Bool { first.object === second.object }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(object)) }
}

/// The unknown identity of a row.
final class UnknownRow: Hashable {
  static func == (first: UnknownRow, second: UnknownRow) -> Bool { first === second }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

enum ModelContent {
  /// Returns whether two models have equal content: equal values, or the same object.
  ///
  /// Values that are not equatable are considered different.
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

private protocol OptionalModel {
  var wrappedModel: Any? { get }
}

extension Optional: OptionalModel {
  fileprivate var wrappedModel: Any? { self }
}
