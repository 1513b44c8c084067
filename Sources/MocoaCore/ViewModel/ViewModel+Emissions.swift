extension ViewModel {
  /// Sends a message up the hierarchy, beginning with the parent.
  ///
  /// The call returns when the emission has been handled or has reached the top. Before the view
  /// model is ready it is pending, and sent right after; the same holds at a receiver that is not
  /// ready. An emission that is not handled is reported to the logger of the registry.
  ///
  /// - Returns: whether a receiver has handled it.
  /// - Complexity: O(receivers), without an allocation for each.
  @discardableResult
  public final func emit<Payload>(
    _ key: EmissionKey<Payload>, _ payload: Payload
  ) -> EmissionOutcome {
    let emission = Emission(key, payload, source: self)
    guard isReady else {
      deliveries.append(.outgoing(emission))
      return .pending
    }
    return climb(emission)
  }

  /// Sends a message without a payload; see `emit(_:_:)`.
  @discardableResult
  public final func emit(_ key: EmissionKey<Void>) -> EmissionOutcome { emit(key, ()) }

  /// Takes an emission from the view model through which it came to the top.
  private func climb(_ emission: Emission) -> EmissionOutcome {
    var emission = emission
    // Nothing but this key means anything to the types themselves.
    let isForTypes = emission.name == EmissionKey<Void>.reload.name
    while let receiver = emission.via.parent {
      guard receiver.isReady else {
        receiver.deliveries.append(.incoming(emission))
        return .pending
      }
      if receiver.receive(emission) == .handled { return .handled }
      if isForTypes, receiver.receiveInternally(emission) == .handled { return .handled }
      emission.via = receiver
    }
    logUnhandled(emission)
    return .unhandled
  }

  /// Reports an emission to the logger of the nearest module on its way.
  private func logUnhandled(_ emission: Emission) {
    var next: ViewModel? = emission.source
    while let viewModel = next {
      if let registry = viewModel.module?.registry {
        return registry.logger(
          .unhandledEmission(key: emission.name, source: "\(type(of: emission.source))"))
      }
      next = viewModel.parent
    }
  }
}

// MARK: - Before ready

/// What is pending until a view model is ready.
enum Delivery {
  case outgoing(Emission)
  case incoming(Emission)
  case action(@MainActor () -> Void)
}

extension ViewModel {
  /// Delivers what is pending, oldest first.
  func deliver() {
    let pending = deliveries
    deliveries = []
    for delivery in pending {
      switch delivery {
      case .outgoing(let emission): _ = climb(emission)
      case .incoming(let emission):
        // The child may have another parent by now.
        if emission.via.parent === self { _ = climb(emission) }
      case .action(let action): action()
      }
    }
  }
}
