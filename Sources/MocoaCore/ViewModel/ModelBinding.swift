import Observation

/// Members of a model, and what is called with their values.
@MainActor final class ModelBinding {
  /// The members; as a set, since nothing is called twice for two of them.
  let members: Set<AnyKeyPath>
  /// Reads the members, watches them, and calls the handler.
  private let body: @MainActor (ModelBinding) -> Void
  /// Whether a watched member has changed and the handler was not called yet.
  var isPending = false
  /// Counts the calls, so that what watched the model before the last one is not listened to.
  private(set) var generation = 0

  init(members: Set<AnyKeyPath>, body: @escaping @MainActor (ModelBinding) -> Void) {
    self.members = members
    self.body = body
  }

  func run() {
    isPending = false
    generation += 1
    body(self)
  }
}

extension UpdatableViewModel {
  /// Calls a handler with members of the model: now, and whenever they may have changed.
  ///
  /// That is when the model is replaced, when `modelDidUpdate(_:)` names one of the members, and,
  /// for a model that is `@Observable`, when one of them is set. Several members that an
  /// `@Observable` model sets in one turn of the main actor make one call, as do several that are
  /// named at once. Handlers are called in the order in which they were bound.
  ///
  /// ```swift
  /// override func prepare() {
  ///   bind(\.name, \.phone) { viewModel, name, phone in
  ///     viewModel.title = "\(name) \(phone)"
  ///   }
  /// }
  /// ```
  public func bind<each Value>(
    _ members: repeat KeyPath<Model, each Value>,
    to handler: @escaping @MainActor (Self, repeat each Value) -> Void
  ) {
    var names: Set<AnyKeyPath> = []
    repeat _ = names.insert(each members)
    let binding = ModelBinding(members: names) { [weak self] binding in
      guard let self else { return }
      let values = watch(binding) { (repeat self.model[keyPath: each members]) }
      handler(self, repeat each values)
    }
    bindings.append(binding)
    binding.run()
  }

  /// Says that members of the model have changed in place, for a model that is not `@Observable`.
  ///
  /// Every handler that is bound to one of them is called once; members that nobody is bound to do
  /// no harm.
  public func modelDidUpdate(_ members: PartialKeyPath<Model>...) {
    let names = Set(members as [AnyKeyPath])
    for binding in bindings where !binding.members.isDisjoint(with: names) { binding.run() }
  }
}

extension ViewModel {
  /// Reads values, and has a binding run again once one of them changes.
  fileprivate func watch<Values>(_ binding: ModelBinding, _ read: () -> Values) -> Values {
    guard observesModel else { return read() }
    let generation = binding.generation
    return withObservationTracking(read) { [weak self, weak binding] in
      // The value is not set yet, and others may follow in the same turn.
      Task { @MainActor in
        guard let self, let binding, binding.generation == generation else { return }
        self.bindingDidChange(binding)
      }
    }
  }

  private func bindingDidChange(_ binding: ModelBinding) {
    binding.isPending = true
    // Those that have changed in the same turn are called together, in order.
    for binding in bindings where binding.isPending { binding.run() }
  }

  /// Calls all handlers anew after the model was replaced.
  final func updateBindings() {
    for binding in bindings { binding.run() }
  }
}
