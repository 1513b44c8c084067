import Testing

@testable import MocoaFeed

/// Logs that are not JSON: logfmt, and the logs of web servers.
@MainActor @Suite struct LogTests {
  private func rows(_ text: String, chunk: Int = .max) -> (format: FeedFormat?, rows: [String]) {
    let indexed = Indexed(text, chunk: chunk)
    let model = indexed.model
    return (
      indexed.progress.format, (0..<model.numberOfRows).map { model.row($0).json.description }
    )
  }

  @Test func linesOfWebServersAreObjects() {
    let log = """
      127.0.0.1 - ada [10/Oct/2000:13:55:36 -0700] "GET /a b.gif HTTP/1.0" 200 2326
      ::1 - - [10/Oct/2000:13:55:37 +0000] "-" 408 - "https://a.b/?q=\\"x\\"" "curl/8 (x; y)" 0.01
      what is this?
      10.0.0.1 id - [01/Jan/2026:00:00:00 +0130] "POST /x HTTP/2" 500 0 "-" "-"

      """
    for chunk in [Int.max, 7] {
      let (format, rows) = rows(log, chunk: chunk)
      #expect(format == .accessLog)
      #expect(
        rows == [
          #"{"host":"127.0.0.1","user":"ada","time":"2000-10-10T13:55:36-07:00","method":"GET","#
            + #""path":"/a b.gif","protocol":"HTTP/1.0","status":200,"bytes":2326}"#,
          #"{"host":"::1","time":"2000-10-10T13:55:37+00:00","status":408,"bytes":null,"#
            + #""referer":"https://a.b/?q=\"x\"","agent":"curl/8 (x; y)","rest":"0.01"}"#,
          #"{"line":"what is this?"}"#,
          #"{"host":"10.0.0.1","identity":"id","time":"2026-01-01T00:00:00+01:30","#
            + #""method":"POST","path":"/x","protocol":"HTTP/2","status":500,"bytes":0}"#,
        ])
    }
  }

  @Test func pairsAreObjects() {
    let log = #"""
      time=2026-11-01T10:00:00Z level=info msg="it \"runs\"\n" n=12 f=1.50 ok=true empty= q=""
      level=warn msg=x odd=007 path=C:\x esc="\x1b[0m"
      a line that is none

      """#
    let (format, rows) = rows(log)
    #expect(format == .logfmt)
    #expect(
      rows == [
        #"{"time":"2026-11-01T10:00:00Z","level":"info","msg":"it \"runs\"\n","n":12,"f":1.50,"#
          + #""ok":true,"empty":"","q":""}"#,
        #"{"level":"warn","msg":"x","odd":"007","path":"C:\\x","esc":"\\x1b[0m"}"#,
        #"{"msg":"a line that is none"}"#,
      ])
    var options = FeedOptions()
    options.format = .logfmt
    #expect(Indexed("\nx\n", options: options).model.row(0).json.description == #"{"line":"x"}"#)
  }

  @Test func theFirstLineNeedNotFit() {
    let log = "starting\nlevel=info msg=x\nlevel=warn msg=y\n"
    #expect(rows(log).format == .logfmt)
    #expect(rows(log, chunk: 5).rows.first == #"{"msg":"starting"}"#)
  }

  @Test(arguments: [
    "starting up\n{\"level\":\"info\"}\nGET / 200\n[worker] ready\n{\"level\":\"warn\"}\n",
    "{\"level\":\"info\"}\nGET / 200\n[worker] ready\nstarting up\n{\"level\":\"warn\"}\n",
    "[worker] ready\n{\"level\":\"info\"}\nGET / 200\nstarting up\n{\"level\":\"warn\"}\n",
  ])
  func linesOfTextAmongObjectsAreRows(_ log: String) {
    let (format, rows) = rows(log)
    #expect(format == .mixedLog)
    let texts = ["starting up", "GET / 200", "[worker] ready"].map { "{\"line\":\"\($0)\"}" }
    #expect(Set(rows) == Set(texts + [#"{"level":"info"}"#, #"{"level":"warn"}"#]))
  }

  @Test(arguments: ["{\"k\":1}\nxx\n{\"k\":2}\n", "{\"k\":1}\n{k:2}\n{k:3}\n{\"k\":4}\n"])
  func aBrokenLineAmongObjectsIsAnError(_ text: String) {
    #expect(rows(text).format == .lines)
  }

  @Test(arguments: [
    "a=b\n", "a=b c\n", "x,y\na=1 b=2,3\n", "[1]\n", "1 2\n", "a=\"b c=d\n", "=a b=c\n",
    "1.2.3.4 - - [32/Foo/2000:13:55:36 -0700] \"GET\" 200 1\n",
  ])
  func otherTextIsNoLog(_ text: String) {
    let format = rows(text).format
    #expect(format != .logfmt && format != .accessLog)
  }
}
