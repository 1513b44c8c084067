/// The view model of a header, a footer or another supplementary element of a section.
@MainActor open class SupplementaryViewModel: ElementViewModel {
  /// The kind of the element.
  public final var kind: ModuleKind { elementName.kind }
}

/// A supplementary element with a model of a type.
@MainActor open class ModelSupplementaryViewModel<Model>: SupplementaryViewModel, UpdatableViewModel
{
  /// The model; setting it calls `modelDidChange(from:)` and redraws the element.
  public final var model: Model {
    didSet {
      didSetModel(isObject: Model.self is AnyClass) { modelDidChange(from: oldValue) }
    }
  }

  /// Creates an idle element.
  public required init(model: Model) {
    self.model = model
    super.init()
  }

  /// Called after the model was replaced.
  open func modelDidChange(from oldModel: Model) {}
}
