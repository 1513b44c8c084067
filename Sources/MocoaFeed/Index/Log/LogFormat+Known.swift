// The known formats of logging libraries, and those of any log. Each pattern has a line that it
// reads; the tests read all of them.

extension LogFormat {
  /// A format as it is written in the table: its name, and its patterns with a line for each.
  typealias Entry = (name: String, patterns: KeyValuePairs<String, String>)

  /// The formats of logging libraries, the most specific first.
  static let libraryEntries: [Entry] = [
    (
      "Spring Boot",
      [
        "{time} {level} {pid:number} --- [{app}] [{thread}] {logger:name} : {message}":
          "2026-11-24T10:11:12.345Z  INFO 1 --- [shop] [main] o.s.b.Application : Started: 2 s",
        "{time} {level} {pid:number} --- [{thread}] {logger} : {message}":
          "2026-11-24 10:11:12.345  WARN 1 --- [nio-8080] c.e.shop.Cart$Item  : empty",
      ]
    ),
    (
      "log4j",
      [
        "{time} {level} [{thread}] {logger:name}: {message}":
          "2026-11-24 10:11:12,345 INFO [IPC Server handler 3] org.a.Block: added: 5"
      ]
    ),
    (
      "log4j",
      [
        "{time} {level} [{thread}] {logger:name} - {message}":
          "2026-11-24 10:11:12,345 ERROR [main] c.e.App - cannot open: x"
      ]
    ),
    (
      "log4j",
      [
        "{time} {level} [{thread}] - {message}":
          "2026-11-24 10:11:12,345 INFO [main] - up: x",
        "{time} {level} {logger:name} [{thread}] - {message}":
          "2026-11-24 10:11:12,345 DEBUG c.e.App [worker-1] - got [1] - 2",
        "{time} {level} {logger:name}:{line:number} - {message}":
          "2026-11-24 10:11:12,345 INFO  Main:57 - listening on [::]:8080",
      ]
    ),
    (
      "logback",
      [
        "{time} [{thread}] {level} {logger:name} - {message}":
          "10:11:12.345 [main] INFO  c.e.App - started: [8080]",
        "{time} [{thread}] {level} {logger:name} -- {message}":
          "2026-11-24 10:11:12.345 [pool-1] WARN  c.e.App -- late",
      ]
    ),
    (
      "log4j",
      [
        "{time} [{thread}] {level} {logger:name}: {message}":
          "2026-11-24 10:11:12,345 [main] INFO c.e.App: up"
      ]
    ),
    (
      "dbt",
      [
        "{time} [{level}] [{thread}]: {message}":
          "10:11:12.345678 [info ] [MainThread]: Running with dbt=1.7.0"
      ]
    ),
    (
      "gunicorn",
      [
        "[{time}] [{pid:number}] [{level}] {message}":
          "[2026-11-24 10:11:12 +0000] [8] [INFO] Listening at: http://0.0.0.0:80 (8)"
      ]
    ),
    (
      "Celery",
      [
        "[{time}: {level}/{process}] {message}":
          "[2026-11-24 10:11:12,345: WARNING/ForkPoolWorker-1] slow: 3 s"
      ]
    ),
    (
      "Rails",
      [
        "{_:letter}, [{time} #{pid:number}] {level} -- : {message}":
          "I, [2026-11-24T10:11:12.345678 #123]  INFO -- : Started GET \"/\"",
        "{_:letter}, [{time} #{pid:number}] {level} -- {program:text}: {message}":
          "W, [2026-11-24T10:11:12.345678 #123]  WARN -- my app: x: y",
      ]
    ),
    (
      "Monolog",
      [
        "[{time}] {channel:name}.{level}: {message}":
          "[2026-11-24 10:11:12] local.ERROR: no such user: 7 {\"id\":7}"
      ]
    ),
    (
      "glog",
      [
        "{level:letter}{time} {thread:number} {file:file}:{line:number}] {message}":
          "I1124 10:11:12.345678    123 server.go:45] started: [x]"
      ]
    ),
    (
      "Python",
      [
        "{time} - {logger:name} - {level} - {message}":
          "2026-11-24 10:11:12,345 - shop.cart - ERROR - failed - again: 5"
      ]
    ),
    ("SLF4J", ["[{thread}] {level} {logger:name} - {message}": "[main] INFO c.e.App - up - x"]),
    ("NLog", ["{time}|{level}|{logger}|{message}": "2026-11-24 10:11:12.3456|WARN|Shop.Cart|a|b"]),
    (
      "log of fields between bars",
      [
        "{time:compact}|{component}|{pid:number}|{message}":
          "20171223-22:15:29:606|Step_LSC|30002312|onStandStepChanged 3579"
      ]
    ),
    (
      "env_logger",
      [
        "[{time} {level} {logger:name}] {message}":
          "[2026-11-24T10:11:12Z INFO  shop::cart] added: 5"
      ]
    ),
    ("Serilog", ["[{time} {level}] {message}": "[10:11:12 INF] HTTP \"GET\" \"/x\" responded 200"]),
    // As by `kubectl logs --timestamps` and `docker compose logs -t`.
    (
      "JSON with times",
      [
        "{time} {fields:json}":
          "2026-11-24T10:11:12.345678901Z {\"level\":\"info\",\"msg\":\"up\"}"
      ]
    ),
    (
      "zap",
      [
        "{time}\t{level}\t{file:file}:{line:number}\t{fields:json}":
          "2026-11-24T10:11:12.345Z\tinfo\tcart/cart.go:45\t{\"n\":5}",
        "{time}\t{level}\t{message:text}\t{fields:json}":
          "2026-11-24T10:11:12.345Z\tinfo\tadded\t{\"n\":5}",
        "{time}\t{level}\t{file:file}:{line:number}\t{message:text}\t{fields:json}":
          "2026-11-24T10:11:12.345Z\twarn\tcart/cart.go:45\tno, none\t{\"n\":5}",
        "{time}\t{level}\t{logger:name}\t{file:file}:{line:number}\t{message:text}\t{fields:json}":
          "2026-11-24T10:11:12.345Z\tinfo\tshop.cart\tcart/cart.go:45\tadded\t{\"n\":5}",
        "{time}\t{level}\t{logger:name}\t{message:text}\t{fields:json}":
          "2026-11-24T10:11:12.345Z\tinfo\tshop.cart\tadded\t{\"n\":5}",
        "{time} {level} {logger:name} {file:file}:{line:number} {message}":
          "2026-11-24T10:11:12.345Z\tINFO\tshop.cart\tcart/cart.go:45\tadded: x",
        "{time} {level} {file:file}:{line:number} {message}":
          "2026-11-24T10:11:12.345Z\tINFO\tcart/cart.go:45\tadded",
      ]
    ),
    (
      "level and logger",
      [
        "{time} {level} {logger:dotted}: {message}":
          "2026-11-24 10:11:12,345 INFO org.apache.hadoop.Node: STARTUP_MSG: x",
        "{time} {level} {logger:dotted} {message}":
          "2026-11-24 10:11:12,345 INFO org.apache.hadoop.Node up: 5",
      ]
    ),
    (
      "Loguru",
      [
        "{time} | {level} | {logger:word}:{function:word}:{line:number} - {message}":
          "2026-11-24 10:11:12.345 | SUCCESS  | app.main:<module>:42 - done - x"
      ]
    ),
    (
      "logrus",
      [
        "{level}[{elapsed:number}] {message}":
          "WARN[0012] slow query                                    ms=300"
      ]
    ),
    (
      "Sling",
      [
        "{time} *{level}* [{thread}] {logger:name} {message}":
          "24.11.2026 10:11:12.345 *INFO* [qtp-1] org.apache.sling.Foo registered: x"
      ]
    ),
    (
      "Sidekiq",
      [
        "{time} pid={pid:number} tid={tid} class={class} jid={jid} elapsed={elapsed:number} "
          + "{level}: {message}":
          "2026-11-24T10:11:12.345Z pid=71 tid=ab class=HardJob jid=4a elapsed=1.25 INFO: done: x",
        "{time} pid={pid:number} tid={tid} class={class} jid={jid} {level}: {message}":
          "2026-11-24T10:11:12.345Z pid=71 tid=ab class=HardJob jid=4a INFO: start: x",
        "{time} pid={pid:number} tid={tid} {level}: {message}":
          "2026-11-24T10:11:12.345Z pid=71 tid=ab WARN: late: x",
      ]
    ),
    (
      "Airflow",
      [
        "[{time}] {{{file:word}:{line:number}} {level} - {message}":
          "[2026-11-24T10:11:12.345+0000] {taskinstance.py:1332} INFO - start - x"
      ]
    ),
    (
      "Jetty",
      [
        "{time}:{level}:{logger:word}:{thread:word}: {message}":
          "2026-11-24 10:11:12.345:INFO:oejs.Server:main: up: x"
      ]
    ),
    (
      "NestJS",
      [
        "[Nest] {pid:number} - {time} {level} [{logger}] {message}":
          "[Nest] 71  - 11/24/2026, 10:11:12 AM     LOG [NestFactory] up: x"
      ]
    ),
    (
      "swift-log",
      [
        "{time} {level:lowercase} {label:word} : [{module}] {message}":
          "2026-11-24T10:11:12+0000 info com.example.app : [Shop] up: x"
      ]
    ),
    (
      "Java",
      [
        "{time} {logger:dotted} {method:word}\n{level}: {message}":
          "Nov 24, 2026 10:11:12 AM com.example.Shop add\nINFO: up: x"
      ]
    ),
    (
      ".NET",
      [
        "{level}: {logger:word}[{event:number}]\n {message}":
          "info: Microsoft.Hosting.Lifetime[14]\n      Now listening on: x",
        "{level}: {logger:word}[{event:number}] {message}":
          "warn: Shop.Cart[0] slow: x",
      ]
    ),
    (
      "log4js",
      [
        "[{time}] [{level}] {logger:name} - {message}":
          "[2026-11-24T10:11:12.345] [ERROR] db - no - x"
      ]
    ),
    (
      "spdlog",
      [
        "[{time}] [{logger}] [{level}] {message}":
          "[2026-11-24 10:11:12.345] [shop] [warning] slow: x"
      ]
    ),
    (
      "Go",
      [
        "{time} {file:file}:{line:number}: {message}":
          "2026/11/24 10:11:12.345678 main.go:23: up: x"
      ]
    ),
    (
      "times since 1970",
      [
        "{time:epoch} {level} {message}": "1796465472.345 WARN slow: x",
        "{time:epoch} [{level}] {message}": "1796465472345 [info] up: x",
      ]
    ),
  ]

