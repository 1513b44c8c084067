import CCurl
import MocoaSystem

/// One request to one address, and its response.
///
/// Everything happens on the thread that calls ``perform()``. libcurl calls `receive…` with
/// received data; writing the body blocks there, so nothing more is read from the connection while
/// the reader of the body is idle.
final class Exchange {
  /// The result of an exchange.
  enum Answer {
    /// A body, which has been written, or an unchanged response.
    case complete
    /// A redirect with its status and the value of `Location`.
    case redirect(status: Int, location: String?)
  }

  /// The number of bytes of an error response that are reported at most.
  private static let errorLimit = 4_096

  /// Seconds that are waited for the text of an error response.
  private static let errorTimeout = 1.0

  /// The maximum length of the response header, in bytes.
  static let longestHeader = 256 * 1024

  private let request: Request
  private let address: Address
  private let isOwn: Bool
  private let output: Output
  private let handle: UnsafeMutableRawPointer

  private var status = 0
  private var isHTTP1 = false
  private var headers: [String] = []
  private var headerLength = 0
  private var isHeaderComplete = false
  private var bodyLength = 0
  private var deadline: ContinuousClock.Instant
  private var redirect: Answer?
  private var failure: FetchFailure?
  /// The start of the body of an error response.
  private var errorBody: [UInt8]?
  /// Set when a TLS connection ends with the closing alert, if that is watched.
  private let hasTLSEnd = UnsafeMutablePointer<Bool>.allocate(capacity: 1)
  private var isEndWatched = false

  /// Prepares a request.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - address: The address of the request, or the target of a redirect.
  ///   - isOwn: A Boolean value that indicates whether the user's headers and credentials are sent.
  ///   - output: The destination of the body.
  /// - Throws: A ``FetchFailure``.
  init(
    _ request: Request, at address: Address, isOwn: Bool, output: Output
  ) throws(FetchFailure) {
    guard let handle = curl_easy_init() else { throw .connection("out of memory") }
    self.request = request
    self.address = address
    self.isOwn = isOwn
    self.output = output
    self.handle = handle
    hasTLSEnd.initialize(to: false)
    deadline = .now + .seconds(request.timeout)
  }

  // MARK: Request

  /// Sets all options, and returns the list of headers, which must live as long as the request.
  private func prepare(
    _ errorText: UnsafeMutablePointer<CChar>
  ) -> UnsafeMutablePointer<curl_slist>? {
    address.use(in: handle)
    ccurl_allow_http_only(handle)
    isEndWatched = address.isSecure && ccurl_watch_tls_end(handle, hasTLSEnd)
    // No signals: libcurl needs them only for resolvers without threads.
    set(CURLOPT_NOSIGNAL, 1)
    set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    set(CURLOPT_HEADEROPT, Int(CURLHEADER_SEPARATE))
    set(CURLOPT_BUFFERSIZE, 256 * 1024)
    // Our own deadline is earlier; without this, libcurl gives up after five minutes.
    set(CURLOPT_CONNECTTIMEOUT_MS, Int(request.timeout * 1_000) + 60_000)
    set(CURLOPT_CAINFO, request.authorities)
    ccurl_set_pointer(handle, CURLOPT_ERRORBUFFER, errorText)
    let context = Unmanaged.passUnretained(self).toOpaque()
    for option in [CURLOPT_WRITEDATA, CURLOPT_HEADERDATA] {
      ccurl_set_pointer(handle, option, context)
    }
    ccurl_set_receiver(handle, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
      Exchange.receive(bytes, size * count, context) { (exchange, bytes) throws(FetchFailure) in
        try exchange.receiveHeader(bytes)
      }
    }
    ccurl_set_receiver(handle, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
      Exchange.receive(bytes, size * count, context) { (exchange, bytes) throws(FetchFailure) in
        try exchange.receiveBody(bytes)
      }
    }
    setMethod()
    if isOwn { setCredentials() }
    // libcurl would otherwise send `Expect: 100-continue` before long data.
    var lines = ["Expect:"]
    for header in request.publicHeaders + (isOwn ? request.headers : []) {
      lines.removeAll { $0.lowercased().hasPrefix(header.name.lowercased() + ":") }
      lines.append(header.text)
    }
    let list = lines.reduce(nil) { curl_slist_append($0, $1) }
    ccurl_set_pointer(handle, CURLOPT_HTTPHEADER, list)
    return list
  }

