/// What displays a view model, such as a view.
///
/// An emission that reaches a view model without a parent continues at the view model of what
/// contains its host. A host is notified of what the user does before its view model is.
@MainActor public protocol ViewModelHost: AnyObject {
  /// The view model of what contains the host, or nil.
  var containingViewModel: ViewModel? { get }

  /// Called before the view model is notified of an event; by default has no effect.
  func viewModelWillReceive(_ event: ElementEvent)

  /// Handles an edit instead of the view model; by default returns `false`.
  func handleEdit(_ key: EmissionKey<CellEdit>, completion: CellEdit.Completion) -> Bool
}

extension ViewModelHost {
  public func viewModelWillReceive(_ event: ElementEvent) {}

  public func handleEdit(
    _ key: EmissionKey<CellEdit>, completion: CellEdit.Completion
  ) -> Bool { false }
}

/// An event of an element of a list.
public enum ElementEvent: Hashable, Sendable {
  /// The user has selected it.
  case select
  /// The user has deselected it.
  case deselect
  /// A view begins to display it.
  case display
  /// No view displays it any more.
  case endDisplay
}
