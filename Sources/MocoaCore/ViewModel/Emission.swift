/// What an emission is about.
///
/// `reload` says that data has changed; `modify`, `insert`, `delete`, `select` and `deselect` ask
/// the levels above for something that has not happened yet. Any other name may be used.
public struct EmissionKey: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
  public let rawValue: String

  /// Makes a key from its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Makes a key from a literal.
  public init(stringLiteral value: String) { rawValue = value }

  /// No particular matter.
  public static let none: EmissionKey = ""
  /// My data has changed already, show it anew.
  public static let reload: EmissionKey = "reload"
  /// Please change my data.
  public static let modify: EmissionKey = "modify"
  /// Please insert data.
  public static let insert: EmissionKey = "insert"
  /// Please delete my data.
  public static let delete: EmissionKey = "delete"
  /// I was chosen, or want to be selected.
  public static let select: EmissionKey = "select"
  /// I want to be deselected.
  public static let deselect: EmissionKey = "deselect"
}

/// A message that climbs from a view model to those above it.
public struct Emission: Sendable {
  /// What the emission is about.
  public let key: EmissionKey

  /// What is carried along.
  public let payload: (any Sendable)?

  /// The view model that emitted it.
  public let source: ViewModel

  /// The direct child of the receiver through which it came; the source for the first receiver.
  public internal(set) var via: ViewModel

  /// The payload if it is of a type.
  public func payload<Payload>(as type: Payload.Type) -> Payload? { payload as? Payload }
}

/// What a receiver did with an emission.
public enum EmissionResponse: Hashable, Sendable {
  /// The emission is dealt with and climbs no further.
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
  /// It waits for its source or a receiver to become ready.
  case pending
}
