import ArgumentParser
import MocoaTUI

/// How options of addresses are typed.
struct FetchingArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A header to send to the origin of the addresses; other users of the machine can see it.",
      valueName: "Name: value"))
  var header: [String] = []

  @Option(
    help: ArgumentHelp(
      "A file with headers that nobody may see, one a line.", valueName: "file"),
    completion: .file())
  var headerFile: String?

  @Option(
    help: ArgumentHelp("How long a host may be silent (default: 30).", valueName: "seconds"))
  var timeout: Int?

  @Option(
    help: ArgumentHelp("How long an answer may be (default: 4 GiB).", valueName: "bytes"))
  var maxBytes: Int?

  @Flag(help: "Load the pages that the answer links to as the next (next_url, Link).")
  var pages = false

  @Option(
    help: ArgumentHelp("The parameter with the number of a page, from 1.", valueName: "name"))
  var pageParam: String?

  @Option(
    help: ArgumentHelp("The parameter with how many rows come before a page.", valueName: "name"))
  var offsetParam: String?

  @Option(
    help: ArgumentHelp(
      "The parameter with what a page has at --next-pointer.", valueName: "name"))
  var cursorParam: String?

  @Option(
    help: ArgumentHelp(
      "Where a page says what the next one is asked for by: /meta/next.", valueName: "pointer"))
  var nextPointer: JSONPointer?

  /// What was typed.
  var options: FetchingOptions {
    FetchingOptions(
      header: header, headerFile: headerFile, timeout: timeout, maxBytes: maxBytes, pages: pages,
      pageParam: pageParam, offsetParam: offsetParam, cursorParam: cursorParam,
      nextPointer: nextPointer)
  }
}
