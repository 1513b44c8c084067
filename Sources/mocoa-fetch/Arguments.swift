import MocoaSystem

/// The command-line arguments: options with values, then the address.
struct Arguments {
  static let help = """
    usage: mocoa-fetch [OPTION…] [--] ADDRESS

    Writes the body of an address with http:// or https:// to standard output.

      --header 'Name: value'      A header to send
      --header-file FILE          A file with headers to send, one a line; - for standard input
      --origin ADDRESS            The address whose origin gets headers and credentials (default:
                                  the address)
      --method NAME               The method (default: GET, or POST with --data)
      --data TEXT                 The data to send, or @ and the name of a file
      --cacert FILE               The certificates of the authorities to trust
      --cert FILE                 A certificate to identify the user with
      --key FILE                  The private key of the certificate
      --timeout SECONDS           The longest time for the header of an answer, and the longest
                                  without data after it (default: 30)
      --max-redirects COUNT       How many redirects are followed (default: 10)
      --limit BYTES               How long the body may be (default: 4 GiB)
      --accept-encoding NAMES     The content encodings to accept of gzip and zstd; the body is
                                  written as it comes
      --if-none-match TAG         Request a body only with another ETag; else the status is 304
      --if-modified-since DATE    Request a body only if it is newer; else the status is 304

      --error-text                Report the text of an answer whose status is an error

    ADDRESS and the address of --origin can be -: the first lines of standard input, in this order.
    If headers and data are both read from standard input, an empty line is between them.
    Headers, the user name and password of the address or of ~/.netrc, the certificate and the data
    are sent to one origin (scheme, host and port) only. Secret headers and addresses belong in a
    file or on standard input: other users can read the command line of a program. Proxies are those
    of http_proxy, https_proxy and no_proxy.
    """

  private var values: [String: [String]] = [:]
  private var address: String
  private var showsErrorText = false

  private static let names: Set<String> = [
    "header", "header-file", "origin", "method", "data", "cacert", "cert", "key", "timeout",
    "max-redirects", "limit", "accept-encoding", "if-none-match", "if-modified-since",
  ]

  /// Parses arguments: `--name value` or `--name=value`, and one address.
  ///
  /// - Throws: A ``FetchFailure`` for unknown or missing arguments.
  init(_ arguments: [String]) throws(FetchFailure) {
    var rest = arguments[...]
    var addresses: [String] = []
    while let argument = rest.popFirst() {
      if argument == "--" {
        addresses += rest
        break
      }
      guard argument.hasPrefix("--") else {
        addresses.append(argument)
        continue
      }
      let parts = argument.dropFirst(2).split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      if argument == "--error-text" {
        showsErrorText = true
        continue
      }
      guard Self.names.contains(name) else { throw .usage("unknown option --\(name)") }
      guard let value = parts.count > 1 ? String(parts[1]) : rest.popFirst() else {
        throw .usage("--\(name) needs a value")
      }
      values[name, default: []].append(value)
    }
    guard addresses.count == 1 else { throw .usage("name one address; see --help") }
    address = addresses[0]
  }

  /// Creates the request for the arguments.
  ///
  /// - Throws: A ``FetchFailure`` for invalid values and unreadable files.
  func request() throws(FetchFailure) -> Request {
    var input = StandardInput()
    let address = try Address(address == "-" ? input.line() : address)
    var request = Request(address: address, owner: address)
    if let origin = self["origin"] {
      request.owner = try Address(origin == "-" ? input.line() : origin)
    }
    if let method = self["method"] {
      guard HeaderLine.isToken(method) else { throw .usage("--method needs a name, such as POST") }
      request.method = method
    }
    request.showsErrorText = showsErrorText
    if self["data"] == "@-", values["header-file"]?.contains("-") == true {
      let text = String(decoding: try input.rest(), as: UTF8.self)
      let end = text.firstRange(of: "\n\n")
      request.headers = try headers(Array(text[..<(end?.lowerBound ?? text.endIndex)].utf8))
      request.data = Array(text[(end?.upperBound ?? text.endIndex)...].utf8)
    } else {
      request.data = try self["data"] == "@-" ? input.rest() : data()
      request.headers = try headers(
        values["header-file"]?.contains("-") == true ? input.rest() : [])
    }
    request.publicHeaders = publicHeaders
    request.authorities = self["cacert"]
    request.certificate = self["cert"]
    request.key = self["key"]
    request.timeout = max(0.001, min(try number("timeout", Double.init) ?? request.timeout, 1e6))
    request.redirectLimit = max(0, try number("max-redirects", Int.init) ?? request.redirectLimit)
    request.byteLimit = try number("limit", Int.init) ?? request.byteLimit
    return request
  }

  private subscript(name: String) -> String? { values[name]?.last }

  private func number<Number>(
    _ name: String, _ parse: (String) -> Number?
  ) throws(FetchFailure) -> Number? {
    guard let text = self[name] else { return nil }
    guard let number = parse(text) else { throw .usage("--\(name) needs a number") }
    return number
  }

  private var publicHeaders: [HeaderLine] {
    var headers = [
      HeaderLine(
        "Accept", "application/json, application/feed+json, application/x-ndjson, */*;q=0.5"),
      HeaderLine("User-Agent", "mocoa-fetch"),
    ]
    if self["data"] != nil { headers.append(HeaderLine("Content-Type", "application/json")) }
    for (option, name) in [
      ("accept-encoding", "Accept-Encoding"), ("if-none-match", "If-None-Match"),
      ("if-modified-since", "If-Modified-Since"),
    ] {
      if let value = self[option] { headers.append(HeaderLine(name, value)) }
    }
    return headers
  }

  /// Returns the headers of the files, then those of the command line; the last one counts.
  private func headers(_ input: [UInt8]) throws(FetchFailure) -> [HeaderLine] {
    var lines: [String] = []
    for path in values["header-file"] ?? [] {
      let contents = try path == "-" ? input : FileContents.read(path)
      let text = String(decoding: contents, as: UTF8.self)
      lines += text.split(whereSeparator: \.isNewline).map(String.init)
    }
    lines.removeAll { $0.allSatisfy(\.isWhitespace) || $0.hasPrefix("#") }
    var headers: [HeaderLine] = []
    for (index, line) in (lines + (values["header"] ?? [])).enumerated() {
      guard let header = HeaderLine(line) else { throw .notAHeader(index + 1) }
      headers.append(header)
    }
    return headers
  }

  private func data() throws(FetchFailure) -> [UInt8]? {
    guard let text = self["data"] else { return nil }
    return text.hasPrefix("@") ? try FileContents.read(String(text.dropFirst())) : Array(text.utf8)
  }
}
