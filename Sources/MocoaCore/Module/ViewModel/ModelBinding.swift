/// Members of a model, and the handler that is called with their values.
@MainActor final class ModelBinding {
  let members: Set<AnyKeyPath>
  let tracker = PropertyTracker()
  /// Reads the members, observes them, and calls the handler.
  private let body: @MainActor (PropertyTracker) -> Void

  init(members: Set<AnyKeyPath>, body: @escaping @MainActor (PropertyTracker) -> Void) {
    (self.members, self.body) = (members, body)
  }

  func run() { body(tracker) }
}

extension UpdatableViewModel {
  /// Calls a handler with members of the model, now and whenever they may have changed.
  ///
  /// That is when the model is replaced, when `modelDidUpdate(_:)` names one of the members, and,
  /// for a model that is `@Observable`, when one of them is set. Changes of several members of an
  /// `@Observable` model in one turn of the main actor cause one call, as do several that are named
  /// together. Handlers are called in the order in which they were bound, and may set the model.
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
    let binding = ModelBinding(members: names) { [weak self] tracker in
      guard let self else { return }
      let values = watch(tracker) { (repeat self.model[keyPath: each members]) }
      handler(self, repeat each values)
    }
    bindings.append(binding)
    binding.run()
  }

  /// Calls the handlers of members that have changed in a model that is not `@Observable`.
  ///
  /// Every handler that is bound to one of them is called once.
  public func modelDidUpdate(_ members: PartialKeyPath<Model>...) {
    let names = Set(members as [AnyKeyPath])
    for binding in bindings where !binding.members.isDisjoint(with: names) {
      binding.tracker.invalidate()
    }
    runPendingBindings()
  }
}

extension ViewModel {
  /// Reads values, and calls the pending handlers when one of them changes.
  fileprivate func watch<Values>(_ tracker: PropertyTracker, _ read: () -> Values) -> Values {
    guard observesModel else {
      tracker.reset()
      return read()
    }
    return tracker.track(read) { [weak self] in self?.runPendingBindings() }
  }

  /// Calls the pending handlers in the order in which they were bound, until there are none.
  ///
  /// A handler may set the model.
  fileprivate func runPendingBindings() {
    guard !isRunningBindings else { return }
    isRunningBindings = true
    while let binding = bindings.first(where: \.tracker.isChanged) { binding.run() }
    isRunningBindings = false
  }

  /// Calls all handlers after the model was replaced.
  final func updateBindings() {
    for binding in bindings { binding.tracker.invalidate() }
    runPendingBindings()
  }
}
