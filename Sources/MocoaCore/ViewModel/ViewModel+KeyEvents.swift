extension ViewModel {
  /// Calls a handler with each value that is sent for a key, for as long as the owner lives.
  ///
  /// Handlers are called in the order in which they were added; adding one twice calls it twice.
  @discardableResult
  public final func observe<Value>(
    _ key: ViewModelKey<Value>, owner: AnyObject, handler: @escaping @MainActor (Value) -> Void
  ) -> ObserverToken {
    ObserverToken(addObserver(of: key, owner: owner, handler: handler))
  }

  /// Calls a handler with an initial value, and then with each value that is sent for a key.
  ///
  /// Only this handler gets the initial value: at once, or right after the view model has become
  /// ready.
  @discardableResult
  public final func observe<Value>(
    _ key: ViewModelKey<Value>, initial: Value, owner: AnyObject,
    handler: @escaping @MainActor (Value) -> Void
  ) -> ObserverToken {
    let entry = addObserver(of: key, owner: owner, handler: handler)
    whenReady { entry.send(initial) }
    return ObserverToken(entry)
  }

  /// Removes the observers of a key: those of one owner, or all.
  public final func removeObservers<Value>(
    of key: ViewModelKey<Value>, owner: AnyObject? = nil
  ) {
    keyObservers.remove(topic: key, owner: owner)
  }

  /// Removes the observers of all keys: those of one owner, or all.
  public final func removeObservers(owner: AnyObject? = nil) {
    keyObservers.remove(topic: nil, owner: owner)
  }

  /// Sends a value to the observers of a key; before the view model is ready it waits.
  public final func send<Value>(_ key: ViewModelKey<Value>, _ value: Value) {
    whenReady { [unowned self] in
      if !keyObservers.isEmpty { keyObservers.send(value, topic: key) }
    }
  }

  /// Notifies the observers of a key without a value.
  public final func send(_ key: ViewModelKey<Void>) { send(key, ()) }

  private func whenReady(_ action: @escaping @MainActor () -> Void) {
    isReady ? action() : deliveries.append(.action(action))
  }

  private func addObserver<Value>(
    of key: ViewModelKey<Value>, owner: AnyObject, handler: @escaping @MainActor (Value) -> Void
  ) -> ObserverList<Any>.Entry {
    // Keys of one name and different types are different topics.
    keyObservers.add(topic: key, owner: owner) { value in
      if let value = value as? Value { handler(value) }
    }
  }
}