  /// The formats that lines of other logs have by chance, the most specific first.
  static let looseEntries: [Entry] = [
    (
      "level and logger",
      [
        "[{time}] [{level}] [{logger:name}] {message}":
          "[2026-11-24 10:11:12.345] [info] [shop] up: x",
        "{time} [{level}] [{logger:name}] {message}":
          "2026-11-24T10:11:12.345+0100 [DEBUG] [org.gradle.Foo] x: y",
        "{time} {level} [{logger:name}] {message}": "2026-11-24 10:11:12,345 INFO [default] up: x",
      ]
    ),
    ("logcat", ["{level:letter}/{logger:text}( {pid:number}): {message}": "D/Wifi( 312): lost: 5"]),
    (
      "HashiCorp",
      [
        "{time} [{level}] {logger:name}: {message}":
          "2026-11-24T10:11:12.345Z [INFO]  agent.server: started: x=1"
      ]
    ),
    (
      "level and logger",
      [
        "{time} {level} {logger:name}: {message}":
          "17/06/09 20:10:40 INFO executor.Backend: Connecting to driver: 7"
      ]
    ),
    ("Python", ["{level}:{logger}:{message}": "WARNING:shop.cart:slow: 3 s"]),
    (
      "Nagios",
      ["[{time:epoch}] {message}": "[1796465472] SERVICE ALERT: web1;HTTP;CRITICAL;SOFT;1;x"]
    ),
    (
      "level in brackets",
      [levelInBrackets: "[Tue Nov 24 10:11:12 2026] [notice] up"]
    ),
    (
      "thread in brackets",
      [
        "[{time}] [{thread}] {level}: {message}": "[2026-11-24 10:11:12] [main] WARN: low: x",
        "[{time}] [{thread}] {level} {message}": "[2026-11-24 10:11:12] [main] WARN low: x",
      ]
    ),
    (
      "pacman",
      [
        "[{time}] [{component}] {message}":
          "[2026-11-24T10:11:12+0000] [ALPM] installed zlib (1:1.3-1)"
      ]
    ),
    (
      "syslog",
      [
        "<{priority:priority}>{time:syslog} {host} {process}[{pid:number}]: {message}":
          "<34>Nov 24 10:11:12 web-1 sshd[71]: closed: x",
        "<{priority:priority}>{time:syslog} {host} {process}: {message}":
          "<34>Nov 24 10:11:12 web-1 kernel: up",
        "<{priority:priority}>{time:syslog} {host} {message}":
          "<13>Nov 24 10:11:12 10.0.0.99 Use the BFG!",
        "{time:syslog} {process:word}[{pid:number}]: {message}":
          "Nov 24 10:11:12 dnsmasq[71]: query[A] x.org from 10.0.0.1: x",
        "{time:syslog} {process:word}[{pid:name}]: {message}":
          "2026-11-24T10:11:12.345678+00:00 app[web.1]: listening: x",
        "{time:syslog} {host} {process}[{pid:number}]: {message}":
          "Nov 24 10:11:12 web-1 sshd[71]: Failed password for ada from 10.0.0.1 port 22",
        "{time:syslog} {host} {process}[{pid:number}] ({sender}): {message}":
          "Nov 24 10:11:12 mac com.apple.xpc.launchd[1] (com.apple.x[9]): exited: 1",
        "{time:syslog} {process:kernel|}: {message}":
          "Nov 24 10:11:12 kernel: usb 1-1: new device",
        "{time:syslog} {process:word} [{pid:number}]: {message}":
          "Nov 24 10:11:12 sogod [71]: SOGoRootPage Login: x",
        "{time:syslog} {process:word}: {level}: {message}":
          "Nov 24 10:11:12 imap(ada): Info: Logged out: x",
        "{time:syslog} {host} {process}: {message}":
          "2026-11-24T10:11:12.345678+01:00 web-1 kernel: [1.5] up: x",
        "{time} {host} {process}[{pid:number}]: {message}":
          "2026-11-24 10:11:12 web-1 app[71]: up: x",
        "{time:syslog} {host} {process:title}[{pid:number}]: {message}":
          "Nov 24 10:11:12 mac Google Chrome[71]: x",
      ]
    ),
    (
      "messages of the kernel",
      ["[ {uptime:decimal}] {message}": "[    1.234567] usb 1-1: new device"]
    ),
    (
      "BIND",
      [
        "{time} {category:name}: {level}: {message}":
          "24-Nov-2026 10:11:12.345 queries: info: client @0x7f 10.0.0.1#53: x"
      ]
    ),
    (
      "level in lower case",
      [
        "{time} {level:lowercase} {message}": "2026-11-24 10:11:12 error no: x",
        "[{time}] {level:lowercase} {message}": "[2026-11-24 10:11:12 +0000] info [x] no: y",
      ]
    ),
    (
      "names of components and levels",
      [
        "{time} {component:name} {level:\(capitals)}: {message}":
          "2026-11-24T10:11:12Z worker-1 ERROR: no: x",
        "{time} {component:name} {level:\(capitals)} {message}":
          "2026-11-24T10:11:12Z worker-1 ERROR no: x",
        "{time} {component:name}: [{level}] {message}": "2026-11-24 10:11:12 main: [WARN] no: x",
        "{time} {component:name} [{level}] {message}": "2026-11-24 10:11:12 main [WARN] no: x",
        "{time} {pid:number} {level:\(capitals)} {message}": "2026-11-24 10:11:12 71 INFO up: x",
        "{time} {level:Debug|Info|Warn|Error|Fatal} {component:name}: {message}":
          "2026-11-24 10:11:12.345 Warn Server: no: x",
      ]
    ),
    (
      "levels",
      [
        "[ {level} ] {message}": "[INFO] Scanning for projects: x",
        "{level}: {message}": "WARNING:  Invalid HTTP request: x",
      ]
    ),
  ]

