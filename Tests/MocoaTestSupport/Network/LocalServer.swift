import Foundation
import Synchronization

/// A server of HTTP/1.1 on this machine that answers as a test specifies, faults included.
///
/// Each connection is answered once and closed. The server ends when it is released.
package final class LocalServer: Sendable {
  /// What a client has asked for.
  package struct Request: Sendable {
    /// The path, with the query.
    package var path: String
    /// The headers, names in lower case.
    package var headers: [String: String]
    /// The method.
    package var method = "GET"
    /// The body.
    package var body = ""
  }

  /// What the client gets.
  package struct Answer: Sendable {
    /// The number of the status.
    var status = 200
    /// Headers beside the length, which is that of the body unless it is given here.
    var headers: [String: String] = [:]
    /// The body.
    package var body: [UInt8] = []
    /// Bytes to send instead of all that.
    var raw: [UInt8]?
    /// Sends bytes after these, for as long as it likes.
    var stream: (@Sendable (Sender) -> Void)?
    /// Whether the connection is left open, with nothing more to come.
    var staysOpen = false

    /// Makes an answer.
    package init(
      _ body: String = "", status: Int = 200, headers: [String: String] = [:],
      staysOpen: Bool = false
    ) {
      self.status = status
      self.headers = headers
      self.body = Array(body.utf8)
      self.staysOpen = staysOpen
    }

    /// Makes an answer of bytes that need not be HTTP.
    package init(raw: String) { self.raw = Array(raw.utf8) }

    /// Makes an answer of bytes, which need not be HTTP, and of those that a closure sends then.
    package init(raw: String, then stream: @escaping @Sendable (Sender) -> Void) {
      self.raw = Array(raw.utf8)
      self.stream = stream
    }
  }

  /// The server's end of a connection.
  package struct Sender: Sendable {
    fileprivate let connection: Int32

    /// Sends bytes; blocks while the client does not read.
    ///
    /// - Returns: Whether the client is still there.
    package func send(_ bytes: [UInt8]) -> Bool {
      var sent = 0
      while sent < bytes.count {
        let count = bytes[sent...].withUnsafeBytes {
          Foundation.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        if count <= 0 { return false }
        sent += count
      }
      return true
    }

    /// Sends a text.
    package func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// Sends the parts of a text with a pause before each, until the client is gone.
    package func drip(_ parts: [String], every seconds: Double) {
      for part in parts {
        Thread.sleep(forTimeInterval: seconds)
        if !send(part) { return }
      }
    }
  }

  /// The number of the port.
  package let port: UInt16

  private let listener: Int32
  private let answer: @Sendable (Request) -> Answer
  private let log = Mutex<[Request]>([])
  private let open = Mutex<[Int32]>([])

  /// Starts a server.
  ///
  /// - Parameter answer: Is called on any thread.
  /// - Throws: `ProgramError`.
  package init(answer: @escaping @Sendable (Request) -> Answer) throws {
    self.answer = answer
    let (listener, port) = try Self.listen()
    self.listener = listener
    self.port = port
    Thread.detachNewThread { [weak self] in
      while case let connection = accept(listener, nil, nil), connection >= 0 {
        _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
        guard let self else {
          close(connection)
          continue
        }
        Thread.detachNewThread { self.serve(connection) }
      }
      // Only here: another file might get the number while this thread still uses it.
      close(listener)
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    for connection in open.withLock({ $0 }) { close(connection) }
  }

  /// The address of a path.
  package func url(_ path: String = "/", host: String = "127.0.0.1") -> String {
    "http://\(host):\(port)\(path)"
  }

  /// All requests so far.
  package var requests: [Request] { log.withLock { $0 } }

  private static func listen() throws -> (Int32, UInt16) {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    _ = fcntl(listener, F_SETFD, FD_CLOEXEC)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && Foundation.listen(listener, 16) == 0
          && getsockname(listener, $0, &length) == 0
      }
    }
    guard isListening else {
      throw ProgramError.notStarted("a server", reason: String(cString: strerror(errno)))
    }
    return (listener, UInt16(bigEndian: address.sin_port))
  }

  private func serve(_ connection: Int32) {
    guard let request = Self.readRequest(from: connection) else {
      close(connection)
      return
    }
    log.withLock { $0.append(request) }
    let answer = answer(request)
    var bytes = answer.raw ?? []
    if answer.raw == nil {
      var headers = ["Content-Length": "\(answer.body.count)", "Connection": "close"]
      headers.merge(answer.headers) { _, new in new }
      let lines = headers.filter { !$0.value.isEmpty }.map { "\($0): \($1)\r\n" }.joined()
      bytes = Array("HTTP/1.1 \(answer.status) Status\r\n\(lines)\r\n".utf8) + answer.body
    }
    let sender = Sender(connection: connection)
    if sender.send(bytes) { answer.stream?(sender) }
    if answer.staysOpen {
      open.withLock { $0.append(connection) }
    } else {
      close(connection)
    }
  }

  private static func readRequest(from connection: Int32) -> Request? {
    var received: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4_096)
    func receive() -> Bool {
      let count = read(connection, &chunk, chunk.count)
      received += chunk[..<max(0, count)]
      return count > 0
    }
    var head = ""
    while !head.contains("\r\n\r\n") {
      guard receive() else { return nil }
      head = String(decoding: received, as: UTF8.self)
    }
    head = head.components(separatedBy: "\r\n\r\n")[0]
    let lines = head.components(separatedBy: "\r\n")
    let parts = lines[0].split(separator: " ")
    guard parts.count == 3 else { return nil }
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      headers[line[..<colon].lowercased()] =
        line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
    }
    let bodyStart = head.utf8.count + 4
    let length = headers["content-length"].flatMap { Int($0) } ?? 0
    while received.count < bodyStart + length { guard receive() else { return nil } }
    let body = String(decoding: received[bodyStart...], as: UTF8.self)
    return Request(path: String(parts[1]), headers: headers, method: String(parts[0]), body: body)
  }
}
