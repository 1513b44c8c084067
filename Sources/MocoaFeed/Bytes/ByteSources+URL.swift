import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Options of a request.
///
/// Headers are sent to one origin (scheme, host and port) only: that of the address that the
/// options were given with. Redirects and pages of another origin get none.
public struct FetchOptions: Hashable, Sendable {
  /// Headers, each with a colon between name and value; they override those of the file.
  public var headers: [String]

  /// A file with headers, one a line; it is read for each request.
  public var headerFile: String?

  /// How many seconds without any answer are too long; nil leaves that to the program that asks.
  public var timeout: Int?

  /// How many bytes an answer may have; nil leaves that to the program that asks.
  public var byteLimit: Int?

  /// Makes options.
  public init(
    headers: [String] = [], headerFile: String? = nil, timeout: Int? = nil, byteLimit: Int? = nil
  ) {
    self.headers = headers
    self.headerFile = headerFile
    self.timeout = timeout
    self.byteLimit = byteLimit
  }
}

extension ByteSources {
  /// What a URL leads to.
  ///
  /// It is asked for by the program `mocoa-fetch`, beside the running program or from `PATH`.
  ///
  /// - Throws: A `FeedError` where that program cannot be started; what the host has to say about
  ///   the request is thrown when the source is read.
  public static func url(
    _ url: String, options: FetchOptions = FetchOptions()
  ) throws -> any ByteSource {
    try fetch(url, options: options, memory: nil)
  }

  /// What a URL leads to, if that is another thing than the last time.
  ///
  /// - Parameters:
  ///   - url: The address.
  ///   - options: The options.
  ///   - memory: The version that is known already.
  ///   - origin: The address that the options were given with; nil means the same.
  /// - Returns: The source.
  /// - Throws: A `FeedError`.
  static func fetch(
    _ url: String, options: FetchOptions, memory: FetchMemory?, origin: String? = nil
  ) throws -> StreamSource {
    var arguments = [FetchProgram.path]
    if let file = options.headerFile { arguments += ["--header-file=\(file)"] }
    if !options.headers.isEmpty { arguments += ["--header-file=-"] }
    if let origin { arguments += ["--origin=\(origin)"] }
    if let timeout = options.timeout { arguments += ["--timeout=\(timeout)"] }
    if let limit = options.byteLimit { arguments += ["--limit=\(limit)"] }
    arguments += memory?.arguments ?? []
    arguments += ["--", url]
    do {
      let report = try FileDescriptor.temporary()
      // Not as arguments, which other users can see, nor in the environment.
      let input = try options.headers.isEmpty ? nil : FetchProgram.input(options.headers)
      let (process, output) = try ChildProcess.start(arguments, input: input, report: report)
      return try StreamSource(output, name: url, process: process, report: report) {
        exit, process in
        if exit != .exited(0) {
          throw FeedError(source: url, reason: .unreadable(process.lastDiagnostic))
        }
        let answer = FetchReport(report)
        if answer.status == 304 { throw FeedError(source: url, reason: .notModified) }
        memory?.remember(answer)
      }
    } catch let error as SystemError {
      let reason = error.reason == .notFound ? .commandNotFound : error.reason
      throw FeedError(source: "mocoa-fetch", reason: reason)
    }
  }
}

/// The program that asks for URLs.
enum FetchProgram {
  /// Lines for its standard input.
  static func input(_ lines: [String]) throws -> FileDescriptor {
    let file = try FileDescriptor.temporary()
    let text = Array(lines.joined(separator: "\n").utf8)
    try text.withUnsafeBytes { try file.write($0, at: 0) }
    return file
  }

  /// Its path beside the running program, or its name to be looked up in `PATH`.
  static var path: String {
    var buffer = [UInt8](repeating: 0, count: 4_096)
    let count = buffer.withUnsafeMutableBytes { buffer in
      buffer.withMemoryRebound(to: CChar.self) { characters in
        characters.baseAddress.map { readlink("/proc/self/exe", $0, characters.count) } ?? -1
      }
    }
    guard count > 0, let slash = buffer[..<count].lastIndex(of: UInt8(ascii: "/")) else {
      return "mocoa-fetch"
    }
    let beside = String(decoding: buffer[...slash], as: UTF8.self) + "mocoa-fetch"
    return access(beside, X_OK) == 0 ? beside : "mocoa-fetch"
  }
}

/// What was said about an answer besides its body.
struct FetchReport: Sendable {
  /// The status.
  private(set) var status = 0

  /// The headers, names in lower case.
  private(set) var headers: [String: String] = [:]

  /// Reads what `mocoa-fetch` has written.
  init(_ file: FileDescriptor) {
    let size = Int((try? file.status().st_size) ?? 0)
    let bytes = try? [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      count = try file.read(into: UnsafeMutableRawBufferPointer(buffer), at: 0)
    }
    let lines = String(decoding: bytes ?? [], as: UTF8.self).split(separator: "\n")
    status = lines.first.flatMap { Int($0.prefix { $0 != " " }) } ?? 0
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let value = line[line.index(after: colon)...].drop { $0 == " " }
      headers[line[..<colon].lowercased()] = String(value)
    }
  }
}

/// What an answer says about its version, to ask for newer ones only (RFC 9110 section 13).
final class FetchMemory: Sendable {
  private let validators = Mutex<(tag: String?, date: String?)>((nil, nil))

  /// The arguments that ask for something newer.
  var arguments: [String] {
    let (tag, date) = validators.withLock { $0 }
    if let tag { return ["--if-none-match=\(tag)"] }
    return date.map { ["--if-modified-since=\($0)"] } ?? []
  }

  func remember(_ report: FetchReport) {
    validators.withLock { $0 = (report.headers["etag"], report.headers["last-modified"]) }
  }

  func forget() { validators.withLock { $0 = (nil, nil) } }
}
