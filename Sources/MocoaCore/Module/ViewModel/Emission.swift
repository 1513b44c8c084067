/// The key of an emission, with the type of its payload.
///
/// `reload` reports that data has changed; `modify`, `insert`, `delete`, `select` and `deselect`
/// are requests to the ancestors. Their payload may be of any type; other keys are declared with
/// the type of their payload:
///
/// ```swift
/// extension EmissionKey<Contact> {
///   static var call: Self { "call" }
/// }
/// ```
public struct EmissionKey<Payload: Sendable>: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The name; keys are equal if their names and the types of their payloads are equal.
  public let name: String

  /// Creates a key from its name.
  public init(name: String) { self.name = name }

  /// Creates a key from a literal.
  public init(stringLiteral value: String) { name = value }

  /// Reports that the data of the source has changed, and is to be displayed again.
  public static var reload: Self { "reload" }
  /// Requests a change of the data of the source.
  public static var modify: Self { "modify" }
  /// Requests an insertion of data.
  public static var insert: Self { "insert" }
  /// Requests the deletion of the data of the source.
  public static var delete: Self { "delete" }
  /// Reports that the source was opened, or requests its selection.
  public static var select: Self { "select" }
  /// Requests the deselection of the source.
  public static var deselect: Self { "deselect" }
}

/// A message that propagates from a view model to its ancestors.
public struct Emission: Sendable {
  /// The name of the key.
  public let name: String

  /// The payload; `()` for a key without one.
  public let payload: any Sendable

  /// The view model that emitted it.
  public let source: ViewModel

  /// The child of the receiver through which it came; the source for the first receiver.
  public internal(set) var via: ViewModel

  private let payloadType: ObjectIdentifier

  init<Payload>(_ key: EmissionKey<Payload>, _ payload: Payload, source: ViewModel) {
    name = key.name
    self.payload = payload
    payloadType = ObjectIdentifier(Payload.self)
    self.source = source
    via = source
  }

  /// Returns the payload of a key; nil if the emission has another key.
  ///
  /// ```swift
  /// guard let contact: Contact = emission[.select] else { return .forward }
  /// ```
  public subscript<Payload>(key: EmissionKey<Payload>) -> Payload? {
    matches(key) ? payload as? Payload : nil
  }

  /// Returns a Boolean value that indicates whether the emission has a key.
  public func matches<Payload>(_ key: EmissionKey<Payload>) -> Bool {
    payloadType == ObjectIdentifier(Payload.self) && name == key.name
  }
}

/// The response of a receiver to an emission.
public enum EmissionResponse: Hashable, Sendable {
  /// The emission is handled, and propagates no further.
  case handled
  /// The emission propagates to the parent.
  case forward
}

/// The outcome of an emission.
public enum EmissionOutcome: Hashable, Sendable {
  /// A receiver has handled it.
  case handled
  /// It reached the root, and no receiver has handled it.
  case unhandled
  /// It is pending until its source or a receiver is ready.
  case pending
}
