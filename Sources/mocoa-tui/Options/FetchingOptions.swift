import Glibc
import MocoaFeedUI

/// How addresses are asked for.
struct FetchingOptions {
  /// The headers that are sent, each `Name: value`.
  var header: [String] = []

  /// A file with headers that nobody may see, one a line.
  var headerFile: String?

  /// The longest time for the header of an answer, and the longest without data, in seconds.
  var timeout: Int?

  /// The greatest length of a body, in bytes.
  var maxBytes: Int?

  /// The method of the requests.
  var method: String?

  /// The data to send, or `@` and the name of a file with them.
  var data: String?

  /// A file with the certificates of the authorities to trust.
  var cacert: String?

  /// A file with a certificate that identifies the user.
  var cert: String?

  /// A file with the private key of the certificate.
  var key: String?

  /// Whether the pages are loaded that an answer links to.
  var followLinks = false

  /// The greatest number of pages.
  var maxPages: Int?

  /// The parameter with the number of a page, from 1.
  var pageParam: String?

  /// The parameter with how many rows come before a page.
  var offsetParam: String?

  /// The parameter with what a page has at `nextPointer`.
  var cursorParam: String?

  /// Where a page says what the next one is asked for by.
  var nextPointer: JSONPointer?

  /// The options of each request.
  var fetchOptions: FetchOptions {
    var options = FetchOptions(
      headers: Self.environmentHeaders + header, headerFile: headerFile, timeout: timeout,
      byteLimit: maxBytes)
    options.method = method
    options.data = data
    options.authorities = cacert
    options.certificate = cert
    options.key = key
    return options
  }

  /// The headers of the variable MOCOA_HEADERS, which is removed from the environment: programs
  /// that are started get none of it.
  ///
  /// To be read before there are other threads.
  static let environmentHeaders: [String] = {
    guard let value = getenv("MOCOA_HEADERS") else { return [] }
    defer { unsetenv("MOCOA_HEADERS") }
    return String(cString: value).split(whereSeparator: \.isNewline).map(String.init)
  }()

  /// How the pages behind the first one are asked for, or nil where there is only one.
  var paging: FeedPaging? {
    if let pageParam { return .page(parameter: pageParam) }
    if let offsetParam { return .offset(parameter: offsetParam) }
    if let cursorParam, let nextPointer { return .cursor(nextPointer, parameter: cursorParam) }
    return followLinks ? .linked : nil
  }

  /// Checks that the options go together.
  ///
  /// - Throws: A `UsageError` that says what does not.
  func check(_ sources: [String]) throws(UsageError) {
    let given: [(String, Bool)] = [
      ("--header", !header.isEmpty), ("--header-file", headerFile != nil),
      ("--timeout", timeout != nil), ("--max-bytes", maxBytes != nil), ("--method", method != nil),
      ("--data", data != nil), ("--cacert", cacert != nil), ("--cert", cert != nil),
      ("--key", key != nil), ("--max-pages", maxPages != nil),
    ]
    let paged: [(String, Bool)] = [
      ("--follow-links", followLinks), ("--page-param", pageParam != nil),
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
    if key != nil, cert == nil { throw UsageError("--key belongs to --cert.") }
    if let maxPages {
      if asked.isEmpty { throw UsageError("--max-pages needs --follow-links or a page parameter.") }
      if maxPages < 1 { throw UsageError("--max-pages must be at least 1.") }
    }
    if let timeout, timeout < 1 { throw UsageError("--timeout must be at least 1 second.") }
    if let line = header.first(where: { !$0.contains(":") }) {
      throw UsageError("--header: '\(line)' has no colon.")
    }
  }
}
