// The lines of HAProxy, which may be messages of syslog: then its time is `logged`.

extension LogFormat {
  /// The format of HAProxy: requests, with captured headers, connections, and messages.
  static let haproxyEntry: Entry = (
    "HAProxy",
    [
      request + "\"{request}\"": requestSample + "\"GET / HTTP/1.1\"",
      request + bothCaptures: requestSample + "{1wt.eu|curl/8} {} \"GET / HTTP/1.1\"",
      request + oneCapture: requestSample + "{1wt.eu} \"GET / HTTP/1.1\"",
      connection: "10.0.0.1:4321 [24/Nov/2026:10:11:12.345] sql db/a 0/0/5 212 -- 1/1/0/0/0 0/0",
      fault: "10.0.0.1:4321 [24/Nov/2026:10:11:12.345] web/1: SSL handshake failure",
      syslog + request + "\"{request}\"": syslogSample + requestSample + "\"GET / HTTP/1.1\"",
      syslog + request + bothCaptures:
        syslogSample + requestSample + "{} {text/html} \"GET / HTTP/1.1\"",
      syslog + request + oneCapture: syslogSample + requestSample + "{a|b} \"GET / HTTP/1.1\"",
      syslog + connection:
        syslogSample
        + "10.0.0.1:4321 [24/Nov/2026:10:11:12.345] sql db/a 0/0/5 212 -- 1/1/0/0/0 0/0",
      syslog + fault:
        syslogSample + "10.0.0.1:4321 [24/Nov/2026:10:11:12.345] web/1: Connection error",
      "{time:syslog} {host} {process:haproxy|}[{pid:number}]: {message}":
        syslogSample + "Proxy web started: x",
    ]
  )

  private static let start =
    "{client:address} [{time}] {frontend} {backend:path}/{server} {timers} "
  private static let request =
    start + "{status:value} {bytes:value} {request_cookie} {response_cookie} {termination} "
    + "{connections} {queue} "
  private static let bothCaptures =
    "{{{request_headers:value}} {{{response_headers:value}} \"{request}\""
  private static let oneCapture = "{{{headers:value}} \"{request}\""
  private static let connection = start + "{bytes:value} {termination} {connections} {queue}"
  private static let fault = "{client:address} [{time}] {frontend:path}/{bind}: {message}"
  private static let syslog = "{logged:syslog} {host} {process:haproxy|}[{pid:number}]: "

  private static let requestSample =
    "10.0.0.1:4321 [24/Nov/2026:10:11:12.345] web~ app/a 0/0/0/3/3 200 7 - - ---- 1/1/0/0/0 0/0 "
  private static let syslogSample = "Nov 24 10:11:12 web-1 haproxy[71]: "
}
