/// What displays an element of a list, and is notified of events before the element.
@MainActor public protocol ElementHost: AnyObject {
  /// Called before the element is notified of an event.
  func elementWillReceive(_ event: ElementEvent)

  /// Handles an edit instead of the element.
  ///
  /// - Returns: `true` if the host calls the completion.
  func handleEdit(_ key: EmissionKey<CellEdit>, completion: CellEdit.Completion) -> Bool
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
