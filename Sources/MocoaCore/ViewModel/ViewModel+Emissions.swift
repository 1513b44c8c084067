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
    if isReady { return climb(emission) }
    deliveries.append { [unowned self] in _ = climb(emission) }
    return .pending
  }

  /// Sends a message without a payload; see `emit(_:_:)`.
  @discardableResult
  public final func emit(_ key: EmissionKey<Void>) -> EmissionOutcome { emit(key, ()) }

  /// Takes an emission from the view model through which it came to the top.
  private func climb(_ emission: Emission) -> EmissionOutcome {
    var emission = emission
    // Nothing but this key means anything to the types themselves.
    let isForTypes = emission.name == EmissionKey<Void>.reload.name
    var registry = module?.registry
    while let receiver = emission.via.parent {
      guard receiver.isReady else {
        receiver.deliveries.append { [unowned receiver, emission] in
          // The child may have another parent by now.
          if emission.via.parent === receiver { _ = receiver.climb(emission) }
        }
        return .pending
      }
      if receiver.receive(emission) == .handled { return .handled }
      if isForTypes, receiver.receiveInternally(emission) == .handled { return .handled }
      if registry == nil { registry = receiver.module?.registry }
      emission.via = receiver
    }
    registry?.logger(
      .unhandledEmission(key: emission.name, source: "\(type(of: emission.source))"))
    return .unhandled
  }
}
