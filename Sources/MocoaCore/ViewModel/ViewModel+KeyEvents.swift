extension ViewModel {
  /// Calls a handler with each value that is sent for a key, for as long as the owner lives and the
  /// subscription is held.
  ///
  /// Handlers are called in the order in which they were added; adding one twice calls it twice.
  public final func observe<Value, Owner: AnyObject>(
    _ key: ViewModelKey<Value>, owner: Owner,
    handler: @escaping @MainActor (Owner, Value) -> Void
  ) -> Subscription {
    keyObservers.add(entry(for: key, owner, handler))
  }

  /// Calls a handler with an initial value, and then with each value that is sent for a key.
  ///
  /// Only this handler gets the initial value: at once, or right after the view model has become
  /// ready.
  public final func observe<Value, Owner: AnyObject>(
    _ key: ViewModelKey<Value>, initial: Value, owner: Owner,
    handler: @escaping @MainActor (Owner, Value) -> Void
  ) -> Subscription {
    let entry = entry(for: key, owner, handler)
    whenReady { entry.send(initial) }
    return keyObservers.add(entry)
  }

  /// Removes the observers of a key: those of one owner, or all.
  final func removeObservers<Value>(
    of key: ViewModelKey<Value>, owner: AnyObject? = nil
  ) {
    keyObservers.remove(topic: key, owner: owner)
  }

  /// Removes the observers of all keys: those of one owner, or all.
  public final func removeObservers(owner: AnyObject? = nil) {
    keyObservers.remove(topic: nil, owner: owner)
  }

  /// Sends a value to the observers of a key; pending until the view model is ready.
  public final func send<Value>(_ key: ViewModelKey<Value>, _ value: Value) {
    whenReady { [unowned self] in
      if !keyObservers.isEmpty { keyObservers.send(value, topic: key) }
    }
  }

  /// Notifies the observers of a key without a value.
  public final func send(_ key: ViewModelKey<Void>) { send(key, ()) }

  private func whenReady(_ action: @escaping @MainActor () -> Void) {
    isReady ? action() : deliveries.append(action)
  }

  private func entry<Value, Owner: AnyObject>(
    for key: ViewModelKey<Value>, _ owner: Owner,
    _ handler: @escaping @MainActor (Owner, Value) -> Void
  ) -> ObserverList<Any>.Entry {
    // Keys of one name and different types are different topics.
    ObserverList<Any>.Entry(topic: key, owner: owner) { owner, value in
      if let value = value as? Value { handler(owner, value) }
    }
  }
}