  private func setMethod() {
    if let data = request.data {
      ccurl_set_size(handle, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(data.count))
      data.withUnsafeBytes { bytes in
        _ = ccurl_set_pointer(
          handle, CURLOPT_COPYPOSTFIELDS, UnsafeMutableRawPointer(mutating: bytes.baseAddress))
      }
    }
    guard let method = request.method else { return }
    if method == "HEAD" { set(CURLOPT_NOBODY, 1) } else { set(CURLOPT_CUSTOMREQUEST, method) }
  }

  /// Sets the credentials: user name and password of the address or of `.netrc`, and a certificate.
  private func setCredentials() {
    set(CURLOPT_HTTPAUTH, ccurl_basic_authentication)
    set(CURLOPT_SSLCERT, request.certificate)
    set(CURLOPT_SSLKEY, request.key)
    if let user = request.owner.user {
      set(CURLOPT_USERNAME, user)
      set(CURLOPT_PASSWORD, request.owner.password ?? "")
    } else {
      set(CURLOPT_NETRC, Int(CURL_NETRC_OPTIONAL.rawValue))
    }
  }

  private func set(_ option: CURLoption, _ value: Int) { ccurl_set_number(handle, option, value) }

  private func set(_ option: CURLoption, _ value: String?) {
    if let value { ccurl_set_text(handle, option, value) }
  }

  // MARK: Running

  /// Performs the request, and writes the body if there is one.
  ///
  /// Nothing is cleaned up after a failure: the program ends then, and libcurl would wait for the
  /// system's resolver.
  ///
  /// - Returns: The result.
  /// - Throws: A ``FetchFailure``.
  func perform() throws(FetchFailure) -> Answer {
    let errorText = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
    errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    let list = prepare(errorText)
    guard let multi = curl_multi_init() else { throw .connection("out of memory") }
    curl_multi_add_handle(multi, handle)
    let code = try run(multi)
    if let redirect { return redirect }
    if let errorBody { throw errorStatus(errorBody) }
    if let failure { throw failure }
    guard code == CURLE_OK else {
      throw FetchFailure(
        code, detail: String(cString: errorText), systemError: ccurl_system_error(handle))
    }
    guard isHeaderComplete else { throw .connection("the connection was closed in the header") }
    if isEndWatched, !hasTLSEnd.pointee, isEndedByClosing {
      throw .connection("the connection was closed before the body was complete")
    }
    curl_multi_remove_handle(multi, handle)
    curl_multi_cleanup(multi)
    curl_easy_cleanup(handle)
    curl_slist_free_all(list)
    errorText.deallocate()
    hasTLSEnd.deallocate()
    return .complete
  }

  /// Runs to the end of the response, or the timeout; sleeps while idle.
  private func run(_ multi: UnsafeMutableRawPointer) throws(FetchFailure) -> CURLcode {
    while true {
      var running: Int32 = 0
      guard curl_multi_perform(multi, &running) == CURLM_OK else {
        throw .connection("libcurl failed")
      }
      if running == 0 { break }
      let rest = ContinuousClock.now.duration(to: deadline)
      if rest <= .zero {
        if errorBody != nil { return CURLE_OPERATION_TIMEDOUT }
        throw isHeaderComplete
          ? .silent(seconds: request.timeout) : .noAnswer(seconds: request.timeout)
      }
      // Also ends the wait when the reader of the body has closed it.
      var reader = curl_waitfd(fd: output.descriptor, events: 0, revents: 0)
      curl_multi_poll(multi, &reader, 1, Int32(clamping: Int(rest / .milliseconds(1)) + 1), nil)
      if output.isAbandoned { throw .output(reason: String(cString: strerror(EPIPE))) }
    }
    var count: Int32 = 0
    guard let message = curl_multi_info_read(multi, &count) else { return CURLE_OK }
    return message.pointee.data.result
  }

  // MARK: Response

  /// Passes received bytes to a function, and returns to libcurl whether to continue.
  private static func receive(
    _ bytes: UnsafeMutablePointer<CChar>?, _ count: Int, _ context: UnsafeMutableRawPointer?,
    _ body: (Exchange, UnsafeRawBufferPointer) throws(FetchFailure) -> Bool
  ) -> Int {
    guard let context else { return 0 }
    let exchange = Unmanaged<Exchange>.fromOpaque(context).takeUnretainedValue()
    do throws(FetchFailure) {
      // Anything but the count ends the transfer.
      return try body(exchange, UnsafeRawBufferPointer(start: bytes, count: count)) ? count : -1
    } catch {
      exchange.failure = error
      return -1
    }
  }

