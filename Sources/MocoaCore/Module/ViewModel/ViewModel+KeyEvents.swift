/// The event that a handler gets at once when it begins to observe keys.
public enum InitialKeyEvent: Hashable, Sendable {
  /// None.
  case none
  /// The latest value that was sent for each key, in the order of the keys.
  case latest
}

extension ViewModel {
  /// Calls a handler with each value that is sent for a key, or for one of several.
  ///
  /// The observation ends when the owner is released, or the subscription is cancelled or released.
  /// Handlers are called in the order in which they were added; one that is added twice is called
  /// twice. Other forms have a handler with the owner alone, with the key and the value, or with
  /// the sender, the key and the value.
  ///
  /// ```swift
  /// contact.observe(.title, .subtitle, initial: .latest, owner: self) { page, key, text in
  ///   page.show(text, at: key)
  /// }
  /// .store(in: &subscriptions)
  /// ```
  ///
  /// - Parameters:
  ///   - key: A key.
  ///   - others: More keys.
  ///   - initial: `.latest` to call the handler at once with the values that were sent before.
  ///   - owner: The first argument of the handler, which is not retained.
  ///   - handler: Called for each event.
  /// - Returns: The subscription, which the caller must retain.
  public final func observe<Value, Owner: AnyObject>(
    _ key: ViewModelKey<Value>, _ others: ViewModelKey<Value>...,
    initial: InitialKeyEvent = .none, owner: Owner,
    handler: @escaping @MainActor (Owner, Value) -> Void
  ) -> Subscription {
    observe([key] + others, initial, owner) { handler($0, $3) }
  }

  /// Calls a handler with its owner for each event of a key, or of one of several.
  public final func observe<Value, Owner: AnyObject>(
    _ key: ViewModelKey<Value>, _ others: ViewModelKey<Value>...,
    initial: InitialKeyEvent = .none, owner: Owner,
    handler: @escaping @MainActor (Owner) -> Void
  ) -> Subscription {
    observe([key] + others, initial, owner) { owner, _, _, _ in handler(owner) }
  }

  /// Calls a handler with the key and the value of each event of a key, or of one of several.
  public final func observe<Value, Owner: AnyObject>(
    _ key: ViewModelKey<Value>, _ others: ViewModelKey<Value>...,
    initial: InitialKeyEvent = .none, owner: Owner,
    handler: @escaping @MainActor (Owner, ViewModelKey<Value>, Value) -> Void
  ) -> Subscription {
    observe([key] + others, initial, owner) { handler($0, $2, $3) }
  }

  /// Calls a handler with the sender, the key and the value of each event of a key, or of several.
  public final func observe<Value, Owner: AnyObject>(
    _ key: ViewModelKey<Value>, _ others: ViewModelKey<Value>...,
    initial: InitialKeyEvent = .none, owner: Owner,
    handler: @escaping @MainActor (Owner, ViewModel, ViewModelKey<Value>, Value) -> Void
  ) -> Subscription {
    observe([key] + others, initial, owner, handler)
  }

  /// Calls a handler with an initial value, and then with each value that is sent for a key.
  ///
  /// Only this handler gets the initial value, immediately or when the view model becomes ready.
  public final func observe<Value, Owner: AnyObject>(
    _ key: ViewModelKey<Value>, initial: Value, owner: Owner,
    handler: @escaping @MainActor (Owner, Value) -> Void
  ) -> Subscription {
    let entry = entry(for: [key], owner) { owner, _, _, value in handler(owner, value) }
    whenReady { entry.send(KeyEvent(key: key, value: initial)) }
    return keyObservers.add(entry)
  }

  /// Removes the observers of a key: those of an owner, or all if nil.
  ///
  /// An observer of several keys keeps the others.
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
  ///
  /// The view model retains the latest value of each key, for observers that begin with it.
  public final func send<Value>(_ key: ViewModelKey<Value>, _ value: Value) {
    whenReady { [unowned self] in
      keyObservers.sendLatest(KeyEvent(key: key, value: value), topic: key)
    }
  }

  /// Notifies the observers of a key without a value.
  public final func send(_ key: ViewModelKey<Void>) { send(key, ()) }

  private func whenReady(_ action: @escaping @MainActor () -> Void) {
    isReady ? action() : deliveries.append(action)
  }

  private func observe<Value, Owner: AnyObject>(
    _ keys: [ViewModelKey<Value>], _ initial: InitialKeyEvent, _ owner: Owner,
    _ handler: @escaping @MainActor (Owner, ViewModel, ViewModelKey<Value>, Value) -> Void
  ) -> Subscription {
    let entry = entry(for: keys, owner, handler)
    let subscription = keyObservers.add(entry)
    // Values that are pending until the view model is ready are sent to the handler in any case.
    for key in initial == .latest ? keys : [] {
      if let event = keyObservers.latestEvents[key] { entry.send(event) }
    }
    return subscription
  }

  private func entry<Value, Owner: AnyObject>(
    for keys: [ViewModelKey<Value>], _ owner: Owner,
    _ handler: @escaping @MainActor (Owner, ViewModel, ViewModelKey<Value>, Value) -> Void
  ) -> ObserverList<KeyEvent>.Entry {
    // Keys with equal names and different types are different topics.
    ObserverList<KeyEvent>.Entry(topics: keys.map { AnyHashable($0) }, owner: owner) {
      [unowned self] owner, event in
      if let key = event.key as? ViewModelKey<Value>, let value = event.value as? Value {
        handler(owner, self, key, value)
      }
    }
  }
}

/// A value that is sent for a key.
struct KeyEvent {
  let key: Any
  let value: Any
}
