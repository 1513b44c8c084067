import ArgumentParser
import MocoaFeedUI

/// How options of how a feed was left are typed.
struct StateArguments: ParsableArguments {
  @Flag(help: "Discard the saved state of this feed: columns, order, filters and prompt history.")
  var fresh = false

  @Flag(help: "Leave out the options of ~/.config/mocoa/config and of MOCOA_OPTS.")
  var noConfig = false

  /// What was typed.
  var options: StateOptions {
    StateOptions(fresh: fresh)
  }
}
