// The known formats of servers and devices. Each pattern has a line that it reads; the tests read
// all of them.

extension LogFormat {
  /// The formats of servers and devices, the most specific first.
  static let serverEntries: [Entry] = [
    (
      "syslog with facilities",
      [
        "{time} {host} {facility:facility}.{level:lowercase} {process}[{pid:number}]: {message}":
          "Nov 24 10:11:12 router daemon.info dnsmasq[71]: query[A] x: y",
        "{time} {host} {facility:facility}.{level:lowercase} {process}: {message}":
          "Nov 24 10:11:12 router user.warn kernel: [ 1.5] IN=br0: x",
        "{time} <{facility:facility}.{level}> {host} {process}[{pid:number}]: {message}":
          "Nov 24 10:11:12 <auth.info> web-1 sshd[71]: closed: x",
        "{time} <{facility:facility}.{level}> {host} {process}: {message}":
          "Nov 24 10:11:12 <kern.crit> web-1 kernel: no: x",
      ]
    ),
    (
      "Cisco IOS",
      [
        "*{time}: %{facility:word}-{severity:number}-{code:word}: {message}":
          "*Nov 24 10:11:12.345: %LINK-3-UPDOWN: Interface Gi0/1, changed state to up: x",
        "{time}: %{facility:word}-{severity:number}-{code:word}: {message}":
          "Nov 24 10:11:12.345: %SYS-5-CONFIG_I: Configured from console",
        "{time} {host} %{facility:word}-{severity:number}-{code:word}: {message}":
          "Nov 24 10:11:12 10.0.0.1 %ASA-4-106023: Deny tcp src out:192.0.2.1",
        "{time} {host} : %{facility:word}-{severity:number}-{code:word}: {message}":
          "Nov 24 2026 10:11:12 fw-1 : %ASA-6-302013: Built outbound TCP connection 7",
        "%{facility:word}-{severity:number}-{code:word}: {message}":
          "%ASA-1-505015: Module ips, application up \"IPS\"",
      ]
    ),
    (
      "ESXi",
      [
        "{time} {level:lowercase} {process:word}[{pid:number}] [{context}] {message}":
          "2026-11-24T10:11:12.345Z info hostd[71] [Originator@6876 sub=Vimsvc] x: in",
        "{time} {level:Em|Al|Cr|Er|Wa|No|In|Db}({priority:number}) {process}[{pid:number}]: "
          + "{message}":
          "2026-11-24T10:11:12.345Z In(14) hostd[71]: up: x",
        "{time} {level:Em|Al|Cr|Er|Wa|No|In|Db}({priority:number})[+] {process}[{pid:number}]: "
          + "{message}":
          "2026-11-24T10:11:12Z In(14)[+] hostd[71]: goes on: x",
        "{time} {level:Em|Al|Cr|Er|Wa|No|In|Db}({priority:number}) {process}: {message}":
          "2026-11-24T10:11:12.345Z Wa(180) vmkwarning: cpu0:26 opID=a03)WARNING: Sched: x",
        "{time} {level:Em|Al|Cr|Er|Wa|No|In|Db}({priority:number}) {message}":
          "2026-11-24T10:11:12.345Z In(05) host-71 <analytics> up",
        "{time} cpu{cpu:number}:{world:number}){level}: {message}":
          "2026-11-24T10:11:12.345Z cpu22:44012977)ALERT: no: x",
        "{time} cpu{cpu:number}:{world:number}){message}":
          "2026-11-24T10:11:12.345Z cpu7:35233)VC: 2002: Device rescan time 704 msec",
        "{time} cpu{cpu:number}:{world:number} opID={operation:word}){message}":
          "2026-11-24T10:11:12.345Z cpu7:35233 opID=827cfaf)<unk>: ForkExec: x",
      ]
    ),
    (
      "CEF",
      [
        "CEF:{version:number}|{vendor:escaped}|{product:escaped}|{device_version:escaped}|"
          + "{class:escaped}|{name:escaped}|{severity:value}|{message}":
          "CEF:0|Acme|Wall|1.2|7|Port scan|5|src=10.0.0.1 msg=a|b",
        "{time} {host} CEF:{version:number}|{vendor:escaped}|{product:escaped}|"
          + "{device_version:escaped}|{class:escaped}|{name:escaped}|{severity:value}|{message}":
          "Nov 24 10:11:12 fw-1 CEF:0|Acme|Wall|1.2|7|Port scan|5|src=10.0.0.1",
      ]
    ),
    (
      "LEEF",
      [
        "LEEF:{version:text}|{vendor:text}|{product:text}|{device_version:text}|{event:text}|"
          + "{message}":
          "LEEF:1.0|Acme|Wall|1.2|scan|src=10.0.0.1\tsev=5",
        "{time} {host} LEEF:{version:text}|{vendor:text}|{product:text}|{device_version:text}|"
          + "{event:text}|{message}":
          "Nov 24 10:11:12 fw-1 LEEF:2.0|Acme|Wall|1.2|scan|^|src=10.0.0.1^sev=5",
      ]
    ),
    (
      "Gin",
      [
        "[GIN-debug] {message}": "[GIN-debug] Listening on :8080",
        "[{program:GIN|ECHO|Fiber}] {time} | {status:status} | {duration} | {client} | {method} "
          + "\"{path:path}\"":
          "[GIN] 2026/11/24 - 10:11:12 | 200 |     505.317µs |       10.0.0.1 | GET      \"/x\"",
      ]
    ),
    (
      "Django",
      [
        "[{time}] \"{method:word} {path:word} {protocol:word}\" {status:status} {bytes:number}":
          "[24/Nov/2026 10:11:12] \"GET / HTTP/1.1\" 200 5"
      ]
    ),
    (
      "requests with times in other notations",
      [
        "{host} {identity} {user} [{time}] \"{method:word} {path:word} {protocol:word}\" "
          + "{status:status} {bytes:value} {message}":
          "10.0.0.1 a b [1/Nov/2026:10:11:12 GMT] \"GET / HTTP/1.1\" 200 5 \"-\" \"curl/8\"",
        "{host} {identity} {user} [{time}] \"{method:word} {path:word} {protocol:word}\" "
          + "{status:status} {bytes:value}":
          "127.0.0.1 a b [24/Nov/2026 10:11:12] \"GET / HTTP/1.1\" 200 5",
      ]
    ),
    (
      "uvicorn",
      [
        "{level}: {client:address} - \"{method:word} {path:word} {protocol:word}\" {status:status} "
          + "{reason}":
          "INFO:     127.0.0.1:4321 - \"GET / HTTP/1.1\" 200 OK"
      ]
    ),
    (
      "Rails",
      [
        "Started {method} \"{path:path}\" for {client} at {time}":
          "Started GET \"/\" for 127.0.0.1 at 2026-11-24 10:11:12 +0000",
        "Processing by {controller:word}#{action} as {format}":
          "Processing by ShopController#index as HTML",
        "Completed {status:status} {message}": "Completed 200 OK in 5ms (Views: 3.1ms)",
      ]
    ),
    (
      "Amazon VPC",
      [
        "{version:number} {account} {interface} {source:word} {target} {source_port:value} "
          + "{target_port:value} {transport:value} {packets:value} {bytes:value} {time:epoch} "
          + "{end:epoch} {action:ACCEPT|REJECT|-} {status:OK|NODATA|SKIPDATA}":
          "2 123456789010 eni-1235b8ca 172.31.16.139 172.31.16.21 20641 22 6 20 4249 1796465472 "
          + "1796465532 ACCEPT OK"
      ]
    ),
    (
      "Amazon S3",
      [
        "{owner:word} {bucket} [{time}] {client} {requester} {id} {operation} {key} \"{request}\" "
          + "{status:number} {error} {bytes} {size} {total} {turnaround} \"{referer}\" \"{agent}\" "
          + "{message}":
          "79a59d b [24/Nov/2026:10:11:12 +0000] 192.0.2.3 79a5 3E57 REST.GET.OBJECT k "
          + "\"GET /b?x HTTP/1.1\" 200 - 113 - 7 - \"-\" \"S3Console/0.4\" -"
      ]
    ),
    (
      "load balancer of Amazon",
      [
        "{type:http|https|h2|grpcs|ws|wss} {time} {name:name} {client} {target} {request_seconds} "
          + "{target_seconds} {response_seconds} {status} {target_status} {received:number} "
          + "{sent:number} \"{request}\" \"{agent}\" {message}":
          "http 2026-11-24T10:11:12.345678Z app/lb/50 192.0.2.3:28 10.0.0.1:80 0.000 0.001 0.000 "
          + "200 200 34 366 \"GET http://a:80/ HTTP/1.1\" \"curl/7\" - -"
      ]
    ),
    (
      "load balancer of Amazon",
      [
        // Where no target has answered, times are -1, and what is unknown is a dash.
        "{time} {name:name} {client:address} {target:word} {request_seconds:value} "
          + "{target_seconds:value} {response_seconds:value} {status:value} "
          + "{target_status:value} {received:number} {sent:number} \"{request}\" {message}":
          "2026-11-24T10:11:12.345678Z web 192.0.2.3:28 10.0.0.1:80 0.01 -1 -1 504 0 0 7 "
          + "\"GET http://a:80/ HTTP/1.1\" \"curl/8\" - -"
      ]
    ),
    (
      "uWSGI",
      [
        "[pid: {pid:number}|app: {app}|req: {requests}] {client} ({user:value}) {{{_:text}} "
          + "[{time}] {method} {path:word} => generated {bytes:number} bytes in "
          + "{milliseconds:number} msecs ({protocol} {status:status}) {message}":
          "[pid: 71|app: 0|req: 1/1] 10.0.0.1 (ada) {38 vars in 6 bytes} [Tue Nov 24 10:11:12 "
          + "2026] POST /x => generated 47 bytes in 1 msecs (HTTP/1.1 200) 9 headers in 5 bytes"
      ]
    ),
    (
      "npm",
      [
        "npm {level:ERR|WARN}! {message}": "npm ERR! code E404: x",
        "npm {level:error|warn|ERR|WARN|notice|info|http|verbose|silly} {message}":
          "npm warn deprecated a@1.2.3: x",
      ]
    ),
    (
      "queries of MySQL",
      [
        "{time} {thread:number} {command:Query|Connect|Quit|Prepare|Execute|Close stmt|Init DB"
          + "|Statistics|Ping}\t{message}":
          "2026-11-24T10:11:12.345678Z\t   10 Query\tselect 1"
      ]
    ),
    (
      "SSSD",
      [
        "({time}) [{process}] [{function}] ({debug}): {message}":
          "(Tue Nov 24 10:11:12 2026) [sssd[be[default]]] [search_by_name] (0x0400): no: x"
      ]
    ),
    (
      "NSD",
      [
        "[{time}] {process:word}[{pid:number}]: {level}: {message}":
          "[2026-11-24 10:11:12.345] nsd[71]: notice: up: x",
        "[{time:epoch}] {process:word}[{pid:number}]: {level}: {message}":
          "[1796465472] nsd[71]: info: up: x",
      ]
    ),
    (
      "ProFTPD",
      [
        "{time} {host} proftpd[{pid:number}] {server} ({client}): {message}":
          "2026-11-24 10:11:12,345 web-1 proftpd[71] web-1 (10.0.0.1[10.0.0.1]): USER a: no"
      ]
    ),
    (
      "kernel",
      [
        "<{priority:priority}>[ {uptime:decimal}] {message}": "<6>[    0.123456] Linux: up",
        // Both are padded to the longest ones.
        "{facility:text}:{level:text}: [ {uptime:decimal}] {message}":
          "kern  :info  : [    0.123456] Linux: up",
      ]
    ),
    (
      "cloud-init",
      [
        "{time} - {file:file}[{level}]: {message}":
          "2026-11-24 10:11:12,345 - util.py[DEBUG]: Cloud-init: x"
      ]
    ),
    (
      "Salt",
      [
        "{time} [{logger:text}:{line:number} ][{level}][{pid:number}] {message}":
          "2026-11-24 10:11:12,345 [salt.minion      :123 ][INFO    ][71] up: x"
      ]
    ),
    (
      "Vaultwarden",
      [
        "[{time}][{logger}][{level}] {message}":
          "[2026-11-24 10:11:12.345][vaultwarden::api][ERROR] no: x"
      ]
    ),
    (
      "SABnzbd",
      [
        "{time}::{level}::[{logger}] {message}":
          "2026-11-24 10:11:12,345::WARNING::[interface:657] no: x"
      ]
    ),
    (
      "Puppet",
      [
        "{time} {process:Puppet|puppet-agent|puppet-master} ({level}): {message}":
          "2026-11-24 10:11:12 +0000 Puppet (notice): Compiled catalog: x"
      ]
    ),
    (
      "Spacewalk",
      [
        "{time} {pid:number} {client:address}: {message}":
          "2026/11/24 10:11:12 -05:00 767 10.0.0.1: xmlrpc/up2date.listChannels(1,)"
      ]
    ),
    (
      "ZoneMinder",
      [
        "{time:yearLast} {process:word}[{pid:number}].{level:word} {message}":
          "11/24/26 10:11:12.345678 web_php[71].ERR [::1] [no user] at auth.php line 313"
      ]
    ),
    (
      "Odoo",
      [
        "{time} {pid:number} {level} {database} {logger:name}: {message}":
          "2026-11-24 10:11:12,345 1 INFO shop odoo.addons.base: Login failed: x"
      ]
    ),
    (
      "Gitea",
      [
        "{time} {file:file}:{line:number}:{function:word} [{level:letter}] {message}":
          "2026/11/24 10:11:12 ...ers/web/auth.go:200:SignInPost() [I] Failed: x"
      ]
    ),
    (
      "FreeSWITCH",
      [
        "{time} {idle:number}% [{level}] {file:file}:{line:number} {message}":
          "2026-11-24 10:11:12.345678 96.80% [WARNING] sofia_reg.c:3223 IP rejected: x"
      ]
    ),
    (
      "vsftpd",
      [
        "{time} [pid {pid:number}] [{user}] {message}":
          "Tue Nov 24 10:11:12 2026 [pid 3] [ftp] OK LOGIN: Client \"192.0.2.1\"",
        "{time} [pid {pid:number}] {message}":
          "Tue Nov 24 10:11:12 2026 [pid 2] CONNECT: Client \"192.0.2.1\"",
      ]
    ),
    (
      "logger in brackets",
      [
        "{time} [{level}][{logger}]: {message}":
          "2026-11-24T10:11:12.345Z [warn][API]: Failed: x"
      ]
    ),
  ]
}
