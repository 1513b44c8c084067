import ArgumentParser

/// Whether a feed is found as it was left.
struct StateOptions: ParsableArguments {
  @Flag(help: "Forget how this feed was left: its columns, order, filters and what was typed.")
  var fresh = false
}
