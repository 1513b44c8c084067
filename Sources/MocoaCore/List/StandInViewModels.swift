/// What stands in for an element that has no module, or whose model does not fit.
@MainActor public protocol StandInViewModel: ElementViewModel {
  /// The model that could not be shown.
  var model: Any? { get }
}

/// A cell that stands in for one without a module; its resolution says what was tried.
@MainActor public final class PlaceholderCellViewModel: CellViewModel, StandInViewModel {
  public private(set) var model: Any?

  init(model: Any?) {
    self.model = model
    super.init()
  }

  override func replaceStandInModel(_ model: Any?) { self.model = model }
}

/// A cell that stands in for one whose model does not fit; its resolution says why.
@MainActor public final class FailedCellViewModel: CellViewModel, StandInViewModel {
  public private(set) var model: Any?

  init(model: Any?) {
    self.model = model
    super.init()
  }

  override func replaceStandInModel(_ model: Any?) { self.model = model }
}

/// A supplementary element that stands in for one without a module.
@MainActor
public final class PlaceholderSupplementaryViewModel: SupplementaryViewModel,
  StandInViewModel
{
  public private(set) var model: Any?

  init(model: Any?) {
    self.model = model
    super.init()
  }

  override func replaceStandInModel(_ model: Any?) { self.model = model }
}

/// A supplementary element that stands in for one whose model does not fit.
@MainActor
public final class FailedSupplementaryViewModel: SupplementaryViewModel,
  StandInViewModel
{
  public private(set) var model: Any?

  init(model: Any?) {
    self.model = model
    super.init()
  }

  override func replaceStandInModel(_ model: Any?) { self.model = model }
}
