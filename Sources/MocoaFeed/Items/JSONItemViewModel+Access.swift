import MocoaCore

// MARK: - Typed access

extension JSONItemViewModel {
  /// A member, read strictly, or nil where it is missing or of another type.
  ///
  /// Setting nil removes it.
  public final subscript<Value>(key: ItemKey<Value>) -> Value? {
    get { self[key.name].flatMap { Value(json: $0) } }
    set { self[key.name] = newValue?.json }
  }

  /// A member, converted to a type; nil where it is missing or cannot be converted.
  public final func converted<Value>(_ key: ItemKey<Value>) -> Value? {
    self[key.name].flatMap { Value(converting: $0) }
  }

  /// A member, read strictly.
  ///
  /// - Throws: that it is missing, or what it is instead.
  public final func required<Value>(_ key: ItemKey<Value>) throws(JSONAccessError) -> Value {
    try JSONObject([.init(key: key.name, value: self[key.name] ?? .null)]).required(key)
  }

  /// Sets a member to a value that is to be of the key's type; another one is refused, and the
  /// member stays as it is.
  ///
  /// - Throws: what the value is instead.
  public final func set<Value>(
    _ json: JSONValue, checking key: ItemKey<Value>
  ) throws(JSONAccessError) {
    var members = currentMembers
    try members.set(json, checking: key)
    self.members = members
  }

  /// The value that a pointer leads to, or nil where there is none.
  public final subscript(pointer: JSONPointer) -> JSONValue? {
    guard let first = pointer.tokens.first else { return .object(members) }
    return self[first]?[JSONPointer(tokens: Array(pointer.tokens.dropFirst()))]
  }

  /// Sets the value that a pointer leads to, or removes it where the value is nil.
  ///
  /// - Throws: where the pointer does not lead anywhere; nothing is changed then.
  public final func set(
    _ value: JSONValue?, at pointer: JSONPointer
  ) throws(JSONPointerError) {
    var root = JSONValue.object(currentMembers)
    try root.set(value, at: pointer)
    members = root.object ?? [:]
  }

  /// Takes over the members of another object; see `JSONObject.merge(_:keys:missing:)`.
  public final func merge(
    _ other: JSONObject, keys: [String]? = nil, missing: JSONObject.MissingMembers = .keep
  ) {
    update { $0.merge(other, keys: keys, missing: missing) }
  }

  /// Removes a member, if there is one.
  public final func remove(_ key: String) { self[key] = nil }

  /// Removes all members.
  public final func removeAll() { members = [:] }

  /// Another view model with the same members, and without view, parent and observers.
  public final func copy() -> Self { Self(model: item) }
}

extension JSONItemViewModel: CustomDebugStringConvertible {
  /// The members as JSON with a line for each.
  nonisolated public var debugDescription: String {
    MainActor.assumeIsolated { JSONValue.object(currentMembers).pretty() }
  }
}

// MARK: - Observers

extension JSONItemViewModel {
  /// Calls a handler with each change of a member, for as long as the owner lives and the
  /// subscription is held.
  public final func observe(
    _ key: String, options: MemberObservation = [], owner: AnyObject,
    handler: @escaping @MainActor (MemberChange) -> Void
  ) -> Subscription {
    observe(keys: [key], options: options, owner: owner) { changes in
      for change in changes { handler(change) }
    }
  }

  /// Calls a handler with changes of some members, or of all where `keys` is nil.
  ///
  /// What `update`, `merge` and the like change together comes in one call.
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

  /// Calls a handler when the value changes that a pointer leads to.
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

  /// Ends all observations of an owner; nil ends those of everybody.
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

/// An object that is not kept alive.
struct WeakReference {
  weak var object: AnyObject?
}

extension JSONItemViewModel {
  /// Keeps an object under a name without keeping it alive; nil forgets it.
  public final func setWeakObject(_ object: AnyObject?, for name: String) {
    weakObjects[name] = object.map { WeakReference(object: $0) }
  }

  /// The object that is kept under a name; nil where there is none, or it is gone.
  public final func weakObject(for name: String) -> AnyObject? { weakObjects[name]?.object }
}
