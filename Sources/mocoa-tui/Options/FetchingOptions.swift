import MocoaFeedUI
import MocoaSystem

/// The options of requests for addresses.
///
/// Those without a comment are described in ``CommandOption/fetching``.
struct FetchingOptions {
  var header: [String] = []
  var headerFile: String?
  var timeout: Int?
  var maxBytes: Int?
  var method: String?
  var data: String?
  var cacert: String?
  var clientCert: String?
  var clientKey: String?
  var followLinks = false
  var maxPages: Int?
  var pagingTexts: [String] = []

  /// The files that are read for requests.
  var inputs: [InputFile] {
    let files: [(String, String?)] = [
      ("--header-file", headerFile), ("--cacert", cacert), ("--client-cert", clientCert),
      ("--client-key", clientKey),
      ("--data", data.flatMap { $0.hasPrefix("@") ? String($0.dropFirst()) : nil }),
    ]
    return files.compactMap { option, file in file.map { InputFile(name: $0, option: option) } }
  }

  var fetchOptions: FetchOptions {
    var options = FetchOptions(
      headers: Self.environmentHeaders + header, headerFile: headerFile, timeout: timeout,
      byteLimit: maxBytes)
    options.method = method
    options.data = data
    options.authorities = cacert
    options.certificate = clientCert
    options.key = clientKey
    return options
  }

  /// The headers of the variable MOCOA_HEADERS, which is removed from the environment.
  ///
  /// Child processes do not inherit them. Read the property before other threads are started.
  static let environmentHeaders: [String] = {
    guard let value = getenv("MOCOA_HEADERS") else { return [] }
    defer { unsetenv("MOCOA_HEADERS") }
    return String(cString: value).split(whereSeparator: \.isNewline).map(String.init)
  }()

  /// The way in which the pages after the first one are requested; nil if there is only one.
  var paging: FeedPaging? {
    (try? typedPaging()) ?? (followLinks ? .linked : nil)
  }

  /// Parses the parameters of pages; nil if there are none.
  private func typedPaging() throws(UsageError) -> FeedPaging? {
    guard var text = pagingTexts.last(where: { $0.first != ":" }) ?? pagingTexts.last else {
      return nil
    }
    // The path can stand alone: it was an option of its own.
    if !text.contains(":/") { text += pagingTexts.last { $0.first == ":" } ?? "" }
    let kind = text.prefix { $0 != "=" }
    let value = text.dropFirst(kind.count + 1)
    let name = String(value[..<(value.firstRange(of: ":/")?.lowerBound ?? value.endIndex)])
    let pointer = JSONPointer(String(value.dropFirst(name.count + 1)))
    switch kind {
    case "page" where name.count == value.count && !name.isEmpty: return .page(parameter: name)
    case "offset" where name.count == value.count && !name.isEmpty: return .offset(parameter: name)
    case "cursor" where name.count < value.count && !name.isEmpty:
      if let pointer { return .cursor(pointer, parameter: name) }
    default: break
    }
    throw UsageError(
      "--paging: expected page=NAME, offset=NAME or cursor=NAME:/POINTER, not '\(text)'")
  }

  /// Checks the combination of options.
  func check(_ sources: [String]) throws(UsageError) {
    let given: [(String, Bool)] = [
      ("--header", !header.isEmpty), ("--header-file", headerFile != nil),
      ("--timeout", timeout != nil), ("--max-bytes", maxBytes != nil), ("--method", method != nil),
      ("--data", data != nil), ("--cacert", cacert != nil), ("--client-cert", clientCert != nil),
      ("--client-key", clientKey != nil), ("--max-pages", maxPages != nil),
    ]
    let paged: [(String, Bool)] = [
      ("--follow-links", followLinks), ("--paging", !pagingTexts.isEmpty),
    ]
    let asked = paged.filter(\.1).map(\.0)
    _ = try typedPaging()
    if asked.count > 1 { throw UsageError("\(asked[0]) and \(asked[1]) cannot be combined.") }
    if let option = asked.first, sources.count != 1 {
      throw UsageError("\(option) is for one address.")
    }
    let options = given.filter(\.1).map(\.0) + asked
    if let option = options.first, !sources.contains(where: SourceOptions.isURL) {
      throw UsageError("\(option) is for an address with http:// or https://.")
    }
    if clientKey != nil, clientCert == nil {
      throw UsageError("--client-key requires --client-cert.")
    }
    if let maxPages {
      if asked.isEmpty { throw UsageError("--max-pages needs --follow-links or --paging.") }
      if maxPages < 1 { throw UsageError("--max-pages must be at least 1.") }
    }
    if let timeout, timeout < 1 { throw UsageError("--timeout must be at least 1 second.") }
    if let line = header.first(where: { $0.contains(where: \.isNewline) }) {
      throw UsageError("--header: '\(line)' has more than one line; each header is given alone.")
    }
    if let line = header.first(where: { !$0.contains(":") }) {
      throw UsageError("--header: '\(line)' has no colon.")
    }
  }
}
