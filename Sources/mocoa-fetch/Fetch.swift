import CCurl
import MocoaSystem

/// One HTTP request: the body goes to standard output, status and headers to file descriptor 3.
///
/// It is a separate program so that libcurl is loaded only for addresses. The arguments are parsed
/// by hand, which makes the program half as large and twice as fast to start.
package struct Fetch {
  package static func main() {
    let output = Output()
    // libcurl writes to connections that may be closed, and we to a pipe that may be closed.
    signal(SIGPIPE, SIG_IGN)
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.contains("--help") { return print(Arguments.help) }
    curl_global_init(Int(CURL_GLOBAL_DEFAULT))
    do throws(HostFailure) {
      try Transfer(request: request(arguments), output: output).run()
    } catch {
      let host = error.host.isEmpty ? "" : " (\(error.host))"
      Output.writeError("\(error.failure)\(host)")
      exit(1)
    }
  }

  private static func request(_ arguments: [String]) throws(HostFailure) -> Request {
    do throws(FetchFailure) {
      return try Arguments(arguments).request()
    } catch {
      throw HostFailure(failure: error, host: "")
    }
  }
}
