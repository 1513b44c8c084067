import ArgumentParser
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One HTTP request: the body goes to standard output, the status and the headers to file
/// descriptor 3, one on each line, where that is open.
///
/// It is a program of its own so that only who opens a URL pays for loading the HTTP library.
@main struct Fetch: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mocoa-fetch",
    abstract: "Write what a URL leads to to standard output.",
    discussion: """
      Secret headers belong in a file or on standard input, one a line: other users can read the \
      command line of a program. Headers are sent to one origin (scheme, host and port) only: \
      that of --origin, or of the address.
      """)

  @Argument(help: "The address, with http:// or https://.")
  var url: String

  @Option(name: .long, help: ArgumentHelp("A header to send.", valueName: "Name: value"))
  var header: [String] = []

  @Option(name: .long, help: "A file with headers to send, one a line; - for standard input.")
  var headerFile: [String] = []

  @Option(name: .long, help: "The address whose origin the headers are for (default: the address).")
  var origin: String?

  @Option(name: .long, help: "Seconds without any answer before it is given up.")
  var timeout: Double = 30

  @Option(name: .long, help: "How many redirections are followed.")
  var maxRedirections = 10

  @Option(name: .long, help: "How many bytes the body may have.")
  var limit = 4 << 30

  @Option(name: .long, help: "Only if the answer has another ETag; otherwise the status is 304.")
  var ifNoneMatch: String?

  @Option(name: .long, help: "Only if the answer is newer; otherwise the status is 304.")
  var ifModifiedSince: String?

  func run() throws {
    do {
      let request = try request()
      let transfer = Transfer(
        request, headersFor: try origin.map(address) ?? request.url,
        limits: Transfer.Limits(byteCount: limit, redirections: maxRedirections, idle: timeout))
      try transfer.run()
    } catch let failure as FetchFailure {
      FileHandle.standardError.write(Data("\(failure)\n".utf8))
      throw ExitCode(1)
    }
  }

  private func request() throws -> URLRequest {
    var request = URLRequest(url: try address(url))
    request.setValue(
      "application/json, application/feed+json, application/x-ndjson, */*;q=0.5",
      forHTTPHeaderField: "Accept")
    request.setValue("mocoa-fetch", forHTTPHeaderField: "User-Agent")
    request.setValue(ifNoneMatch, forHTTPHeaderField: "If-None-Match")
    request.setValue(ifModifiedSince, forHTTPHeaderField: "If-Modified-Since")
    for line in try headerLines() {
      guard let header = HeaderLine(line) else { throw FetchFailure.notAHeader(line) }
      request.setValue(header.value, forHTTPHeaderField: header.name)
    }
    return request
  }

  private func address(_ text: String) throws -> URL {
    guard let address = URL(string: text), let scheme = address.scheme?.lowercased(),
      ["http", "https"].contains(scheme), address.host?.isEmpty == false
    else { throw FetchFailure.notAnAddress(text) }
    return address
  }

  /// The headers of the files in their order, then those of the command line; the last of a name
  /// wins.
  private func headerLines() throws -> [String] {
    var text = ""
    for path in headerFile {
      let name = path == "-" ? "/dev/stdin" : path
      guard let file = try? FileHandle(forReadingFrom: URL(filePath: name)).readToEnd() ?? Data()
      else { throw FetchFailure.noHeaderFile(path) }
      text += String(decoding: file, as: UTF8.self) + "\n"
    }
    let lines = text.split(whereSeparator: \.isNewline).map(String.init)
    return lines.filter { !$0.allSatisfy(\.isWhitespace) && !$0.hasPrefix("#") } + header
  }
}

/// A header as `Name: value`.
struct HeaderLine: Equatable {
  var name: String
  var value: String

  /// Reads a header; nil where there is no colon, or no name as RFC 9110 section 5.1 has it.
  init?(_ line: String) {
    guard let colon = line.firstIndex(of: ":") else { return nil }
    name = String(line[..<colon])
    value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
    let others = "!#$%&'*+-.^_`|~"
    guard !name.isEmpty,
      name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || others.contains($0)) }),
      !value.contains(where: \.isNewline)
    else { return nil }
  }
}
