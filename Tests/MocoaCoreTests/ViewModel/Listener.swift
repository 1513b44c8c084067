import MocoaCore

/// An owner of observations that records notifications.
@MainActor final class Listener {
  var heard: [String] = []
  var subscriptions: [Subscription] = []
}
