// The known formats of programs. Each pattern has a line that it reads; the tests read all of them.

extension LogFormat {
  /// The formats of programs and systems, the most specific first.
  static let programEntries: [Entry] = [
    (
      "syslog (RFC 5424)",
      [
        "<{priority:priority}>1 {time} {host} {process} {pid} {id} - {message}":
          "<165>1 2026-11-24T10:11:12.003Z web-1 nginx 823 ID47 - reloaded: 4 workers",
        "<{priority:priority}>1 {time} {host} {process} {pid} {id} [{data:structured}] {message}":
          "<34>1 2026-11-24T10:11:12Z web-1 su - - [a@1 x=\"[\\]\"][b@1 y=\"1\"] 'su root' failed",
        "<{priority:priority}>1 {time} {host} {process} {pid} {id} [{data:structured}]":
          "<34>1 2026-11-24T10:11:12Z web-1 su - - [origin@1 ip=\"::1\"]",
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
      "Zookeeper",
      [
        "{time} - {level} [{thread:path}:{logger}@{line:number}] - {message}":
          "2026-11-24 10:11:12,345 - INFO  [QuorumPeer[myid=1]/0:0:0:2181:Election@774] - new: x",
        "{time} [myid:{server:value}] - {level} [{thread:path}:{logger}@{line:number}] - {message}":
          "2026-11-24 10:11:12,345 [myid:1] - INFO  [main:Election@774] - new: x",
        "{time} - {level} [{thread}] - {message}":
          "2026-11-24 10:11:12,345 - WARN  [main] - no",
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
        "[{time}][{level}][{logger}] [{node}] {message}":
          "[2026-11-24T10:11:12,345][INFO ][o.e.n.Node               ] [node-1] started [x]"
      ]
    ),
    (
      "Elasticsearch",
      [
        "[{time}][{level}][{logger}] {message}":
          "[2026-11-24T10:11:12,345][WARN ][o.e.b.Checks] no node"
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
        "[{time}] [:{level}] [pid {pid:number}:tid {tid}] [client {client}] {message}":
          "[Tue Nov 24 10:11:12.345678 2026] [:error] [pid 9:tid 7] [client ::1:80] ModSecurity: x",
        "[{time}] [:{level}] [pid {pid:number}:tid {tid}] {message}":
          "[Tue Nov 24 10:11:12.345678 2026] [:notice] [pid 9:tid 7] ModSecurity: x",
        "[{time}] [:{level}] [pid {pid:number}] [client {client}] {message}":
          "[Tue Nov 24 10:11:12.345678 2026] [:error] [pid 9] [client ::1:80] ModSecurity: x",
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
        "{time} [{pid:number}] {context:word} {level}: {message}":
          "2026-11-24 10:11:12.345 UTC [71] user=ada,db=shop LOG:  duration: 1 ms",
        "{time} [{pid:number}]: {context:word} {level}: {message}":
          "2026-11-24 10:11:12 UTC [71]: db=shop,user=ada LOG:  duration: 1 ms",
        "{time} [{pid:number}]: [{line}] {context:word} {level}: {message}":
          "2026-11-24 10:11:12 UTC [71]: [3-1] db=shop,user=ada LOG:  duration: 1 ms",
        "{time} [{pid:number}] {client:address} {user}@{database} {level}: {message}":
          "2026-11-24 10:11:12.345 UTC [71] 10.0.0.1 ada@shop FATAL:  no",
        "{time}:{client:value}:{user:value}@{database:value}:[{pid:number}]:{level}: {message}":
          "2026-11-24 10:11:12 UTC:10.0.0.1(4321):ada@shop:[71]:ERROR:  no: x",
        "{time} {zone:zone} [{pid:number}] {user}@{database} {level}: {message}":
          "2026-11-24 10:11:12.345 PYT [71] ada@shop FATAL:  no",
        "{time} {zone:zone} [{pid:number}] {level}: {message}":
          "2026-11-24 10:11:12.345 PYT [71] LOG:  yes",
      ]
    ),
    (
      "PgBouncer",
      [
        "{time} [{pid:number}] {level} {message}":
          "2026-11-24 10:11:12.345 UTC [1] LOG C-0x55: shop/ada@10.0.0.1:5 login: x"
      ]
    ),
    (
      "MySQL",
      [
        "{time} {thread:number} [{level}] [{code}] [{subsystem}] {message}":
          "2026-11-24T10:11:12.345678Z 0 [System] [MY-010116] [Server] starting as 1",
        "{time} {thread:number} [{level:Note|Warning|ERROR|Error|System}] {message}":
          "2026-11-24T10:11:12.345678Z 7 [Note] InnoDB: ready",
      ]
    ),
    (
      "slow queries of MySQL",
      [
        "# Time: {time}\n# User@Host: {user} @ {host:value}[{address}] Id: {thread:number}\n"
          + "# Query_time: {query_seconds:number} Lock_time: {lock_seconds:number} "
          + "Rows_sent: {rows_sent:number} Rows_examined: {rows_examined:number}":
          "# Time: 2026-11-24T10:11:12.345678Z\n# User@Host: shop[shop] @ web-1 []  Id:     7\n"
          + "# Query_time: 4.5  Lock_time: 0.0 Rows_sent: 1  Rows_examined: 99",
        "# Time: {time}\n# User@Host: {user} @ {host:value}[{address}]{_:value}\n"
          + "# Query_time: {query_seconds:number} Lock_time: {lock_seconds:number} "
          + "Rows_sent: {rows_sent:number} Rows_examined: {rows_examined:number}":
          "# Time: 2026-11-24T10:11:12.345678Z\n# User@Host: shop[shop] @ web-1 [10.0.0.1]\n"
          + "# Query_time: 4.5  Lock_time: 0.0 Rows_sent: 1  Rows_examined: 99",
      ]
    ),
    (
      "Redis",
      [
        "{pid:number}:{role:C|S|M|X} {time} {level:word} {message}":
          "1:M 24 Nov 2026 10:11:12.345 * Ready to accept connections"
      ]
    ),
    (
      "logcat",
      [
        "{time} {pid:number} {thread:number} {level:letter} {logger:text}: {message}":
          "11-24 10:11:12.345  1702  2395 D Window Manager: move: 5",
        "{time} {uid:number} {pid:number} {thread:number} {level:letter} {logger:text}: {message}":
          "11-24 10:11:12.345  1000  1702  2395 V Camera: up: x",
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
      "Cassandra",
      [
        "{level} [{thread}] {time} {file:file}:{line:number} - {message}":
          "INFO  [main] 2026-11-24 10:11:12,345 Server.java:159 - up: - x"
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
      "BGL",
      [
        """
        {alert:-|APPALLOC|APPBUSY|APPCHILD|APPOUT|APPREAD|APPRES|APPSEV|APPTO|APPTORUS|APPUNAV\
        |KERNBIT|KERNCON|KERNDTLB|KERNEXT|KERNFLOAT|KERNFSHUT|KERNMC|KERNMICRO|KERNMNT\
        |KERNMNTF|KERNNOETH|KERNPAN|KERNPBE|KERNPOW|KERNPROG|KERNREC|KERNRTSA|KERNRTSP\
        |KERNSERV|KERNSOCK|KERNSTOR|KERNTERM|LINKBLL|LINKDISC|LINKIAP|LINKPAP|MASABNORM\
        |MASNORM|MMCS|MONILL|MONNULL|MONPOW|TOPST} {seconds:number} {date} {node} {time} \
        {host} {type:RAS|NULL} {component} {level} {message}
        """:
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
        "{id:number} {node} {component} {state} {time:epoch} {flag:value} {message}":
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
    (
      "kubelet",
      [
        "{time} {stream:stdout|stderr} {tag:F|P} {message}":
          "2026-11-24T10:11:12.345678901Z stderr F cannot open: x"
      ]
    ),
    (
      "journal",
      [
        "{time} {zone:zone} {host} {process}[{pid:number}]: {message}":
          "Tue 2026-11-24 10:11:12 PYT web-1 sshd[71]: closed: x",
        "{time:epoch} {host} {process}[{pid:number}]: {message}":
          "1796465472.345678 web-1 systemd[1]: started: x",
        "{time:epoch} {host} {process}: {message}": "1796465472.345678 web-1 kernel: up: x",
      ]
    ),
    (
      "macOS",
      [
        "{time} {thread:word} {type} {activity:word} {pid:number} {ttl:number} {process:text}: "
          + "{message}":
          "2026-11-24 10:11:12.345678+0100 0x12 Default     0x0   71     0    App: (Lib) [a:b] x",
        "{time} {process:text}[{pid:number}:{thread:word}] {message}":
          "2026-11-24 10:11:12.345 My App[71:3042] loaded: x",
      ]
    ),
    (
      "unbound",
      [
        "[{time:epoch}] {process:word}[{pid:word}] {level}: {message}":
          "[1796465472] unbound[12:0] info: start of service: x"
      ]
    ),
    (
      "Samba",
      [
        "[{time}, {debug:number}] {file:word}:{line:number}({function})\n {message}":
          "[2026/11/24 10:11:12.345678,  0] ../../lib/util/x.c:123(start)\n  ready: x"
      ]
    ),
    ("CUPS", ["{level:letter} [{time}] {message}": "E [24/Nov/2026:10:11:12 +0000] [Job 7] no: x"]),
    (
      "Envoy",
      [
        "[{time}][{thread:number}][{level}][{logger}] [{file:word}:{line:number}] {message}":
          "[2026-11-24 10:11:12.345][1][info][main] [source/server/server.cc:12] up: x",
        "[{time}][{thread:number}][{level}][{logger}] {message}":
          "[2026-11-24 10:11:12.345][17][warning][config] slow: x",
        "[{time}] \"{method:word} {path:word} {protocol:word}\" {status:status} {flags} "
          + "{received:number} {sent:number} {duration:number} {message}":
          "[2026-11-24T10:11:12.345Z] \"GET / HTTP/1.1\" 200 - 0 5 1 - \"-\" \"curl/8\" \"a\"",
        "[{time}] \"{method:word} {path:word} {protocol:word}\" {status:status} {flags} "
          + "{details:name} {message}":
          "[2026-11-24T10:11:12.345Z] \"GET / HTTP/1.1\" 200 - via_upstream - \"-\" 0 5 1 0 \"-\"",
      ]
    ),
    (
      "Istio",
      [
        "{time}\t{level}\t{scope:word}\t{message}":
          "2026-11-24T10:11:12.345678Z\tinfo\tads\tPUSH: x"
      ]
    ),
    (
      "WebSphere",
      [
        "[{time:yearLast}] {thread:word} {logger} {level:letter} {message}":
          "[11/24/26 10:11:12:345 UTC] 00000001 ServerImpl    A   WSVR0001I: open: x"
      ]
    ),
    (
      "WebLogic",
      [
        "####<{time}> <{level}> <{subsystem}> <{host}> <{server}> <{thread}> <{user}> "
          + "<{transaction}> <{context}> <{milliseconds}> <{code}> <{message:longest}>":
          "####<Nov 24, 2026 10:11:12 AM UTC> <Info> <Server> <a> <b> <[X] e: '0'> <<WLS>> <> <> "
          + "<1796465472000> <BEA-002613> <Channel <a> is open.>",
        "####<{time}> <{level}> <{subsystem}> <{host}> <{server}> <{thread}> <{user}> "
          + "<{transaction}> <{context}> <{milliseconds}> <{code}> <{message:longest}> ":
          "####<Nov 24, 2026 10:11:12 AM UTC> <Info> <Server> <a> <b> <main> <<WLS>> <> <> "
          + "<1796465472000> <BEA-002613> <Channel <a> is open.> ",
        "####<{time}> <{level}> <{subsystem}> <{host}> <{server}> <{thread}> <{user}> "
          + "<{transaction}> <{context}> <{milliseconds}> <{code}> <{message}":
          "####<Nov 24, 2026 10:11:12 AM UTC> <Error> <HTTP> <a> <b> <main> <<WLS>> <> <> "
          + "<1796465472000> <BEA-101020> <Servlet failed\njava.lang.Error\n>",
      ]
    ),
    (
      "GlassFish",
      [
        "[{time}] [{product}] [{level}] [{code}] [{logger}] [tid: {thread:text}] "
          + "[timeMillis: {milliseconds:number}] [levelValue: {severity:number}] [[\n {message}":
          "[2026-11-24T10:11:12.345+0000] [glassfish 5.0] [INFO] [] [a.b] [tid: _ThreadID=1 x] "
          + "[timeMillis: 1796465472345] [levelValue: 800] [[\n  up: x]]"
      ]
    ),
    (
      "Chromium",
      [
        "[{pid:number}:{thread:number}:{time}:{level}:{file:word}({line:number})] {message}":
          "[71:3042:1124/101112.345678:ERROR:gpu_process.cc(123)] exit: x"
      ]
    ),
    (
      "Unreal Engine",
      [
        "[{time}][ {frame:number}]{logger:word}: {level}: {message}":
          "[2026.11.24-10.11.12:345][  0]LogInit: Warning: slow: x",
        "[{time}][ {frame:number}]{logger:word}: {message}":
          "[2026.11.24-10.11.12:345][ 12]LogInit: up: x",
      ]
    ),
    (
      "Minecraft",
      [
        "[{time}] [{thread:text}/{level}] [{logger}]: {message}":
          "[10:11:12] [main/INFO] [net.minecraft.Main/]: up: x",
        "[{time}] [{thread:text}/{level}]: {message}":
          "[10:11:12] [Server thread/INFO]: Done (3.2s)! Help: \"help\"",
      ]
    ),
    (
      "Home Assistant",
      [
        "{time} {level} ({thread}) [{logger:name}] {message}":
          "2026-11-24 10:11:12.345 INFO (MainThread) [homeassistant.core] up: x"
      ]
    ),
    (
      "Solr",
      [
        "{time} {level} ({thread}) [{core}] {logger:name} {message}":
          "2026-11-24 10:11:12.345 INFO  (qtp-1) [   ] o.a.s.c.CoreContainer up: x"
      ]
    ),
    (
      "Gluster",
      [
        "[{time}] {level:letter} [MSGID: {code:number}] "
          + "[{file:word}:{line:number}:{function:word}] {logger:word}: {message}":
          "[2026-11-24 10:11:12.345678 +0000] I [MSGID: 100030] [glusterfsd.c:28:main] 0-x: up: x",
        "[{time}] {level:letter} [{file:word}:{line:number}:{function:word}] "
          + "{logger:word}: {message}":
          "[2026-11-24 10:11:12.345678 +0000] E [glusterfsd.c:28:main] 0-x: no: x",
      ]
    ),
    (
      "PHP",
      [
        "[{time}] PHP {level:text}: {message}":
          "[24-Nov-2026 10:11:12 UTC] PHP Fatal error:  no: x in /a.php on line 3"
      ]
    ),
    (
      "log with numbers of lines",
      [
        "{line:number}:{time} {level} {message}": "17:2026-11-24T10:11:12Z ERROR no: x",
        "{line:number}:{time} [{level}] {message}": "17:2026-11-24 10:11:12 [warn] no: x",
      ]
    ),
    (
      "Zabbix",
      [
        "{pid:number}:{time:compact} {message}":
          "7123:20261124:101112.345 server #0 started: x"
      ]
    ),
    (
      "Asterisk",
      [
        "[{time}] {level}[{thread:number}][{call}]: {file:file}:{line:number} {message}":
          "[2026-11-24 10:11:12] NOTICE[71][C-01]: chan_sip.c:123 handle: registered: x",
        "[{time}] {level}[{thread:number}]: {file:file}:{line:number} {message}":
          "[Nov 24 10:11:12] WARNING[71]: file.c:12 in open: no: x",
        "[{time}] {level:NOTICE|WARNING|ERROR|DEBUG|VERBOSE|SECURITY|DTMF}[{thread:number}]: "
          + "{file:file}:{line:number} {message}":
          "[Nov 24 10:11:12] SECURITY[71]: res_security_log.c:114 stasis: no: x",
        "[{time}] {level:NOTICE|WARNING|ERROR|DEBUG|VERBOSE|SECURITY|DTMF}[{thread:number}] "
          + "{file:file}: {message}":
          "[2026-11-24 10:11:12] NOTICE[1638] chan_sip.c: Registration failed: x",
        "[{time}] {level:NOTICE|WARNING|ERROR|DEBUG|VERBOSE|SECURITY|DTMF}[{thread:number}]"
          + "[{call}] {file:file}: {message}":
          "[2026-11-24 10:11:12] WARNING[124][C-0001] app.c: no: x",
      ]
    ),
    (
      "Plex",
      [
        "{time} [{thread}] {level} - {message}":
          "Nov 24, 2026 10:11:12.345 [0x7f] INFO - up - x"
      ]
    ),
    (
      "qBittorrent",
      ["({level:letter}) {time} - {message}": "(N) 2026-11-24T10:11:12 - started - x"]
    ),
    (
      "ESPHome",
      ["[{time}][{level:letter}][{logger}]: {message}": "[10:11:12][D][sensor:094]: 'T': 21.5"]
    ),
    (
      "ESP-IDF",
      ["{level:letter} ({uptime:number}) {logger:word}: {message}": "I (1234) wifi: mode : sta"]
    ),
    (
      "Monit",
      [
        "[{_:zone} {time}] {level} : {message}":
          "[CET Nov 24 10:11:12] info     : daemon awakened: x"
      ]
    ),
  ]
}
