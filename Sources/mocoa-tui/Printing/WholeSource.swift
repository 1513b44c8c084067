import ArgumentParser
import MocoaFeedUI

/// The single source of a command that reads it completely and prints a report.
struct WholeSource {
  /// A file, or `-` for standard input.
  let name: String

  /// Checks that there is input; a terminal is none.
  func check() throws {
    if name == "-" && isStandardInputTerminal {
      throw ValidationError("There is nothing to read: name a file, or pipe a feed in.")
    }
  }

  /// Reads the source to its end.
  @MainActor func feed(_ options: FeedOptions = FeedOptions()) throws -> Feed {
    let bytes = try name == "-" ? ByteSources.standardInput() : ByteSources.file(name)
    let feed = Feed(source: bytes, options: options)
    feed.wait(forAllUpTo: .max)
    return feed
  }
}

extension ParsableCommand {
  /// Writes a text to standard output, and the faults of its rows to standard error.
  ///
  /// An error, and a fault, ends the command.
  func print(_ text: @MainActor () throws -> (String, ResultFaults)) throws {
    do {
      try MainActor.assumeIsolated {
        let (text, faults) = try text()
        try Output.standard.write(text)
        try faults.check()
      }
    } catch {
      throw ExitCode(Output.report(error))
    }
  }
}
