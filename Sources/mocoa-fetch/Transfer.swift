import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Carries one body from a host to standard output.
final class Transfer: NSObject, URLSessionDataDelegate, Sendable {
  /// What a host may ask of us.
  struct Limits: Sendable {
    var byteCount: Int
    var redirections: Int
    /// How many seconds nothing may come.
    var idle: Double
  }

  private struct State {
    var failure: FetchFailure?
    var byteCount = 0
    var redirections = 0
    var host: String
  }

  private let request: URLRequest
  private let credentialOrigin: Origin
  private let limits: Limits
  private let state: Mutex<State>
  private let isDone = DispatchSemaphore(value: 0)

  /// Makes a transfer.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - address: The address whose origin alone gets the headers of the user.
  ///   - limits: The limits.
  init(_ request: URLRequest, headersFor address: URL?, limits: Limits) {
    self.request = request
    credentialOrigin = Origin(address)
    self.limits = limits
    state = Mutex(State(host: Self.host(of: request.url)))
  }

  /// Makes the request, and comes back when all is written.
  ///
  /// - Throws: A `FetchFailure`.
  func run() throws {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = limits.idle
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    let session = URLSession(configuration: configuration, delegate: self, delegateQueue: queue)
    session.dataTask(with: forwarded(request)).resume()
    isDone.wait()
    session.invalidateAndCancel()
    if let failure = state.withLock({ $0.failure }) { throw failure }
  }

  /// The host of an address, with its port if that is not the usual one.
  private static func host(of url: URL?) -> String {
    let port = url?.port.map { ":\($0)" } ?? ""
    return (url?.host ?? "") + port
  }

  private func fail(_ failure: FetchFailure) {
    state.withLock { if $0.failure == nil { $0.failure = failure } }
  }

  private var host: String { state.withLock { $0.host } }

  // MARK: What the session tells

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    let count = state.withLock { state in
      state.redirections += 1
      return state.redirections
    }
    let target = response.value(forHTTPHeaderField: "Location") ?? ""
    let scheme = URL(string: target)?.scheme?.lowercased() ?? request.url?.scheme ?? ""
    let isDowngrade = response.url?.scheme?.lowercased() == "https" && scheme != "https"
    if count > limits.redirections {
      fail(.redirections(limits.redirections, host: host))
    } else if !["http", "https"].contains(scheme) || isDowngrade {
      fail(.unsafeRedirection(to: target, host: host))
    } else {
      return completionHandler(forwarded(request))
    }
    completionHandler(nil)
    task.cancel()
  }

  /// The request for a host: without the user's headers where they are for another origin, which
  /// is reported.
  private func forwarded(_ next: URLRequest) -> URLRequest {
    var next = next
    let origin = Origin(next.url)
    state.withLock { $0.host = Self.host(of: next.url) }
    let harmless = ["Accept", "User-Agent", "If-None-Match", "If-Modified-Since"]
    for name in (next.allHTTPHeaderFields ?? [:]).keys {
      next.setValue(nil, forHTTPHeaderField: name)
    }
    var isWithheld = false
    for (name, value) in request.allHTTPHeaderFields ?? [:] {
      if origin == credentialOrigin || harmless.contains(name) {
        next.setValue(value, forHTTPHeaderField: name)
      } else {
        isWithheld = true
      }
    }
    if isWithheld {
      let notice = "the headers are for \(credentialOrigin) and were not sent to \(origin)\n"
      FileHandle.standardError.write(Data(notice.utf8))
    }
    return next
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    guard let response = response as? HTTPURLResponse else { return completionHandler(.allow) }
    report(response)
    let status = response.statusCode
    if status == 304, request.asksForChangesOnly { return completionHandler(.cancel) }
    guard (200..<300).contains(status) else {
      fail(.status(status, host: host))
      return completionHandler(.cancel)
    }
    completionHandler(.allow)
  }

  /// Writes the status and the headers to file descriptor 3, if that is open.
  private func report(_ response: HTTPURLResponse) {
    guard fcntl(3, F_GETFD) >= 0, fcntl(3, F_GETFL) & O_ACCMODE != O_RDONLY else { return }
    var lines = ["\(response.statusCode) \(response.url?.absoluteString ?? "")"]
    for (name, value) in response.allHeaderFields { lines.append("\(name): \(value)") }
    _ = Self.write(Data((lines.joined(separator: "\n") + "\n").utf8), to: 3)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let isFailed = state.withLock { state in
      state.byteCount += data.count
      return state.failure != nil
    }
    guard !isFailed else { return }
    if state.withLock({ $0.byteCount }) > limits.byteCount {
      fail(.tooLong(limit: limits.byteCount, host: host))
      return dataTask.cancel()
    }
    if !Self.write(data, to: STDOUT_FILENO) {
      fail(.broken("nobody reads the answer", host: host))
      dataTask.cancel()
    }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    if let error, (error as? URLError)?.code != .cancelled {
      fail(FetchFailure(error, host: host, idle: limits.idle))
    }
    isDone.signal()
  }

  private static func write(_ data: Data, to file: Int32) -> Bool {
    data.withUnsafeBytes { bytes in
      var written = 0
      while written < bytes.count, let base = bytes.baseAddress {
        let count = writeBytes(file, base + written, bytes.count - written)
        if count > 0 { written += count }
        if count < 0, errno != EINTR { return false }
      }
      return true
    }
  }
}

/// The origin of an address (RFC 6454 section 4): what credentials belong to.
struct Origin: Hashable, Sendable, CustomStringConvertible {
  private let scheme: String
  private let host: String
  private let port: Int

  init(_ url: URL?) {
    scheme = url?.scheme?.lowercased() ?? ""
    host = url?.host?.lowercased() ?? ""
    port = url?.port ?? Self.defaultPort(of: scheme)
  }

  private static func defaultPort(of scheme: String) -> Int { scheme == "https" ? 443 : 80 }

  var description: String {
    port == Self.defaultPort(of: scheme) ? "\(scheme)://\(host)" : "\(scheme)://\(host):\(port)"
  }
}

private func writeBytes(_ file: Int32, _ base: UnsafeRawPointer, _ count: Int) -> Int {
  write(file, base, count)
}

extension URLRequest {
  /// Whether an answer without a body is wanted where nothing has changed.
  fileprivate var asksForChangesOnly: Bool {
    value(forHTTPHeaderField: "If-None-Match") != nil
      || value(forHTTPHeaderField: "If-Modified-Since") != nil
  }
}
