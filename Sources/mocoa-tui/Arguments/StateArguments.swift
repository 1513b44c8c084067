import ArgumentParser
import MocoaFeedUI

/// The command-line options of saved state.
struct StateArguments: ParsableArguments {
  @Flag(help: "Discard the saved state of this feed: columns, order, filters and prompt history.")
  var fresh = false

  @Flag(help: "Ignore the options of ~/.config/mocoa/config and of MOCOA_OPTS.")
  var noConfig = false

  /// The parsed options.
  var options: StateOptions {
    StateOptions(fresh: fresh)
  }
}
