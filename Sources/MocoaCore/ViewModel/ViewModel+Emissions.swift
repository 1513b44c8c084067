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
  /// - Returns: whether a receiver has handled it.
  /// - Complexity: O(receivers), without an allocation for each.
  @discardableResult
  public final func emit(_ key: EmissionKey, _ payload: (any Sendable)? = nil)
    -> EmissionOutcome
  {
    guard isReady else {
      deliveries.append(.outgoing(key, payload))
      return .pending
    }
    return climb(Emission(key: key, payload: payload, source: self, via: self))
  }

  /// Takes an emission from the view model through which it came to the top.
  private func climb(_ emission: Emission) -> EmissionOutcome {
    var emission = emission
    // Nothing but this key means anything to the types themselves.
    let isForTypes = emission.key == .reload
    while let receiver = emission.via.parent {
      guard receiver.isReady else {
        receiver.deliveries.append(.incoming(emission))
        return .pending
      }
      if receiver.receive(emission) == .handled { return .handled }
      if isForTypes, receiver.receiveInternally(emission) == .handled { return .handled }
      emission.via = receiver
    }
    return .unhandled
  }
}

// MARK: - Before ready

/// What is pending until a view model is ready.
enum Delivery {
  case outgoing(EmissionKey, (any Sendable)?)
  case incoming(Emission)
  case action(@MainActor () -> Void)
}

extension ViewModel {
  /// Delivers what is pending, oldest first.
  func deliver() {
    let waiting = deliveries
    deliveries = []
    for delivery in waiting {
      switch delivery {
      case .outgoing(let key, let payload): emit(key, payload)
      case .incoming(let emission):
        // The child may have another parent by now.
        if emission.via.parent === self { _ = climb(emission) }
      case .action(let action): action()
      }
    }
  }
}
