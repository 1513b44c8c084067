extension Module {
  /// Registers a view model that declares the type of its model, and its view.
  ///
  /// - Parameters:
  ///   - viewModel: The type of the view model. If a model is not of its model type, it is decoded
  ///     if it is an `EncodedModel` and the type is `Decodable`.
  ///   - view: The view; nil keeps the registered one. Without any, placeholders stand in for the
  ///     elements.
  public func register<ViewModelType: ModelViewModel>(
    viewModel: ViewModelType.Type, view: ModuleView? = nil
  ) {
    configure {
      setViewModelFactory(ViewModelFactory(viewModel))
      if let view { self.view = view }
    }
  }

  /// Registers a model type, a closure that creates the view model of a model, and its view.
  ///
  /// It is for view models that are created from more than a model.
  public func register<Model, ViewModelType: ViewModel>(
    model: Model.Type, view: ModuleView? = nil,
    viewModel make: @escaping @MainActor (Model) throws -> ViewModelType
  ) {
    let factory = ViewModelFactory(
      viewModelType: ViewModelType.self, modelType: Model.self,
      make: { try make(ModelConversion.convert($0, to: Model.self)) }, update: nil)
    configure {
      setViewModelFactory(factory)
      if let view { self.view = view }
    }
  }

  /// Registers only a view.
  public func register(view: ModuleView) { self.view = view }

  /// Registers only a model type; not needed for view models that declare it.
  public func register(model: Any.Type) { setModelType(model) }

  /// The parts of a registration.
  public struct Parts: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The model type.
    public static let model = Parts(rawValue: 1)
    /// The view model.
    public static let viewModel = Parts(rawValue: 2)
    /// The view.
    public static let view = Parts(rawValue: 4)
    /// All parts.
    public static let all: Parts = [.model, .viewModel, .view]
  }

  /// Removes registrations of the module, which stays in the tree with its descendants.
  ///
  /// - Parameter parts: The registrations that are removed; the others stay.
  public func unregister(_ parts: Parts = .all) {
    registry?.invalidateProvision(of: self)
    configure {
      if parts.contains(.viewModel) { setViewModelFactory(nil) }
      if parts.contains(.model) { setModelType(nil) }
      if parts.contains(.view) { view = nil }
    }
  }

  /// Creates an idle view model for a model.
  ///
  /// - Throws: A `ModuleError` if no view model is registered or the model is of another type, or
  ///   an error of the registered closure.
  public func makeViewModel(for model: Any?) throws -> ViewModel {
    guard let viewModelFactory else { throw ModuleError.noViewModel(url) }
    let viewModel = try viewModelFactory.make(model)
    viewModel.module = self
    return viewModel
  }
}
