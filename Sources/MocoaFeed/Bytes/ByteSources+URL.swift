import MocoaSystem

/// Options of a request.
///
/// Credentials (headers, user name and password, certificate) and data are sent to one origin
/// (scheme, host and port) only: that of the address for which the options were given. Redirects
/// and pages of another origin get none of them.
public struct FetchOptions: Hashable, Sendable {
  /// Headers as `name: value`; they override those of the file.
  public var headers: [String]

  /// A file with headers, one per line; it is read for each request.
  public var headerFile: String?

  /// The method; nil means GET, or POST if there is data.
  public var method: String?

  /// The data to send, or `@` and the name of a file that contains it.
  public var data: String?

  /// A PEM file of trusted certificate authorities; nil means the system's.
  public var authorities: String?

  /// A PEM file with a certificate that identifies the user.
  public var certificate: String?

  /// A PEM file with the private key of the certificate; nil if that file contains both.
  public var key: String?

  /// The timeout in seconds for the response header, and between two reads after it; nil means 30.
  public var timeout: Int?

  /// The maximum length of a body in bytes, before and after decompression; nil means 4 GiB.
  public var byteLimit: Int?

  /// Creates options.
  public init(
    headers: [String] = [], headerFile: String? = nil, timeout: Int? = nil, byteLimit: Int? = nil
  ) {
    (self.headers, self.headerFile, self.timeout) = (headers, headerFile, timeout)
    self.byteLimit = byteLimit
  }

  /// The arguments of `mocoa-fetch`, except the headers.
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
  /// Returns the body at an address.
  ///
  /// It is requested by the program `mocoa-fetch`, next to the running program or in `PATH`.
  ///
  /// - Throws: A `FeedError` if that program cannot be started; errors of the response are thrown
  ///   when the source is read.
  static func url(
    _ url: String, options: FetchOptions = FetchOptions()
  ) throws -> any ByteSource {
    try fetch(url, options: options)
  }

  /// Returns the body at an address, with options that were given for another origin unless that is
  /// nil; if the previous response is still current, reading the source throws `notModified`.
  static func fetch(
    _ url: String, options: FetchOptions, origin: String? = nil, after previous: FetchReport? = nil
  ) throws -> StreamSource {
    let name = Self.shownName(ofURL: url)
    var arguments = [FetchProgram.path, "--accept-encoding=gzip, zstd"] + options.arguments
    if origin != nil { arguments.append("--origin=-") }
    // RFC 9110 section 13.
    if let tag = previous?.headers["etag"] {
      arguments.append("--if-none-match=\(tag)")
    } else if let date = previous?.headers["last-modified"] {
      arguments.append("--if-modified-since=\(date)")
    }
    arguments.append("-")
    // A line feed would end the address, and begin a header.
    let addresses = [url, origin].compactMap {
      $0?.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        .joined(separator: "%0A")
    }
    return try FeedError.naming(name) {
      let report = try FileDescriptor.temporary()
      // Not as arguments, which other users can see, and not in the environment.
      let input = try FetchProgram.input(addresses + options.headers)
      let (process, output) = try FetchProgram.start(arguments, input: input, report: report)
      return try StreamSource(
        output, name: name, process: process, report: report,
        byteLimit: options.byteLimit ?? 4 << 30
      ) { exit, process in
        try process.requireSuccess(ofOwnProgram: exit)
        if FetchReport(report).status == 304 { throw FeedError.Reason.notModified }
      }
    }
  }
}

/// The program that requests addresses.
enum FetchProgram {
  /// Its path next to the running program, or its name to be looked up in `PATH`.
  static var path: String {
    guard let own = "/proc/self/exe".linkTarget, let slash = own.lastIndex(of: "/") else {
      return "mocoa-fetch"
    }
    let beside = String(own[...slash]) + "mocoa-fetch"
    return access(beside.systemName, X_OK) == 0 ? beside : "mocoa-fetch"
  }

  /// Starts the program; if it is missing, throws how to install it.
  static func start(
    _ arguments: [String], input: FileDescriptor?, report: FileDescriptor
  ) throws -> (process: ChildProcess, output: FileDescriptor) {
    do {
      return try ChildProcess.start(arguments, input: input, report: report)
    } catch FeedError.Reason.commandNotFound {
      throw FeedError.Reason.unreadable(isMissing)
    }
  }

  /// The error where it is not installed.
  static let isMissing = """
    the program mocoa-fetch, which reads addresses, is neither beside this one nor in PATH; \
    install it with the package mocoa-tui, or with make install
    """

  /// Returns a file with lines for its standard input.
  static func input(_ lines: [String]) throws -> FileDescriptor {
    let file = try FileDescriptor.temporary()
    let text = Array(lines.joined(separator: "\n").utf8)
    try text.withUnsafeBytes { try file.write($0, at: 0) }
    return file
  }
}

/// The status and the headers of a response.
struct FetchReport: Sendable {
  /// The status; 0 if there is none yet.
  private(set) var status = 0

  /// The address of the response, after redirects; nil if there is no response yet.
  private(set) var address: String?

  /// The headers, with lower-case names; values of one name are joined with commas.
  private(set) var headers: [String: String] = [:]

  /// Reads the report of `mocoa-fetch`.
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
