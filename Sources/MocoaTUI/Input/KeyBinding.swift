/// Keys with a name, a description, and the closure that they run.
///
/// ```swift
/// .init("sort", ["s"], help: "Sort rows") { $0.askForSortOrder() }
/// ```
/// The closures get the owner as a parameter. So the bindings of a type are one static table, which
/// retains no view.
public struct KeyBinding<Owner>: Sendable {
  /// The name, by which the command palette and a manifest's `keys:` refer to the binding:
  /// lower-case words with hyphens.
  public let name: String

  /// The keys; the first one is shown in hints.
  public var keys: [Key]

  /// A short description in the imperative mood.
  public let help: String

  /// A Boolean value that indicates whether the binding is found by its name.
  let isNamed: Bool

  private let condition: (@MainActor @Sendable (Owner) -> Bool)?
  private let body: @MainActor @Sendable (Owner) -> Bool

  private init(
    name: String, keys: [Key], help: String, isNamed: Bool = true,
    condition: (@MainActor @Sendable (Owner) -> Bool)?,
    body: @escaping @MainActor @Sendable (Owner) -> Bool
  ) {
    (self.name, self.keys, self.help, self.isNamed) = (name, keys, help, isNamed)
    (self.condition, self.body) = (condition, body)
  }

  /// Creates a binding.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - keys: The keys.
  ///   - help: A short description in the imperative mood.
  ///   - condition: Returns whether the binding is available; if it is not, help does not list it,
  ///     and the key is left to other bindings. nil means always.
  ///   - body: Called when one of the keys is pressed.
  public init(
    _ name: String, _ keys: [Key], help: String,
    when condition: (@MainActor @Sendable (Owner) -> Bool)? = nil,
    run body: @escaping @MainActor @Sendable (Owner) -> Void
  ) {
    self.init(name: name, keys: keys, help: help, condition: condition) {
      body($0)
      return true
    }
  }

  /// Returns a binding whose closure can decline by returning `false`: the key is then left to
  /// other bindings, first to those of the view, then to those of the views that contain it.
  public static func trying(
    _ name: String, _ keys: [Key], help: String,
    when condition: (@MainActor @Sendable (Owner) -> Bool)? = nil,
    run body: @escaping @MainActor @Sendable (Owner) -> Bool
  ) -> KeyBinding {
    KeyBinding(name: name, keys: keys, help: help, condition: condition, body: body)
  }

  /// Returns a binding whose name is only displayed: no other one is taken for it.
  static func unnamed(
    _ keys: [Key], help: String, run body: @escaping @MainActor @Sendable (Owner) -> Void
  ) -> KeyBinding {
    let name = help.lowercased().split(separator: " ").joined(separator: "-")
    return KeyBinding(name: name, keys: keys, help: help, isNamed: false, condition: nil) {
      body($0)
      return true
    }
  }

  /// A Boolean value that indicates whether the binding is available only under a condition.
  var isConditional: Bool { condition != nil }

  @MainActor func isAvailable(in owner: Owner) -> Bool { condition?(owner) ?? true }

  /// Runs the closure if the binding is available.
  ///
  /// - Returns: `false` if it is not, or if the closure declines.
  @MainActor package func run(in owner: Owner) -> Bool { isAvailable(in: owner) && body(owner) }

  /// Returns the binding for a container of its owner; without one, it is not available.
  package func within<Container>(
    _ part: @escaping @MainActor @Sendable (Container) -> Owner?
  ) -> KeyBinding<Container> {
    let body = body
    var outerCondition: (@MainActor @Sendable (Container) -> Bool)?
    if let condition {
      outerCondition = { container in
        guard let owner = part(container) else { return false }
        return condition(owner)
      }
    }
    let outerBody: @MainActor @Sendable (Container) -> Bool = { container in
      guard let owner = part(container) else { return false }
      return body(owner)
    }
    return KeyBinding<Container>(
      name: name, keys: keys, help: help, isNamed: isNamed, condition: outerCondition,
      body: outerBody)
  }

  /// Returns the binding with a closure around its own one, which gets that as a parameter.
  package func around(
    _ outer: @escaping @MainActor @Sendable (Owner, () -> Bool) -> Bool
  ) -> KeyBinding {
    let body = body
    return KeyBinding(
      name: name, keys: keys, help: help, isNamed: isNamed, condition: condition
    ) { owner in outer(owner) { body(owner) } }
  }
}

extension Sequence {
  /// Runs the first available binding of a name that does not decline.
  ///
  /// - Returns: `false` if there is none.
  @MainActor package func perform<Owner>(_ name: String, in owner: Owner) -> Bool
  where Element == KeyBinding<Owner> {
    contains { $0.isNamed && $0.name == name && $0.run(in: owner) }
  }
}
