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
  var clientCert: String?

  @Option(
    help: ArgumentHelp("The private key of the certificate.", valueName: "file"),
    completion: .file())
  var clientKey: String?

  @Flag(
    help: """
      Load further pages by the links of each (Link: rel=next, next_url, or an address at next, \
      links/next or the like). Without this and --paging, one is loaded, and a link to another, \
      or a total with more rows, is reported (status 0).
      """)
  var followLinks = false

  @Option(help: ArgumentHelp("Load at most this many pages.", valueName: "count"))
  var maxPages: Int?

  @Option(
    name: .customLong("paging"),
    help: ArgumentHelp(
      """
      Load further pages by a parameter of the address: page=NAME for the number of the page, \
      offset=NAME for the number of rows before it, or cursor=NAME:/meta/next for the value that \
      the page before has at /meta/next.
      """, valueName: "kind=name"))
  var pagingTexts: [String] = []

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
      data: data, cacert: cacert, clientCert: clientCert, clientKey: clientKey,
      followLinks: followLinks, maxPages: maxPages, pagingTexts: pagingTexts)
  }
}
