import MocoaCore

/// An owner of observations that records notifications.
@MainActor final class Listener {
  var heard: [String] = []
  var subscriptions: [Subscription] = []

  /// Records the changesets of a list.
  func record(_ list: ListViewModel) {
    list.observeChanges(owner: self) { listener, change in
      if case .update(let changeset) = change { listener.heard.append("\(changeset)") }
    }.store(in: &subscriptions)
  }
}