  /// Processes a header line; those of interim responses (1xx) count only for timeout and length.
  private func receiveHeader(_ bytes: UnsafeRawBufferPointer) throws(FetchFailure) -> Bool {
    // Trailers after a body are ignored.
    if isHeaderComplete { return true }
    headerLength += bytes.count
    if headerLength > Self.longestHeader { throw .headerTooLong(limit: Self.longestHeader) }
    var line = bytes[...]
    while let last = line.last, last == 0x0D || last == 0x0A { line = line.dropLast() }
    let text = String(decoding: line, as: UTF8.self)
    if text.hasPrefix("HTTP/") {
      isHTTP1 = text.hasPrefix("HTTP/1")
      status = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
      headers = []
    } else if !text.isEmpty {
      headers.append(text)
    } else if status >= 200 || status == 101 {
      // A protocol upgrade was not requested.
      isHeaderComplete = true
      return try headerDidComplete()
    }
    return true
  }

  /// Determines from the header how to process the response.
  ///
  /// - Returns: `true` if the body is needed.
  private func headerDidComplete() throws(FetchFailure) -> Bool {
    deadline = .now + .seconds(request.timeout)
    switch status {
    case 301, 302, 303, 307, 308:
      redirect = .redirect(status: status, location: values(of: "location").first)
      return false
    case 304 where request.isConditional: break
    case 200..<300 where status != 206 || isPage: break
    default:
      // Feeds in pages may end with it; other errors may be followed by another attempt.
      if status == 404 { output.report(status: status, address: address.text, headers: []) }
      guard status >= 400, isErrorText else { throw errorStatus([]) }
      if !request.showsErrorText {
        deadline = .now + .seconds(min(request.timeout, Self.errorTimeout))
      }
      errorBody = []
      return true
    }
    for length in values(of: "content-length")
    where length.utf8.allSatisfy({ (0x30...0x39).contains($0) }) && Int64(length) == nil {
      // libcurl ignores it, and would take any end for the end of the body.
      throw .connection("the header Content-Length is invalid: \(length.prefix(40))")
    }
    let lengths = Set(values(of: "content-length"))
    if lengths.count > 1 {
      let text = lengths.sorted().joined(separator: " and ").prefix(80)
      throw .connection("the headers Content-Length differ: \(text)")
    }
    for encoding in values(of: "content-encoding")
    where !["identity", "gzip", "x-gzip", "zstd"].contains(encoding.lowercased()) {
      throw .encoding(encoding)
    }
    output.report(status: status, address: address.text, headers: headers)
    return true
  }

  /// A Boolean value that indicates whether the body is a part of rows whose number is known, not
  /// of bytes: a page of PostgREST.
  private var isPage: Bool {
    values(of: "content-range").contains { range in
      !range.lowercased().hasPrefix("bytes") && Int(range.drop { $0 != "/" }.dropFirst()) != nil
    }
  }

  /// A Boolean value that indicates whether nothing but the end of the connection ends the body
  /// (RFC 9112 section 6.3).
  private var isEndedByClosing: Bool {
    isHTTP1 && request.method != "HEAD" && status != 204 && status != 304
      && values(of: "content-length").isEmpty && values(of: "transfer-encoding").isEmpty
  }

  /// A Boolean value that indicates whether the body of an error response is text to be read.
  private var isErrorText: Bool {
    request.method != "HEAD" && values(of: "content-encoding").allSatisfy { $0 == "identity" }
      && !values(of: "content-type").contains { $0.lowercased().contains("html") }
  }

  /// Returns the failure for a status, with the text of the response.
  private func errorStatus(_ body: [UInt8]) -> FetchFailure {
    let text = String(decoding: body, as: UTF8.self)
    let isBlank = text.allSatisfy(\.isWhitespace)
    if request.showsErrorText, !isBlank { return .refused(text) }
    let challenges = values(of: "www-authenticate")
    let isMarkup = text.first { !$0.isWhitespace } == "<"
    return .status(
      status, schemes: challenges.map { String($0.prefix { $0 != " " }) },
      text: isBlank || isMarkup ? "" : text)
  }

  private func values(of name: String) -> [String] {
    headers.compactMap { HeaderLine($0) }.filter { $0.name.lowercased() == name }.map(\.value)
  }

  private func receiveBody(_ bytes: UnsafeRawBufferPointer) throws(FetchFailure) -> Bool {
    if errorBody != nil {
      errorBody?.append(contentsOf: bytes.prefix(Self.errorLimit - bodyLength))
      bodyLength = min(Self.errorLimit, bodyLength + bytes.count)
      return bodyLength < Self.errorLimit
    }
    bodyLength += bytes.count
    if bodyLength > request.byteLimit { throw .bodyTooLong(limit: request.byteLimit) }
    try output.write(bytes)
    // The time that the reader needed does not count as the server's.
    deadline = .now + .seconds(request.timeout)
    return true
  }
}
