import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Why there is no body, or not all of it.
enum FetchFailure: Error, Equatable {
  /// The address is not one of HTTP.
  case notAnAddress(String)
  /// A header cannot be sent.
  case notAHeader(String)
  /// The file with headers cannot be read.
  case noHeaderFile(String)
  /// The host has answered with a status that is no success.
  case status(Int, host: String)
  /// There are more redirections than are followed, or they lead in a circle.
  case redirections(Int, host: String)
  /// A redirection leads to something other than HTTP, or from HTTPS to HTTP.
  case unsafeRedirection(to: String, host: String)
  /// The body has more bytes than it may have.
  case tooLong(limit: Int, host: String)
  /// Nothing has come for too long, in seconds.
  case timedOut(Double, host: String)
  /// The connection was not made, or has ended early.
  case broken(String, host: String)
}

extension FetchFailure: CustomStringConvertible {
  /// One line with the host and the reason.
  var description: String {
    switch self {
    case .notAnAddress(let text): "'\(text)' is not an address with http:// or https://"
    case .notAHeader(let line):
      "a header must be 'Name: value', not '\(line.prefix { $0 != ":" })'"
    case .noHeaderFile(let path): "the headers in \(path) cannot be read"
    case .status(let status, let host): "\(status) \(Self.phrase(of: status)) (\(host))"
    case .redirections(let count, let host): "more than \(count) redirections (\(host))"
    case .unsafeRedirection(let target, let host): "was sent on to \(target), unsafely (\(host))"
    case .tooLong(let limit, let host): "the answer is longer than \(limit) bytes (\(host))"
    case .timedOut(let seconds, let host):
      "nothing has come for \(seconds.formatted(.number)) seconds (\(host))"
    case .broken(let reason, let host): "\(reason) (\(host))"
    }
  }

  /// What RFC 9110 section 15 calls a status.
  private static func phrase(of status: Int) -> String {
    let names = [
      304: "Not Modified", 400: "Bad Request", 401: "Unauthorized", 403: "Forbidden",
      404: "Not Found", 405: "Method Not Allowed", 406: "Not Acceptable", 408: "Request Timeout",
      410: "Gone", 413: "Content Too Large", 418: "I'm a teapot", 429: "Too Many Requests",
      500: "Internal Server Error", 501: "Not Implemented", 502: "Bad Gateway",
      503: "Service Unavailable", 504: "Gateway Timeout",
    ]
    return names[status] ?? HTTPURLResponse.localizedString(forStatusCode: status).capitalized
  }

  /// The reason why a connection was not made, or has ended.
  init(_ error: any Error, host: String, idle: Double) {
    switch (error as? URLError)?.code {
    case .timedOut: self = .timedOut(idle, host: host)
    case .cannotFindHost, .dnsLookupFailed: self = .broken("there is no such host", host: host)
    case .cannotConnectToHost: self = .broken("the host cannot be reached", host: host)
    case .networkConnectionLost, .badServerResponse, .cannotParseResponse, .zeroByteResource:
      self = .broken("the answer has ended early or is no HTTP", host: host)
    case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid:
      self = .broken("the certificate is not to be trusted", host: host)
    default: self = .broken(error.localizedDescription, host: host)
    }
  }
}
