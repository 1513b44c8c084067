import Glibc

/// Options of a request.
///
/// What identifies the user (headers, user name and password, certificate) and the data are sent to
/// one origin (scheme, host and port) only: that of the address that the options were given with.
/// Redirects and pages of another origin get none of it.
public struct FetchOptions: Hashable, Sendable {
  /// Headers, each with a colon between name and value; they override those of the file.
  public var headers: [String]

  /// A file with headers, one a line; it is read for each request.
  public var headerFile: String?

  /// The method; nil means GET, or POST where there are data.
  public var method: String?

  /// The data to send, or `@` and the name of a file with them.
  public var data: String?

  /// A file with the certificates of the authorities to trust, as PEM; nil means the system's.
  public var authorities: String?

  /// A file with a certificate that identifies the user, as PEM.
  public var certificate: String?

  /// A file with the private key of the certificate, as PEM; nil where that has both.
  public var key: String?

  /// The longest time for the header of an answer, and the longest without data after it, in
  /// seconds; nil means 30.
  public var timeout: Int?

  /// The greatest length of a body in bytes, before and after decompression; nil means 4 GiB.
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

  /// The arguments of `mocoa-fetch`, but for the headers.
  fileprivate var arguments: [String] {
    let options: [(String, String?)] = [
      ("header-file", headerFile), ("header-file", headers.isEmpty ? nil : "-"),
      ("method", method), ("data", data), ("cacert", authorities), ("cert", certificate),
      ("key", key), ("timeout", timeout.map { "\($0)" }), ("limit", byteLimit.map { "\($0)" }),
    ]
    return options.compactMap { name, value in value.map { "--\(name)=\($0)" } }
  }
}

extension ByteSources {
  /// The body that an address leads to.
  ///
  /// It is requested by the program `mocoa-fetch`, beside the running program or in `PATH`.
  ///
  /// - Throws: A `FeedError` where that program cannot be started; what is wrong with the answer is
  ///   thrown when the source is read.
  public static func url(
    _ url: String, options: FetchOptions = FetchOptions()
  ) throws -> any ByteSource {
    try fetch(url, options: options)
  }

  /// The body that an address leads to.
  ///
  /// - Parameters:
  ///   - url: The address.
  ///   - options: The options.
  ///   - origin: The address that the options were given with; nil means the same.
  ///   - previous: The answer that is known already: without a newer one, reading the source throws
  ///     `notModified`.
  /// - Returns: The source.
  /// - Throws: A `FeedError`.
  static func fetch(
    _ url: String, options: FetchOptions, origin: String? = nil, after previous: FetchReport? = nil
  ) throws -> StreamSource {
    let name = Self.shownName(ofURL: url)
    var arguments = [FetchProgram.path, "--accept-encoding=gzip, zstd"] + options.arguments
    if let origin { arguments.append("--origin=\(origin)") }
    // RFC 9110 section 13.
    if let tag = previous?.headers["etag"] {
      arguments.append("--if-none-match=\(tag)")
    } else if let date = previous?.headers["last-modified"] {
      arguments.append("--if-modified-since=\(date)")
    }
    arguments += ["--", url]
    return try FeedError.naming(name) {
      let report = try FileDescriptor.temporary()
      // Not as arguments, which other users can see, nor in the environment.
      let input = try options.headers.isEmpty ? nil : FetchProgram.input(options.headers)
      let (process, output) = try FetchProgram.start(arguments, input: input, report: report)
      return try StreamSource(
        output, name: name, process: process, report: report,
        byteLimit: options.byteLimit ?? 4 << 30
      ) { exit, process in
        guard exit == .exited(0) else {
          throw FeedError.Reason.unreadable(process.lastDiagnostic)
        }
        if FetchReport(report).status == 304 { throw FeedError.Reason.notModified }
      }
    }
  }

  /// An address as it is shown: without user name and password, either of which may be secret.
  static func shownName(ofURL url: String) -> String {
    let text = url.utf8
    guard let slash = text.firstIndex(of: UInt8(ascii: "/")),
      text[slash...].starts(with: "//".utf8)
    else { return url }
    let start = text.index(slash, offsetBy: 2)
    let authority = text[start...].prefix { !Array("/?#".utf8).contains($0) }
    guard let at = authority.lastIndex(of: UInt8(ascii: "@")) else { return url }
    return String(url[..<start]) + "***" + String(url[at...])
  }
}

/// The program that requests addresses.
enum FetchProgram {
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

  /// Starts it.
  ///
  /// - Throws: As `ChildProcess.start` does, and how the program is installed where it is missing.
  static func start(
    _ arguments: [String], input: FileDescriptor?, report: FileDescriptor
  ) throws -> (process: ChildProcess, output: FileDescriptor) {
    do {
      return try ChildProcess.start(arguments, input: input, report: report)
    } catch FeedError.Reason.commandNotFound {
      throw FeedError.Reason.unreadable(isMissing)
    }
  }

  private static let isMissing = """
    the program mocoa-fetch, which reads addresses, is neither beside this one nor in PATH; \
    install it with the package mocoa-tui, or with make install
    """

  /// Lines for its standard input.
  static func input(_ lines: [String]) throws -> FileDescriptor {
    let file = try FileDescriptor.temporary()
    let text = Array(lines.joined(separator: "\n").utf8)
    try text.withUnsafeBytes { try file.write($0, at: 0) }
    return file
  }
}

/// The status and the headers of an answer.
struct FetchReport: Sendable {
  /// The status; 0 where there is none yet.
  private(set) var status = 0

  /// The address that the answer is from, after redirects; nil where there is no answer yet.
  private(set) var address: String?

  /// The headers, names in lower case, values of one name with commas between them.
  private(set) var headers: [String: String] = [:]

  /// Reads what `mocoa-fetch` has written.
  init(_ file: FileDescriptor) {
    let size = Int((try? file.status().st_size) ?? 0)
    let bytes = (try? file.bytes(in: 0..<size)) ?? []
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    let first = lines.first?.split(separator: " ", maxSplits: 1) ?? []
    status = first.first.flatMap { Int($0) } ?? 0
    address = first.count > 1 ? String(first[1]) : nil
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let value = String(line[line.index(after: colon)...].drop { $0 == " " })
      let name = line[..<colon].lowercased()
      headers[name] = headers[name].map { "\($0), \(value)" } ?? value
    }
  }
}
