import MocoaCore

/// Someone who owns observations and writes down what is heard.
@MainActor final class Listener {
  var heard: [String] = []
  var subscriptions: [Subscription] = []
}
