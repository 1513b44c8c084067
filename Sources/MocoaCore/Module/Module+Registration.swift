extension Module {
  /// Registers a view model that names its model, and the view that shows it.
  ///
  /// - Parameters:
  ///   - viewModel: the type of the view model. A model that is of another type than the view
  ///     model's is decoded if it is an `EncodedModel` and the type is `Decodable`.
  ///   - view: the view; nil leaves the registered one.
  public func register<ViewModelType: ModelViewModel>(
    viewModel: ViewModelType.Type, view: ModuleView? = nil
  ) {
    configure {
      setViewModelFactory(ViewModelFactory(viewModel))
      if let view { self.view = view }
    }
  }

  /// Registers a type of model, what makes a view model from one, and the view that shows it.
  ///
  /// For view models that need more than a model to be made.
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

  /// Registers a view alone.
  public func register(view: ModuleView) { self.view = view }

  /// Registers a type of model alone, for what reads it (a view model that names its model needs
  /// none).
  public func register(model: Any.Type) { setModelType(model) }

  /// Forgets model, view model and view; the module and those below it remain.
  public func unregister() {
    configure {
      setViewModelFactory(nil)
      setModelType(nil)
      view = nil
    }
  }

  /// Makes the registered view model for a model; it is not ready yet.
  ///
  /// - Throws: a `ModuleError` if no view model is registered or the model does not fit, and what
  ///   the registered factory throws.
  public func makeViewModel(for model: Any?) throws -> ViewModel {
    guard let viewModelFactory else { throw ModuleError.noViewModel(url) }
    let viewModel = try viewModelFactory.make(model)
    viewModel.module = self
    return viewModel
  }
}