  /// The levels that are hardly words of a message.
  private static let capitals = "TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|FATAL|CRITICAL"

  /// Lines between records, which say something of the log itself.
  static let markerEntry: Entry = (
    "lines between records",
    [
      "-- {message:longest} --": "-- Boot 1234567890abcdef --",
      "--------- {message}": "--------- beginning of crash",
      "Log file created at: {time}": "Log file created at: 2026/11/24 10:11:12",
      "Running on machine: {host}": "Running on machine: web-1",
      // What ends the files of a directory on Windows.
      " {count:number} {kind:File(s)|Dir(s)|Datei(en),|Datei(en)|Verzeichnis(se),} {message}":
        "               2 File(s)      5,243,904 bytes",
      // A directory among the objects of S3.
      " {27}PRE (?<message>.+/)": "                           PRE logs/",
      "Running duration ({_:text}): {duration}": "Running duration (h:mm:ss): 0:00:01",
      "Log line format: {message}":
        "Log line format: [IWEF]mmdd hh:mm:ss.uuuuuu threadid file:line] msg",
    ]
  )

  /// The formats of the tables, the most specific first.
  static let known =
    (libraryEntries + programEntries + [haproxyEntry] + serverEntries).map { LogFormat($0) }
    + (looseEntries + outputEntries).map { LogFormat($0, isLoose: true) }
    + lineEntries.map { LogFormat($0, isLoose: true, isOfLines: true) }

  /// The format of lines between records.
  static let markers = LogFormat(markerEntry)

  convenience init(_ entry: Entry, isLoose: Bool = false, isOfLines: Bool = false) {
    self.init(
      entry.name, entry.patterns.compactMap { try? LogPattern($0.key) }, isLoose: isLoose,
      isOfLines: isOfLines)
  }
}
