extension ViewModel {
  /// Sends an emission to the ancestors, starting with the parent, until one handles it.
  ///
  /// Before it leaves a view model, it is offered to its host, such as a page. At a view model
  /// without a parent it continues at the view model of what contains its host.
  ///
  /// The call returns when the emission has been handled or has reached the root. If the view model
  /// or a receiver is not ready, the emission is pending until then. An unhandled emission is
  /// reported to the logger of the registry.
  ///
  /// - Returns: The outcome: handled, unhandled or pending.
  /// - Complexity: O(receivers), without an allocation for each.
  @discardableResult
  public final func emit<Payload>(
    _ key: EmissionKey<Payload>, _ payload: Payload
  ) -> EmissionOutcome {
    if isReady { return climb(Emission(key, payload, source: self)) }
    // An emission retains its source, so it is created when it is delivered.
    deliveries.append { [unowned self] in _ = climb(Emission(key, payload, source: self)) }
    return .pending
  }

  /// Sends an emission without a payload; see `emit(_:_:)`.
  @discardableResult
  public final func emit(_ key: EmissionKey<Void>) -> EmissionOutcome { emit(key, ()) }

  /// Propagates an emission to the root, from the view model through which it came, to whose host
  /// it is offered unless it was.
  private func climb(_ emission: Emission, wasOffered: Bool = false) -> EmissionOutcome {
    var (emission, wasOffered) = (emission, wasOffered)
    // The types themselves handle only this key.
    let isForTypes = emission.name == EmissionKey<Void>.reload.name
    var registry = module?.registry
    // A view may be contained in one that displays a descendant of its view model.
    var roots: [ViewModel] = []
    // The parent is loaded once: loads of weak references are most of the cost of a hop.
    while true {
      if emission.via.hasHost, !wasOffered, emission.via.host?.offer(emission) == .handled {
        return .handled
      }
      wasOffered = false
      guard let receiver = emission.via.parent ?? emission.via.receiver(outside: &roots) else {
        break
      }
      guard receiver.isReady else {
        receiver.deliveries.append { [unowned receiver, emission] in
          // The child may have another parent by now.
          if emission.via.receiver === receiver {
            _ = receiver.climb(emission, wasOffered: true)
          }
        }
        return .pending
      }
      if receiver.receive(emission) == .handled { return .handled }
      if isForTypes, receiver.receiveInternally(emission) == .handled { return .handled }
      if registry == nil { registry = receiver.module?.registry }
      emission.via = receiver
    }
    registry?.report(
      .unhandledEmission(key: emission.name, source: "\(type(of: emission.source))"))
    return .unhandled
  }

  /// The view model that receives emissions after this one, or nil.
  private var receiver: ViewModel? { parent ?? host?.containingViewModel }

  /// Returns the view model of what contains the host, unless it has one of the roots.
  ///
  /// The view model, which is a root, is added to them.
  private func receiver(outside roots: inout [ViewModel]) -> ViewModel? {
    guard let receiver = host?.containingViewModel else { return nil }
    roots.append(self)
    let root = receiver.root
    return roots.contains { $0 === root } ? nil : receiver
  }

  /// The last ancestor, or the view model itself.
  private var root: ViewModel {
    var root = self
    while let parent = root.parent { root = parent }
    return root
  }
}
