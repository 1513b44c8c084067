import ArgumentParser
import MocoaTUI

/// How addresses are asked for.
struct FetchingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A header to send; other users of the machine can see it.", valueName: "Name: value"))
  var header: [String] = []

  @Option(
    help: ArgumentHelp(
      "A file with headers that nobody may see, one a line.", valueName: "file"),
    completion: .file())
  var headerFile: String?

  @Option(
    help: ArgumentHelp("How long a host may be silent; 30 unless told.", valueName: "seconds"))
  var timeout: Int?

  @Option(
    help: ArgumentHelp("How long an answer may be; 4 GiB unless told.", valueName: "bytes"))
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

  /// How an address is asked for.
  var fetchOptions: FetchOptions {
    FetchOptions(headers: header, headerFile: headerFile, timeout: timeout, byteLimit: maxBytes)
  }

  /// How the pages behind the first one are asked for, or nil where there is only one.
  var paging: FeedPaging? {
    if let pageParam { return .page(parameter: pageParam) }
    if let offsetParam { return .offset(parameter: offsetParam) }
    if let cursorParam, let nextPointer { return .cursor(nextPointer, parameter: cursorParam) }
    return pages ? .linked : nil
  }

  /// Checks that the options go together.
  ///
  /// - Throws: A `UsageError` that says what does not.
  func check(_ sources: [String]) throws(UsageError) {
    let given: [(String, Bool)] = [
      ("--header", !header.isEmpty), ("--header-file", headerFile != nil),
      ("--timeout", timeout != nil), ("--max-bytes", maxBytes != nil),
    ]
    let paged: [(String, Bool)] = [
      ("--pages", pages), ("--page-param", pageParam != nil),
      ("--offset-param", offsetParam != nil), ("--cursor-param", cursorParam != nil),
    ]
    let asked = paged.filter(\.1).map(\.0)
    if (cursorParam == nil) != (nextPointer == nil) {
      throw UsageError("--cursor-param and --next-pointer are of use only together.")
    }
    if asked.count > 1 { throw UsageError("\(asked[0]) and \(asked[1]) do not go together.") }
    if let option = asked.first, sources.count != 1 {
      throw UsageError("\(option) is for one address.")
    }
    let options = given.filter(\.1).map(\.0) + asked
    if let option = options.first, !sources.contains(where: SourceOptions.isURL) {
      throw UsageError("\(option) is for an address with http:// or https://.")
    }
    if let timeout, timeout < 1 { throw UsageError("--timeout must be at least 1 second.") }
    if let maxBytes, maxBytes < 1 { throw UsageError("--max-bytes must be at least 1.") }
    if let line = header.first(where: { !$0.contains(":") }) {
      throw UsageError("--header: '\(line)' has no colon.")
    }
  }
}
