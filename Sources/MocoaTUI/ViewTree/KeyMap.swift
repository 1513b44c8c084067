/// The key bindings of a view, from which input, help and documentation are derived.
///
/// ```swift
/// static let mapKeys = KeyMap(
///   for: MapView.self, title: "Map",
///   [
///     .init("zoom-in", ["+"], help: "Zoom in") { $0.zoom(by: 2) },
///     .init("zoom-out", ["-"], help: "Zoom out") { $0.zoom(by: 0.5) },
///   ])
///
/// override var keyMap: KeyMap { Self.mapKeys }
/// ```
/// A key with several bindings runs the first one that is available and does not decline.
public struct KeyMap: Sendable {
  /// A binding of any view.
  public typealias Binding = KeyBinding<View>

  /// A key with two bindings, of which the second one is never run.
  public struct Conflict: Hashable, Sendable, CustomStringConvertible {
    public var key: Key
    /// The names of the bindings.
    public var names: [String]

    public var description: String {
      "the key \(key) is bound to \(names.joined(separator: " and "))"
    }
  }

  /// The bindings, in the order of help.
  public private(set) var bindings: [Binding]

  /// The title of the bindings in help; may be empty.
  public private(set) var title: String

  /// The indices of the bindings of each key, in their order.
  private var places: [Key: [Int]] = [:]

  /// A key map without bindings.
  public static let empty = KeyMap([], title: "")

  /// Creates a key map of bindings for a type of views.
  ///
  /// - Precondition: There are no ``conflicts``, which is checked in debug builds.
  public init<Owner: View>(
    for type: Owner.Type, title: String = "", _ bindings: [KeyBinding<Owner>]
  ) {
    self.init(bindings.map { $0.within { $0 as? Owner } }, title: title)
    assert(conflicts.isEmpty, "\(conflicts)")
  }

  init(_ bindings: [Binding], title: String) {
    self.bindings = bindings
    self.title = title
    for (index, binding) in bindings.enumerated() {
      for key in binding.keys { places[key, default: []].append(index) }
    }
  }

  /// Runs the bindings of a key until one does not decline.
  ///
  /// - Returns: `false` if there is none.
  @MainActor func run(_ key: Key, in view: View) -> Bool {
    guard let places = places[key] else { return false }
    return places.contains { bindings[$0].run(in: view) }
  }

  /// Returns the first available binding of a key, or nil.
  @MainActor func binding(of key: Key, in view: View) -> Binding? {
    places[key]?.lazy.map { bindings[$0] }.first { $0.isAvailable(in: view) }
  }

  /// Returns the bindings of a key, available or not.
  package func bindings(of key: Key) -> [Binding] { (places[key] ?? []).map { bindings[$0] } }

  /// Returns the key map with the bindings that are available in a view.
  @MainActor package func available(in view: View) -> KeyMap {
    KeyMap(bindings.filter { $0.isAvailable(in: view) }, title: title)
  }

  /// Returns the available bindings for a view, which they do not retain.
  @MainActor package func bindings(in view: View) -> [KeyBinding<Void>] {
    bindings.filter { $0.isAvailable(in: view) }.map { binding in
      binding.within { [weak view] _ in view }
    }
  }

  /// Returns the keys of a name.
  public func keys(for name: String) -> [Key] {
    bindings.filter { $0.name == name }.flatMap(\.keys)
  }

  /// The keys with more than one binding that is always available.
  public var conflicts: [Conflict] {
    places.compactMap { key, places in
      var names: [String] = []
      for binding in places.map({ bindings[$0] })
      where !binding.isConditional && !names.contains(binding.name) {
        names.append(binding.name)
      }
      return names.count > 1 ? Conflict(key: key, names: names) : nil
    }
    .sorted { $0.key.description < $1.key.description }
  }

  /// Returns the key map without the bindings of some names; their keys are free for later maps.
  ///
  /// - Precondition: There are such bindings, which is checked in debug builds.
  public func removing(_ names: Set<String>) -> KeyMap {
    assert(names.isSubset(of: bindings.map(\.name)), "unknown names in \(names)")
    return KeyMap(bindings.filter { !names.contains($0.name) }, title: title)
  }

  /// Returns this key map followed by the bindings of another one.
  public func appending(_ other: KeyMap) -> KeyMap {
    other.bindings.isEmpty ? self : KeyMap(bindings + other.bindings, title: title)
  }
}
