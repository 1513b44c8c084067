import ArgumentParser
import MocoaTUI

/// How options of how a feed was left are typed.
struct StateArguments: ParsableArguments {
  @Flag(help: "Forget how this feed was left: its columns, order, filters and what was typed.")
  var fresh = false

  /// What was typed.
  var options: StateOptions {
    StateOptions(
      fresh: fresh)
  }
}
