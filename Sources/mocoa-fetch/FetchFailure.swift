import CCurl
import MocoaSystem

/// The reason why there is no body, or only part of it.
enum FetchFailure: Error, Equatable {
  /// The arguments are invalid.
  case usage(String)
  /// The address is not one of http or https.
  case notAnAddress
  /// A header, counted from 1, cannot be sent.
  case notAHeader(Int)
  /// A file that the user specified cannot be read.
  case unreadable(String, reason: String)
  /// The status is not a success; with the schemes of an authentication challenge, and the text of
  /// the response, which may be empty.
  case status(Int, schemes: [String], text: String)
  /// The status is not a success, and the text of the response says why.
  case refused(String)
  /// There are too many redirects, or a redirect loop.
  case redirectLimit(Int)
  /// A redirect has no target.
  case noLocation(status: Int)
  /// A redirect leads to a scheme other than http and https.
  case badRedirect(scheme: String)
  /// A redirect leads from https to http.
  case insecureRedirect(to: String)
  /// The user's data would be sent to another origin.
  case dataForAnother(origin: String)
  /// A method that is not safe would be sent to another origin.
  case methodForAnother(String, origin: String)
  /// The body exceeds the limit.
  case bodyTooLong(limit: Int)
  /// The header exceeds the limit.
  case headerTooLong(limit: Int)
  /// The body has an encoding that is not supported.
  case encoding(String)
  /// The header was not complete before the timeout.
  case noAnswer(seconds: Double)
  /// No part of the body was received before the timeout.
  case silent(seconds: Double)
  /// The output cannot be written.
  case output(reason: String)
  /// The connection failed or ended early.
  case connection(String)
}

extension FetchFailure: CustomStringConvertible {
  /// One line: the error, and its remedy if known.
  var description: String {
    switch self {
    case .usage(let text): text
    case .notAnAddress: "not an address with http:// or https://"
    case .notAHeader(let number): "header \(number) is not of the form 'Name: value'"
    case .unreadable(let path, let reason): "\(path): \(reason)"
    case .status(let status, let schemes, let text):
      "\(status) \(Self.phrase(of: status))" + (text.isEmpty ? "" : ": \(Self.line(of: text))")
        + (status == 401 && !schemes.isEmpty
          ? "; the server asks for credentials (\(schemes.joined(separator: ", "))): "
            + "give them with --header-file or ~/.netrc" : "")
    case .refused(let text): Self.line(of: text, limit: 4_096)
    case .redirectLimit(let count): "more than \(count) redirects"
    case .noLocation(let status): "\(status) \(Self.phrase(of: status)) without Location"
    case .badRedirect(let scheme): "redirected to an address of \(scheme), not http or https"
    case .insecureRedirect(let target): "redirected from https to \(target), which is refused"
    case .methodForAnother(let method, let origin):
      "\(method) is not sent to \(origin), another origin"
    case .dataForAnother(let origin): "the data is not sent to \(origin), another origin"
    case .bodyTooLong(let limit): "the body is longer than \(limit) bytes"
    case .headerTooLong(let limit): "the header is longer than \(limit) bytes"
    case .encoding(let name): "the content encoding \(name) is not supported"
    case .noAnswer(let seconds): "no answer within \(Self.text(seconds)); --timeout allows more"
    case .silent(let seconds): "no data for \(Self.text(seconds)); --timeout allows more"
    case .output(let reason): "cannot write: \(reason)"
    case .connection(let reason): reason
    }
  }

  /// Returns text of a server as one line, without control and format characters.
  private static func line(of text: String, limit: Int = 200) -> String {
    let words = text.unicodeScalars.split { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator: true
      default: false
      }
    }
    let line = words.map { String($0) }.joined(separator: " ")
    return line.count > limit ? line.prefix(limit - 1) + "…" : line
  }

  private static func text(_ seconds: Double) -> String {
    let number = seconds.rounded() == seconds ? "\(Int(clamping: Int64(seconds)))" : "\(seconds)"
    return seconds == 1 ? "1 second" : "\(number) seconds"
  }

  /// Returns the reason phrase of a status (RFC 9110 section 15).
  private static func phrase(of status: Int) -> String {
    let names = [
      206: "Partial Content", 300: "Multiple Choices", 301: "Moved Permanently", 302: "Found",
      303: "See Other", 304: "Not Modified", 307: "Temporary Redirect", 308: "Permanent Redirect",
      400: "Bad Request", 401: "Unauthorized", 402: "Payment Required", 403: "Forbidden",
      404: "Not Found", 405: "Method Not Allowed", 406: "Not Acceptable",
      407: "Proxy Authentication Required", 408: "Request Timeout", 409: "Conflict", 410: "Gone",
      411: "Length Required", 412: "Precondition Failed", 413: "Content Too Large",
      414: "URI Too Long", 415: "Unsupported Media Type", 418: "I'm a teapot",
      421: "Misdirected Request", 422: "Unprocessable Content", 426: "Upgrade Required",
      428: "Precondition Required", 429: "Too Many Requests",
      431: "Request Header Fields Too Large", 451: "Unavailable For Legal Reasons",
      500: "Internal Server Error", 501: "Not Implemented", 502: "Bad Gateway",
      503: "Service Unavailable", 504: "Gateway Timeout", 511: "Network Authentication Required",
    ]
    return names[status] ?? (status < 500 ? "Refused" : "Server Error")
  }

  /// Creates a failure from a code of libcurl.
  ///
  /// - Parameters:
  ///   - code: The code.
  ///   - detail: The message of libcurl.
  ///   - systemError: The error number of the system, or 0.
  init(_ code: CURLcode, detail: String, systemError: Int) {
    let detail = detail.isEmpty ? String(cString: curl_easy_strerror(code)) : detail
    let system = systemError == 0 ? "" : ": " + String(cString: strerror(Int32(systemError)))
    switch code {
    case CURLE_COULDNT_RESOLVE_HOST: self = .connection("unknown host")
    case CURLE_COULDNT_RESOLVE_PROXY: self = .connection("unknown proxy")
    case CURLE_COULDNT_CONNECT: self = .connection("the host cannot be reached\(system)")
    case CURLE_PEER_FAILED_VERIFICATION:
      self = .connection("the certificate cannot be verified: \(detail)")
    case CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CERTPROBLEM:
      self = .connection("a certificate or key cannot be used: \(detail)")
    // The error that libcurl reports for a header line longer than 100 KB.
    case CURLE_OUT_OF_MEMORY, CURLcode(rawValue: 100):
      self = .connection("a line of the header is too long")
    case CURLE_GOT_NOTHING: self = .connection("the connection was closed without an answer")
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY:
      self = .connection("the answer is not HTTP")
    default: self = .connection(detail)
    }
  }
}
