import MocoaCore
import MocoaFeed

// MARK: - Typed access

extension JSONItemViewModel {
  /// A member, read strictly, or nil if it is missing or of another type.
  ///
  /// Setting nil removes it.
  public final subscript<Value>(key: ItemKey<Value>) -> Value? {
    get { self[key.name].flatMap { Value(json: $0) } }
    set { self[key.name] = newValue?.json }
  }

  /// Returns a member converted to a type; nil if it is missing or cannot be converted.
  public final func converted<Value>(_ key: ItemKey<Value>) -> Value? {
    self[key.name].flatMap { Value(converting: $0) }
  }

  /// Returns a member, read strictly.
  ///
  /// - Throws: An error if it is missing or of another type.
  public final func required<Value>(_ key: ItemKey<Value>) throws(JSONAccessError) -> Value {
    try JSONObject([.init(key: key.name, value: self[key.name] ?? .null)]).required(key)
  }

  /// Sets a member to a value of the key's type; another type is refused and changes nothing.
  ///
  /// - Throws: An error with the actual type.
  public final func set<Value>(
    _ json: JSONValue, checking key: ItemKey<Value>
  ) throws(JSONAccessError) {
    var members = currentMembers
    try members.set(json, checking: key)
    self.members = members
  }

  /// The value at a pointer, or nil if there is none.
  public final subscript(pointer: JSONPointer) -> JSONValue? {
    guard let first = pointer.tokens.first else { return .object(members) }
    return self[first]?[JSONPointer(tokens: Array(pointer.tokens.dropFirst()))]
  }

  /// Sets the value at a pointer, or removes it if the value is nil.
  ///
  /// - Throws: An error if the container or element is missing; nothing is changed then.
  public final func set(
    _ value: JSONValue?, at pointer: JSONPointer
  ) throws(JSONPointerError) {
    var root = JSONValue.object(currentMembers)
    try root.set(value, at: pointer)
    members = root.object ?? [:]
  }

  /// Merges the members of another object; see `JSONObject.merge(_:keys:missing:)`.
  public final func merge(
    _ other: JSONObject, keys: [String]? = nil, missing: JSONObject.MissingMembers = .keep
  ) {
    update { $0.merge(other, keys: keys, missing: missing) }
  }

  /// Removes a member, if it exists.
  public final func remove(_ key: String) { self[key] = nil }

  /// Removes all members.
  public final func removeAll() { members = [:] }

  /// Returns another view model with the same members, without view, parent and observers.
  public final func copy() -> Self { Self(model: item) }
}

// The conformance is that of the main actor: elsewhere, an item is described by its type.
extension JSONItemViewModel: @MainActor CustomDebugStringConvertible {
  /// The members as JSON, one per line.
  public final var debugDescription: String { JSONValue.object(currentMembers).pretty() }
}

// MARK: - Observers

extension JSONItemViewModel {
  /// Calls a handler with each change of a member while the owner and the subscription exist.
  public final func observe(
    _ key: String, options: MemberObservation = [], owner: AnyObject,
    handler: @escaping @MainActor (MemberChange) -> Void
  ) -> Subscription {
    observe(keys: [key], options: options, owner: owner) { changes in
      for change in changes { handler(change) }
    }
  }

  /// Calls a handler with changes of some members, or of all if `keys` is nil.
  ///
  /// Changes made together by `update`, `merge` and similar methods are delivered in one call.
  public final func observe(
    keys: [String]?, options: MemberObservation = [], owner: AnyObject,
    handler: @escaping @MainActor ([MemberChange]) -> Void
  ) -> Subscription {
    add(
      MemberObserver(
        scope: keys.map { .keys($0) } ?? .all, options: options, owner: other(owner),
        handler: handler)
    ) { keys ?? currentMembers.members.map(\.key) }
  }

  /// Calls a handler when the value at a pointer changes.
  public final func observe(
    _ pointer: JSONPointer, options: MemberObservation = [], owner: AnyObject,
    handler: @escaping @MainActor (MemberChange) -> Void
  ) -> Subscription {
    let scope = pointer.tokens.isEmpty ? MemberObserver.Scope.all : .pointer(pointer)
    let observer = MemberObserver(scope: scope, options: options, owner: other(owner)) {
      for change in $0 { handler(change) }
    }
    return add(observer) { Array(pointer.tokens.prefix(1)) }
  }

  /// Ends all observations of an owner; nil means all owners.
  public final func removeObservers(of owner: AnyObject?) {
    observers.remove { observer in owner.map { observer.isOwned(by: other($0)) } ?? true }
  }

  /// An owner, or nil for the item itself.
  private func other(_ owner: AnyObject) -> AnyObject? { owner === self ? nil : owner }

  private func add(_ observer: MemberObserver, keys: () -> [String]) -> Subscription {
    observers.add(observer)
    if observer.options.contains(.initial) {
      observer.sendInitial(keys().map { MemberChange(key: $0, old: nil, new: self[$0]) })
    }
    return Subscription { [weak observer] in observer?.cancel() }
  }
}

// MARK: - Objects

/// A weak reference.
struct WeakReference {
  weak var object: AnyObject?
}

extension JSONItemViewModel {
  /// Stores a weak reference to an object under a name; nil removes it.
  public final func setWeakObject(_ object: AnyObject?, for name: String) {
    weakObjects[name] = object.map { WeakReference(object: $0) }
  }

  /// Returns the object stored under a name; nil if there is none, or it was deallocated.
  public final func weakObject(for name: String) -> AnyObject? { weakObjects[name]?.object }
}
