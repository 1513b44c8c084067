// The known formats of logs. Each pattern has a line that it reads; the tests read all of them.

extension LogFormat {
  /// A format as it is written in the table: its name, and its patterns with a line for each.
  typealias Entry = (name: String, patterns: KeyValuePairs<String, String>)

  /// The formats, the most specific first.
  static let strictEntries: [Entry] = [
    (
      "syslog (RFC 5424)",
      [
        "<{priority:number}>1 {time} {host} {process} {pid} {id} - {message}":
          "<165>1 2026-11-24T10:11:12.003Z web-1 nginx 823 ID47 - reloaded: 4 workers",
        "<{priority:number}>1 {time} {host} {process} {pid} {id} [{data}] {message}":
          "<34>1 2026-11-24T10:11:12Z web-1 su - - [origin@1 ip=\"::1\"] 'su root' failed",
      ]
    ),
    (
      "MongoDB",
      [
        "{time} {level:letter} {component} [{context}] {message}":
          "2026-11-24T10:11:12.345+0000 I NETWORK  [listener] waiting on port 27017"
      ]
    ),
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
      "Zookeeper",
      [
        "{time} - {level} [{thread:path}:{logger}@{line:number}] - {message}":
          "2026-11-24 10:11:12,345 - INFO  [QuorumPeer[myid=1]/0:0:0:2181:Election@774] - new: x",
        "{time} - {level} [{thread}] - {message}":
          "2026-11-24 10:11:12,345 - WARN  [main] - no",
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
        "{time} {level} {logger:name} [{thread}] - {message}":
          "2026-11-24 10:11:12,345 DEBUG c.e.App [worker-1] - got [1] - 2",
        "{time} {level} {logger:name}:{line:number} - {message}":
          "2026-11-24 10:11:12,345 INFO  Main:57 - listening on [::]:8080",
      ]
    ),
    (
      "Jenkins",
      [
        "{time} [id={thread}] {level} {logger:name}#{method}: {message}":
          "2026-11-24 10:11:12.345+0000 [id=31]\tINFO\thudson.WebAppMain$3#run: Jenkins is up",
        "{time} [id={thread}] {level} {message}":
          "2026-11-24 10:11:12.345+0000 [id=31]\tWARNING\tslow",
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
      "Tomcat",
      [
        "{time} {level} [{thread}] {logger:dotted} {message}":
          "24-Nov-2026 10:11:12.345 INFO [main] org.apache.catalina.Server.start up in [900] ms"
      ]
    ),
    (
      "JBoss",
      [
        "{time} {level} [{logger}] ({thread}) {message}":
          "10:11:12,345 INFO  [org.jboss.as] (Controller Boot Thread) WFLYSRV0025: up (x)"
      ]
    ),
    (
      "Elasticsearch",
      [
        "[{time}][{level} ][{logger}] [{node}] {message}":
          "[2026-11-24T10:11:12,345][INFO ][o.e.n.Node               ] [node-1] started [x]",
        "[{time}][{level} ][{logger}] {message}":
          "[2026-11-24T10:11:12,345][WARN ][o.e.b.Checks] no node",
      ]
    ),
    (
      "Kafka",
      [
        "[{time}] {level} {message:longest} ({logger:name})":
          "[2026-11-24 10:11:12,345] INFO [Group 0]: loaded (5 ms) (kafka.server.Group)"
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
      "errors of Apache",
      [
        "[{time}] [{module:word}:{level}] [pid {pid:number}:tid {tid}] [client {client}] {message}":
          "[Tue Nov 24 10:11:12.345678 2026] [core:error] [pid 9:tid 7] [client ::1:80] no: /x",
        "[{time}] [{module:word}:{level}] [pid {pid:number}:tid {tid}] {message}":
          "[Tue Nov 24 10:11:12.345678 2026] [mpm:notice] [pid 9:tid 7] AH1: resuming",
        "[{time}] [{module:word}:{level}] [pid {pid:number}] [client {client}] {message}":
          "[Tue Nov 24 10:11:12.345678 2026] [php:warn] [pid 9] [client 10.0.0.1:80] x",
        "[{time}] [{module:word}:{level}] [pid {pid:number}] {message}":
          "[Tue Nov 24 10:11:12 2026] [mpm:notice] [pid 9] x",
        "[{time}] [:{level}] [pid {pid:number}] {message}":
          "[Tue Nov 24 10:11:12 2026] [:error] [pid 9] x",
        "[{time}] [{level}] [client {client}] {message}":
          "[Tue Nov 24 10:11:12 2026] [error] [client 10.0.0.1] File does not exist: /x",
      ]
    ),
    (
      "errors of nginx",
      [
        "{time} [{level}] {pid:number}#{tid:number}: *{connection:number} {message}":
          "2026/11/24 10:11:12 [error] 31#31: *56 open() \"/x\" failed (2: No such file)",
        "{time} [{level}] {pid:number}#{tid:number}: {message}":
          "2026/11/24 10:11:12 [notice] 1#1: using the \"epoll\" event method",
      ]
    ),
    (
      "PostgreSQL",
      [
        "{time} [{pid:number}] {user}@{database} {level}: {message}":
          "2026-11-24 10:11:12.345 UTC [71] ada@shop ERROR:  relation \"x\" does not exist",
        "{time} [{pid:number}] {level}: {message}":
          "2026-11-24 10:11:12.345 UTC [1] LOG:  listening on port 5432",
        "{time} {zone} [{pid:number}] {user}@{database} {level}: {message}":
          "2026-11-24 10:11:12.345 CET [71] ada@shop FATAL:  no",
        "{time} {zone} [{pid:number}] {level}: {message}":
          "2026-11-24 10:11:12.345 CET [71] LOG:  yes",
      ]
    ),
    (
      "MySQL",
      [
        "{time} {thread:number} [{level}] [{code}] [{subsystem}] {message}":
          "2026-11-24T10:11:12.345678Z 0 [System] [MY-010116] [Server] starting as 1",
        "{time} {thread:number} [{level}] {message}":
          "2026-11-24T10:11:12.345678Z 7 [Note] InnoDB: ready",
      ]
    ),
    (
      "Redis",
      [
        "{pid:number}:{role:word} {time} {level:word} {message}":
          "1:M 24 Nov 2026 10:11:12.345 * Ready to accept connections"
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
      "logcat",
      [
        "{time} {pid:number} {thread:number} {level:letter} {logger:text}: {message}":
          "11-24 10:11:12.345  1702  2395 D Window Manager: move: 5",
        "{time} {pid:number} {thread:number} {level:letter} {logger} : {message}":
          "11-24 10:11:12.345  1702  2395 W Power : x",
      ]
    ),
    (
      "logcat",
      [
        "{time} {level:letter}/{logger:text}( {pid:number}): {message}":
          "11-24 10:11:12.345 E/Wifi( 312): lost"
      ]
    ),
    (
      "OpenStack",
      [
        "{time} {pid:number} {level} {logger:name} [{request}] {message}":
          "2026-11-24 10:11:12.008 25746 INFO nova.wsgi [req-3 a - - -] GET: 200",
        "{source:name} {time} {pid:number} {level} {logger:name} [{request}] {message}":
          "nova-api.log 2026-11-24 10:11:12.008 25746 INFO nova.wsgi [req-3 a - - -] GET: 200",
        "{source:name} {time} {pid:number} {level} {logger:name} {message}":
          "nova-api.log 2026-11-24 10:11:12.008 25746 WARNING nova.wsgi x",
      ]
    ),
    (
      "HDFS",
      [
        "{time} {pid:number} {level} {logger:name}: {message}":
          "081109 203615 148 INFO dfs.DataNode$PacketResponder: Received block blk_3 of 6"
      ]
    ),
    (
      "fail2ban",
      [
        "{time} {logger:name} [{pid:number}]: {level} [{jail}] {message}":
          "2026-11-24 10:11:12,345 fail2ban.filter         [71]: INFO    [sshd] Found 10.0.0.1",
        "{time} {logger:name} [{pid:number}]: {level} {message}":
          "2026-11-24 10:11:12,345 fail2ban.actions        [71]: NOTICE  [sshd] Ban 10.0.0.1",
      ]
    ),
    (
      "Python",
      [
        "{time} - {logger:name} - {level} - {message}":
          "2026-11-24 10:11:12,345 - shop.cart - ERROR - failed - again: 5"
      ]
    ),
    (
      "Cassandra",
      [
        "{level} [{thread}] {time} {file:file}:{line:number} - {message}":
          "INFO  [main] 2026-11-24 10:11:12,345 Server.java:159 - up: - x"
      ]
    ),
    ("SLF4J", ["[{thread}] {level} {logger:name} - {message}": "[main] INFO c.e.App - up - x"]),
    ("NLog", ["{time}|{level}|{logger}|{message}": "2026-11-24 10:11:12.3456|WARN|Shop.Cart|a|b"]),
    (
      "log of fields between bars",
      [
        "{time}|{component}|{pid:number}|{message}":
          "20171223-22:15:29:606|Step_LSC|30002312|onStandStepChanged 3579"
      ]
    ),
    (
      "Windows CBS",
      [
        "{time}, {level} {component} {message}":
          "2026-11-24 04:30:30, Info                  CBS    Loaded Servicing Stack v6.1"
      ]
    ),
    (
      "RabbitMQ",
      [
        "{time} [{level}] <{pid:word}> {message}":
          "2026-11-24 10:11:12.345678+00:00 [info] <0.222.0> node: rabbit@web"
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
    (
      "zap",
      [
        "{time} {level} {logger:name} {file:file}:{line:number} {message}":
          "2026-11-24T10:11:12.345Z\tINFO\tshop.cart\tcart/cart.go:45\tadded\t{\"n\":5}",
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
      "BGL",
      [
        "{alert} {seconds:number} {date} {node} {time} {host} {type} {component} {level} {message}":
          "- 1117838570 2005.06.03 R02 2005-06-03-15.42.50.363779 R02 RAS KERNEL INFO cache: 5"
      ]
    ),
    (
      "Thunderbird",
      [
        "{alert} {time:epoch} {date} {node} {month} {day} {clock} {host} {process}[{pid:number}]: "
          + "{message}":
          "- 1131566461 2005.11.09 dn228 Nov 9 12:01:01 dn228/dn228 crond[2915]: session opened: x",
        "{alert} {time:epoch} {date} {node} {month} {day} {clock} {host} {process}: {message}":
          "- 1131566461 2005.11.09 dn228 Nov 9 12:01:01 dn228/dn228 kernel: x",
      ]
    ),
    (
      "HPC",
      [
        "{id:number} {node} {component} {state} {time:epoch} {flag:number} {message}":
          "134681 node-246 unix.hw state_change.unavailable 1077804742 1 Component State Change: x"
      ]
    ),
    (
      "audit",
      [
        "node={node} type={type} msg=audit({time:epoch}:{serial:number}): {message}":
          "node=web-1 type=LOGIN msg=audit(1364481363.243:24287): pid=1 uid=0",
        "type={type} msg=audit({time:epoch}:{serial:number}): {message}":
          "type=SYSCALL msg=audit(1364481363.243:24287): arch=c000003e syscall=2",
      ]
    ),
    (
      "Squid",
      [
        "{time:epoch} {elapsed:number} {client} {result}/{status:number} {bytes:number} {method} "
          + "{url} {user} {hierarchy} {type}":
          "1796465472.345   179 10.0.0.1 TCP_MISS/200 4021 GET http://a.b/ - DIRECT/10.9.8.7 a/b"
      ]
    ),
  ]

  /// The formats that lines of other logs have by chance, the most specific first.
  static let looseEntries: [Entry] = [
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
      ["[{time}] [{level}] {message}": "[Tue Nov 24 10:11:12 2026] [notice] up"]
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
        "<{priority:number}>{time:syslog} {host} {process}[{pid:number}]: {message}":
          "<34>Nov 24 10:11:12 web-1 sshd[71]: closed: x",
        "<{priority:number}>{time:syslog} {host} {process}: {message}":
          "<34>Nov 24 10:11:12 web-1 kernel: up",
        "{time:syslog} {host} {process}[{pid:number}]: {message}":
          "Nov 24 10:11:12 web-1 sshd[71]: Failed password for ada from 10.0.0.1 port 22",
        "{time:syslog} {host} {process}[{pid:number}] ({sender}): {message}":
          "Nov 24 10:11:12 mac com.apple.xpc.launchd[1] (com.apple.x[9]): exited: 1",
        "{time:syslog} {host} {process}: {message}":
          "2026-11-24T10:11:12.345678+01:00 web-1 kernel: [1.5] up: x",
        "{time:syslog} {host} {process:text}[{pid:number}]: {message}":
          "Nov 24 10:11:12 mac Google Chrome[71]: x",
      ]
    ),
    (
      "messages of the kernel",
      ["[ {uptime:decimal}] {message}": "[    1.234567] usb 1-1: new device"]
    ),
  ]

  /// Any line with a time in front, and perhaps a level.
  static let generalEntry: Entry = (
    "times",
    [
      "{time} {level}: {message}": "2026-11-24 10:11:12 ERROR: no",
      "{time} {level} - {message}": "2026-11-24 10:11:12 WARN - no",
      "{time} [{level}] {message}": "2026-11-24 10:11:12 [info] yes",
      "{time} [{level}]: {message}": "2026-11-24 10:11:12 [info]: yes",
      "{time} {level} {message}": "2026-11-24 10:11:12 INFO yes",
      "[{time}] {level}: {message}": "[2026-11-24 10:11:12] ERROR: no",
      "[{time}] [{level}] {message}": "[2026-11-24 10:11:12] [WARN] no",
      "[{time}] [{level}]: {message}": "[2026-11-24 10:11:12] [WARN]: no",
      "[{time}] {level} {message}": "[2026-11-24 10:11:12] INFO yes",
      "{level} {time} {message}": "INFO 2026-11-24 10:11:12,345 yes",
      "{level} [{time}] {message}": "INFO [2026-11-24 10:11:12] yes",
      "[{level}] {time} {message}": "[INFO] 2026-11-24 10:11:12 yes",
      "[{level}] [{time}] {message}": "[INFO] [2026-11-24 10:11:12] yes",
      "{time} [{thread}] {level}: {message}": "2026-11-24 10:11:12 [main] WARN: low",
      "{time} [{thread}] {level} {message}": "2026-11-24 10:11:12 [main] WARN low",
      "{time} {level}": "2026-11-24 10:11:12 INFO",
      "[{time}] {message}": "[10.30 16:49:06] chrome.exe - host:443 open",
      "{time}: {message}": "2026-11-24 10:11:12: yes",
      "{time} {message}": "2024/01/02 10:11:12 up: 5",
    ]
  )

  /// Any line with a time or a level in front, as members with other names.
  ///
  /// - Parameter names: The members for times, levels and messages.
  /// - Returns: The format.
  static func general(as names: (time: String, level: String, message: String)) -> LogFormat {
    let others = ["{time}", "{level}: {message}", "[{level}] {message}", "{level} {message}"]
    let patterns = (general.patterns.map(\.text) + others).map { text in
      text.replacing("{time}", with: "{\(names.time):time}")
        .replacing("{level}", with: "{\(names.level):level}")
        .replacing("{message}", with: "{\(names.message):message}")
    }
    return LogFormat(general.name, patterns.compactMap { try? LogPattern($0) })
  }

  /// The formats of the tables, the most specific first.
  static let known =
    strictEntries.map { LogFormat($0) } + looseEntries.map { LogFormat($0, isLoose: true) }

  /// The format of any line with a time in front.
  static let general = LogFormat(generalEntry)

  private convenience init(_ entry: Entry, isLoose: Bool = false) {
    self.init(
      entry.name, entry.patterns.compactMap { try? LogPattern($0.key) }, isLoose: isLoose)
  }
}
