/// What an emission is about, with the type of what it carries.
///
/// `reload` reports that data has changed; `modify`, `insert`, `delete`, `select` and `deselect`
/// are requests to the levels above for something that has not happened yet. They carry anything;
/// other keys are declared with the type that they carry:
///
/// ```swift
/// extension EmissionKey<Contact> {
///   static var call: Self { "call" }
/// }
/// ```
public struct EmissionKey<Payload: Sendable>: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The name; keys are equal if they have the same name and the same type of payload.
  public let name: String

  /// Creates a key from its name.
  public init(name: String) { self.name = name }

  /// Creates a key from a literal.
  public init(stringLiteral value: String) { name = value }

  /// My data has changed already, show it again.
  public static var reload: Self { "reload" }
  /// Please change my data.
  public static var modify: Self { "modify" }
  /// Please insert data.
  public static var insert: Self { "insert" }
  /// Please delete my data.
  public static var delete: Self { "delete" }
  /// I was opened, or request to be selected.
  public static var select: Self { "select" }
  /// I request to be deselected.
  public static var deselect: Self { "deselect" }
}

/// A message that climbs from a view model to those above it.
public struct Emission: Sendable {
  /// The name of the key.
  public let name: String

  /// What is carried along; `()` for a key without a payload.
  public let payload: any Sendable

  /// The view model that emitted it.
  public let source: ViewModel

  /// The direct child of the receiver through which it came; the source for the first receiver.
  public internal(set) var via: ViewModel

  private let payloadType: ObjectIdentifier

  init<Payload>(_ key: EmissionKey<Payload>, _ payload: Payload, source: ViewModel) {
    name = key.name
    self.payload = payload
    payloadType = ObjectIdentifier(Payload.self)
    self.source = source
    via = source
  }

  /// What a key carries; nil if the emission is of another key.
  ///
  /// ```swift
  /// guard let contact: Contact = emission[.select] else { return .forward }
  /// ```
  public subscript<Payload>(key: EmissionKey<Payload>) -> Payload? {
    matches(key) ? payload as? Payload : nil
  }

  /// Returns whether the emission is of a key.
  public func matches<Payload>(_ key: EmissionKey<Payload>) -> Bool {
    payloadType == ObjectIdentifier(Payload.self) && name == key.name
  }
}

/// What a receiver did with an emission.
public enum EmissionResponse: Hashable, Sendable {
  /// The emission is handled and climbs no further.
  case handled
  /// The emission goes on to the parent.
  case forward
}

/// What became of an emission.
public enum EmissionOutcome: Hashable, Sendable {
  /// A receiver has handled it.
  case handled
  /// It reached the top, and no receiver has handled it.
  case unhandled
  /// It is pending until its source or a receiver is ready.
  case pending
}
