import MocoaCore

/// The observers of a list view, any number of them.
@MainActor
struct ListObservers {
  let move = ObserverList<Void>()
  let selection = ObserverList<ListIndexPath>()
  let edits = ObserverList<(action: RowAction, path: ListIndexPath, isDone: Bool)>()
}

/// An observation ends when its owner is released, or when the subscription is cancelled or
/// released.
extension ListView {
  /// Calls a handler when the cursor or the viewport has moved.
  public func observeMove<Owner: AnyObject>(
    owner: Owner, handler: @escaping @MainActor (Owner) -> Void
  ) -> Subscription {
    observers.move.add(owner: owner) { owner, _ in handler(owner) }
  }

  /// Calls a handler when the user has opened an item, after its view model was notified.
  ///
  /// It is not called if the item was removed in the meantime.
  public func observeSelection<Owner: AnyObject>(
    owner: Owner, handler: @escaping @MainActor (Owner, ListIndexPath) -> Void
  ) -> Subscription {
    observers.selection.add(owner: owner, handler: handler)
  }

  /// Calls a handler with the action, the item, and whether it succeeded, after an action on an
  /// item.
  public func observeEdits<Owner: AnyObject>(
    owner: Owner, handler: @escaping @MainActor (Owner, RowAction, ListIndexPath, Bool) -> Void
  ) -> Subscription {
    observers.edits.add(owner: owner) { handler($0, $1.action, $1.path, $1.isDone) }
  }
}
