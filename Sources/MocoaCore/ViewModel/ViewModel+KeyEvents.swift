extension ViewModel {
  /// Calls a handler with each value that is sent for a key, for as long as the owner lives.
  ///
  /// Handlers are called in the order in which they were added; adding one twice calls it twice.
  @discardableResult
  public final func observe<Value>(
    _ key: ViewModelKey<Value>, owner: AnyObject,
    handler: @escaping @MainActor (Value) -> Void
  ) -> ObserverToken {
    ObserverToken(addObserver(of: key, owner: owner, handler: { handler($0.value) }))
  }

  /// Calls a handler with an initial value, and then with each value that is sent for a key.
  ///
  /// The initial value goes to this handler alone: at once, or right after the view model has
  /// become ready.
  @discardableResult
  public final func observe<Value>(
    _ key: ViewModelKey<Value>, initial: Value, owner: AnyObject,
    handler: @escaping @MainActor (Value) -> Void
  ) -> ObserverToken {
    let entry = addObserver(of: key, owner: owner, handler: { handler($0.value) })
    if isReady {
      entry.send(ViewModelEvent(sender: self, key: ViewModelKey(name: key.name), value: initial))
    } else {
      deliveries.append(.initial(entry, key: key.name, value: initial))
    }
    return ObserverToken(entry)
  }

  /// Calls a handler with sender, key and value of each event of a key.
  @discardableResult
  public final func observeEvents<Value>(
    of key: ViewModelKey<Value>, owner: AnyObject,
    handler: @escaping @MainActor (ViewModelEvent<Value>) -> Void
  ) -> ObserverToken {
    ObserverToken(addObserver(of: key, owner: owner, handler: handler))
  }

  /// Calls a handler with each event of any key, to trace them.
  @discardableResult
  public final func observeAllEvents(
    owner: AnyObject, handler: @escaping @MainActor (ViewModelEvent<Any>) -> Void
  ) -> ObserverToken {
    ObserverToken(keyObservers.add(owner: owner, handler: handler))
  }

  /// Removes the observers of a key: those of one owner, or all.
  public final func removeObservers<Value>(
    of key: ViewModelKey<Value>, owner: AnyObject? = nil
  ) {
    keyObservers.remove(topic: key.name, owner: owner)
  }

  /// Removes the observers of all keys: those of one owner, or all.
  public final func removeObservers(owner: AnyObject? = nil) {
    keyObservers.remove(topic: nil, owner: owner)
  }

  /// Sends a value to those who observe a key; before the view model is ready it waits.
  public final func send<Value>(_ key: ViewModelKey<Value>, _ value: Value) {
    if isReady {
      sendEvent(key: key.name, value: value)
    } else {
      deliveries.append(.event(key: key.name, value: value))
    }
  }

  /// Tells those who observe a key without a value.
  public final func send(_ key: ViewModelKey<Void>) { send(key, ()) }

  func sendEvent(key: String, value: Any) {
    guard !keyObservers.isEmpty else { return }
    let event = ViewModelEvent(sender: self, key: ViewModelKey<Any>(name: key), value: value)
    keyObservers.send(event, topic: key)
  }

  private func addObserver<Value>(
    of key: ViewModelKey<Value>, owner: AnyObject,
    handler: @escaping @MainActor (ViewModelEvent<Value>) -> Void
  ) -> ObserverList<ViewModelEvent<Any>>.Entry {
    keyObservers.add(topic: key.name, owner: owner) { event in
      // Two keys of one name and different types are two keys.
      guard let value = event.value as? Value else { return }
      handler(ViewModelEvent(sender: event.sender, key: key, value: value))
    }
  }
}
