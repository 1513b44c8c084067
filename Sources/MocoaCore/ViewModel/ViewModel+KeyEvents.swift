extension ViewModel {
  /// Calls a handler with each value that is sent for a key.
  ///
  /// The observation ends when the owner is released, or the subscription is cancelled or released.
  /// Handlers are called in the order in which they were added; one that is added twice is called
  /// twice.
  public final func observe<Value, Owner: AnyObject>(
    _ key: ViewModelKey<Value>, owner: Owner,
    handler: @escaping @MainActor (Owner, Value) -> Void
  ) -> Subscription {
    keyObservers.add(entry(for: key, owner, handler))
  }

  /// Calls a handler with an initial value, and then with each value that is sent for a key.
  ///
  /// Only this handler gets the initial value, immediately or when the view model becomes ready.
  public final func observe<Value, Owner: AnyObject>(
    _ key: ViewModelKey<Value>, initial: Value, owner: Owner,
    handler: @escaping @MainActor (Owner, Value) -> Void
  ) -> Subscription {
    let entry = entry(for: key, owner, handler)
    whenReady { entry.send(initial) }
    return keyObservers.add(entry)
  }

  /// Removes the observers of a key: those of an owner, or all if nil.
  public final func removeObservers<Value>(
    of key: ViewModelKey<Value>, owner: AnyObject? = nil
  ) {
    keyObservers.remove(topic: key, owner: owner)
  }

  /// Removes the observers of all keys: those of an owner, or all if nil.
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
    // Keys with equal names and different types are different topics.
    ObserverList<Any>.Entry(topic: key, owner: owner) { owner, value in
      if let value = value as? Value { handler(owner, value) }
    }
  }
}
