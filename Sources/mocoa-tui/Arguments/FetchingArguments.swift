import ArgumentParser
import MocoaFeedUI

/// The command-line options of addresses.
struct FetchingArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A header to send to the origin of each address; other users of the machine can see it.",
      valueName: "Name: value"))
  var header: [String] = []

  @Option(
    help: ArgumentHelp(
      "A file with secret headers, one per line.", valueName: "file"),
    completion: .file())
  var headerFile: String?

  @Option(
    help: ArgumentHelp(
      "The timeout without an answer or data (default: 30).", valueName: "seconds"))
  var timeout: Int?

  @Option(
    help: ArgumentHelp(
      "The maximum length of a body, such as 500M (default: 4Gi).", valueName: "size"))
  var maxBytes: String?

  @Option(help: ArgumentHelp("The method (default: GET, or POST with --data).", valueName: "name"))
  var method: String?

  @Option(
    help: ArgumentHelp("The data to send, or @ and the name of a file.", valueName: "text"))
  var data: String?

  @Option(
    help: ArgumentHelp("A file with the certificate authorities to trust.", valueName: "file"),
    completion: .file())
  var cacert: String?

  @Option(
    help: ArgumentHelp("A certificate to identify yourself with.", valueName: "file"),
    completion: .file())
  var cert: String?

  @Option(
    help: ArgumentHelp("The private key of the certificate.", valueName: "file"),
    completion: .file())
  var key: String?

  @Flag(
    name: [.customLong("follow-links"), .customLong("pages")],
    help: """
      Load further pages by the links of each (Link: rel=next, next_url, or an address at next, \
      links/next or the like). Without an option of pages, one is loaded, and a link to another, \
      or a total with more rows, is reported (status 0).
      """)
  var followLinks = false

  @Option(help: ArgumentHelp("Load at most this many pages.", valueName: "count"))
  var maxPages: Int?

  @Option(
    help: ArgumentHelp("The parameter with the number of a page, from 1.", valueName: "name"))
  var pageParam: String?

  @Option(
    help: ArgumentHelp("The parameter with the number of rows before a page.", valueName: "name"))
  var offsetParam: String?

  @Option(
    help: ArgumentHelp(
      "The parameter with the value at --next-pointer.", valueName: "name"))
  var cursorParam: String?

  @Option(
    help: ArgumentHelp(
      "The path to the cursor of the next page: /meta/next.", valueName: "pointer"))
  var nextPointer: JSONPointer?

  func validate() throws {
    if let maxBytes, RowQuery.byteCount(maxBytes) ?? 0 < 1 {
      throw ValidationError("--max-bytes must be a size, such as 500M or 2Gi.")
    }
  }

  /// The parsed options.
  var options: FetchingOptions {
    FetchingOptions(
      header: header, headerFile: headerFile, timeout: timeout,
      maxBytes: maxBytes.flatMap(RowQuery.byteCount),
      method: method,
      data: data, cacert: cacert, cert: cert, key: key, followLinks: followLinks,
      maxPages: maxPages, pageParam: pageParam, offsetParam: offsetParam, cursorParam: cursorParam,
      nextPointer: nextPointer)
  }
}
