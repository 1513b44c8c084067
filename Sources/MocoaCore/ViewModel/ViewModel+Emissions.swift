extension ViewModel {
  /// Sends a message up the hierarchy, beginning with the parent.
  ///
  /// The call returns when the emission has been handled or has reached the top. Before the view
  /// model is ready nothing is sent; it goes out right after. The same holds at a receiver that is
  /// not ready.
  ///
  /// - Parameters:
  ///   - key: what it is about.
  ///   - payload: what is carried along.
  /// - Returns: whether a receiver has handled it; false also while it waits.
  /// - Complexity: O(receivers), without an allocation for each.
  @discardableResult
  public final func emit(_ key: EmissionKey, _ payload: (any Sendable)? = nil) -> Bool {
    guard isReady else {
      deliveries.append(.outgoing(key, payload))
      return false
    }
    return climb(Emission(key: key, payload: payload, source: self, via: self))
  }

  /// Takes an emission from the view model through which it came to the top.
  private func climb(_ emission: Emission) -> Bool {
    var emission = emission
    // Nothing but this key means anything to the types themselves.
    let isForTypes = emission.key == .reload
    while let receiver = emission.via.parent {
      guard receiver.isReady else {
        receiver.deliveries.append(.incoming(emission))
        return false
      }
      if receiver.receive(emission) == .handled { return true }
      if isForTypes, receiver.receiveInternally(emission) == .handled { return true }
      emission.via = receiver
    }
    return false
  }
}

// MARK: - Before ready

/// What waits for a view model to become ready.
enum Delivery {
  case outgoing(EmissionKey, (any Sendable)?)
  case incoming(Emission)
  case event(key: String, value: Any)
  case initial(ObserverList<ViewModelEvent<Any>>.Entry, key: String, value: Any)
}

extension ViewModel {
  /// Sends what has waited, oldest first.
  func deliver() {
    let waiting = deliveries
    deliveries = []
    for delivery in waiting {
      switch delivery {
      case .outgoing(let key, let payload): emit(key, payload)
      case .incoming(let emission):
        // The child may have left in the meantime, and then speaks to somebody else.
        if emission.via.parent === self { _ = climb(emission) }
      case .event(let key, let value): sendEvent(key: key, value: value)
      case .initial(let entry, let key, let value):
        entry.send(ViewModelEvent(sender: self, key: ViewModelKey(name: key), value: value))
      }
    }
  }
}
