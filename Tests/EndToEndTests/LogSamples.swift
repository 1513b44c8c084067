import Testing

/// A text whose lines are rows: nothing in it is a header, a table or JSON.
struct LogSample: Sendable, CustomTestStringConvertible {
  let name: String
  let text: String

  init(_ name: String, _ text: String) {
    (self.name, self.text) = (name, text + "\n")
  }

  var testDescription: String { name }

  /// The lines, which are the rows.
  var lines: [String] {
    text.dropLast().split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// Output of commands, and logs that are easily taken for something else.
  static let defects = [
    LogSample(
      "git ls-remote",
      """
      8f94a3c5c5b0a4f1f0f0b3c1a7a5ab1c0f8e2d11\tHEAD
      1c2d3e4f5a6b7c8d9e0f1a2b3c4d5e6f7a8b9c0d\trefs/heads/dev
      8f94a3c5c5b0a4f1f0f0b3c1a7a5ab1c0f8e2d11\trefs/heads/main
      0a9b8c7d6e5f4a3b2c1d0e9f8a7b6c5d4e3f2a1b\trefs/tags/0.1.0
      7e6d5c4b3a29180f1e2d3c4b5a69788796a5b4c3\trefs/tags/0.2.0
      """),
    LogSample(
      "git log with tabs",
      """
      a1b2c3d\tAda Lovelace\tTue Nov 24 08:13:00 2026 +0000\tTable: keep the anchor
      4de0f11\tBo\tMon Nov 23 21:40:11 2026 +0100\tFix 3 typos
      99ab001\tAda Lovelace\tMon Nov 23 09:00:01 2026 +0000\tInitial commit
      """),
    LogSample(
      "docker compose logs",
      """
      web-1  | {"level":"info","msg":"listening","port":8080}
      web-1  | {"level":"info","msg":"GET /","port":8080}
      db-1   | {"level":"warn","msg":"slow","port":5432}
      web-1  | {"level":"error","msg":"boom","port":8080}
      """),
    LogSample("two greetings", "1428634687123 Hello, World!\n1428634687123 Hello, World!"),
    LogSample(
      "dmesg",
      """
      [    0.000000] Linux version 6.1.0-18-amd64 (debian-kernel@lists.debian.org)
      [    0.000000] Command line: BOOT_IMAGE=/vmlinuz root=/dev/vda1 ro quiet
      [    0.000000] BIOS-provided physical RAM map:
      [    0.004012] x86/fpu: Supporting XSAVE feature 0x001: 'x87 floating point registers'
      [    1.204441] pci 0000:00:01.0: [8086:7000] type 00, class 0x060100
      """),
    LogSample(
      "Laravel",
      """
      [2024-01-01 10:00:00] production.ERROR: Call to a member function id() on null {"userId":1}
      [stacktrace]
      #0 /app/Http/Kernel.php(141): handle()
      #1 {main}
      [2024-01-01 10:00:05] production.INFO: Job processed [] []
      """),
    LogSample(
      "uwsgi",
      """
      [pid: 88185|app: 0|req: 1/1] 127.0.0.1 () {34 vars in 500 bytes} [Sun Dec  4 04:47:44 2022] GET / => generated 12 bytes in 3 msecs (HTTP/1.1 200)
      [pid: 88185|app: 0|req: 2/2] 127.0.0.1 () {36 vars in 520 bytes} [Sun Dec  4 04:47:45 2022] GET /a => generated 7 bytes in 1 msecs (HTTP/1.1 404)
      [pid: 88186|app: 0|req: 1/3] 127.0.0.1 () {34 vars in 500 bytes} [Sun Dec  4 04:47:46 2022] POST /b => generated 0 bytes in 9 msecs (HTTP/1.1 500)
      """),
    LogSample(
      "logging of Python",
      """
      2024-01-01 10:00:00,123 - root - INFO - started
      2024-01-01 10:00:00,456 - app.db - WARNING - slow query
      2024-01-01 10:00:01,789 - app.http - ERROR - no route
      2024-01-01 10:00:02,001 - root - INFO - stopped
      """),
    LogSample(
      "syslog with semicolons",
      """
      Nov 24 08:00:01 host CRON[812]: (root) CMD (cd / && run-parts --report /etc/cron.hourly; true)
      Nov 24 08:00:02 host sshd[900]: Connection from 10.0.0.1; port 22
      Nov 24 08:00:03 host app: a; b
      Nov 24 08:00:04 host app: started; 3 workers
      Nov 24 08:00:05 host app: x; y; z
      """),
    LogSample("counts of uniq", "   47 a\n    3 b"),
    LogSample("text behind blank lines", "\n\n  first, of all\nsecond\n\nlast"),
    LogSample("one line in brackets", "[worker] ready"),
    LogSample("numbers in brackets", "[1] ready\n[2] ready\n[3] done, all of it"),
    LogSample("prose", "Dear all,\n\nnothing here, or there, is a table.\n\tYours, Ada"),
    LogSample("names with bars", "id|name\n1|a\n2|b\n3|c"),
    LogSample("names with semicolons", "id;name\n1;a\n2;b\n3;c"),
  ]

  /// Well-known logs.
  static let logs = [
    LogSample(
      "Hadoop",
      """
      2015-10-18 18:01:47,978 INFO [main] org.apache.hadoop.mapreduce.v2.app.MRAppMaster: Created MRAppMaster for application appattempt_1445144423722_0020_000001
      2015-10-18 18:01:48,963 INFO [main] org.apache.hadoop.mapreduce.v2.app.MRAppMaster: Executing with tokens:
      2015-10-18 18:01:48,963 INFO [main] org.apache.hadoop.mapreduce.v2.app.MRAppMaster: Kind: YARN_AM_RM_TOKEN, Service: , Ident: (appAttemptId { application_id { id: 20 } attemptId: 1 } keyId: 176)
      2015-10-18 18:01:51,042 WARN [main] org.apache.hadoop.conf.Configuration: job.xml:an attempt to override final parameter: mapreduce.job.end;  Ignoring.
      2015-10-18 18:01:53,447 ERROR [RMCommunicator Allocator] org.apache.hadoop.mapreduce.v2.app.rm.RMContainerAllocator: ERROR IN CONTACTING RM.
      """),
    LogSample(
      "HDFS",
      """
      081109 203615 148 INFO dfs.DataNode$PacketResponder: PacketResponder 1 for block blk_38865049064139660 terminating
      081109 203807 222 INFO dfs.DataNode$PacketResponder: PacketResponder 0 for block blk_-6952295868487656571 terminating
      081109 204005 35 INFO dfs.FSNamesystem: BLOCK* NameSystem.addStoredBlock: blockMap updated: 10.251.73.220:50010 is added to blk_7128370237687728475 size 67108864
      081109 204106 329 INFO dfs.DataNode$PacketResponder: Received block blk_-3208483482800741142 of size 67108864 from /10.251.203.80
      """),
    LogSample(
      "Spark",
      """
      17/06/09 20:10:40 INFO executor.CoarseGrainedExecutorBackend: Registered signal handlers for [TERM, HUP, INT]
      17/06/09 20:10:40 INFO spark.SecurityManager: Changing view acls to: yarn,curi
      17/06/09 20:10:40 INFO spark.SecurityManager: Changing modify acls to: yarn,curi
      17/06/09 20:10:41 INFO slf4j.Slf4jLogger: Slf4jLogger started
      17/06/09 20:10:41 INFO Remoting: Starting remoting
      """),
    LogSample(
      "Zookeeper",
      """
      2015-07-29 17:41:44,747 - INFO  [QuorumPeer[myid=1]/0:0:0:0:0:0:0:0:2181:FastLeaderElection@774] - Notification time out: 3200
      2015-07-29 19:04:12,394 - INFO  [/10.10.34.11:3888:QuorumCnxManager$Listener@493] - Received connection request /10.10.34.11:45307
      2015-07-29 19:04:29,071 - WARN  [SendWorker:188978561024:QuorumCnxManager$SendWorker@688] - Send worker leaving thread
      2015-07-29 19:13:17,524 - WARN  [RecvWorker:188978561024:QuorumCnxManager$RecvWorker@762] - Connection broken for id 188978561024, my id = 1, error =
      """),
    LogSample(
      "OpenSSH",
      """
      Dec 10 06:55:46 LabSZ sshd[24200]: reverse mapping checking getaddrinfo for ns.marryaldkfaczcz.com [173.234.31.186] failed - POSSIBLE BREAK-IN ATTEMPT!
      Dec 10 06:55:46 LabSZ sshd[24200]: Invalid user webmaster from 173.234.31.186
      Dec 10 06:55:46 LabSZ sshd[24200]: input_userauth_request: invalid user webmaster [preauth]
      Dec 10 06:55:46 LabSZ sshd[24200]: pam_unix(sshd:auth): check pass; user unknown
      Dec 10 06:55:48 LabSZ sshd[24200]: Failed password for invalid user webmaster from 173.234.31.186 port 38926 ssh2
      """),
    LogSample(
      "Linux",
      """
      Jun 14 15:16:01 combo sshd(pam_unix)[19939]: authentication failure; logname= uid=0 euid=0 tty=NODEVssh ruser= rhost=218.188.2.4
      Jun 14 15:16:02 combo sshd(pam_unix)[19937]: check pass; user unknown
      Jun 15 02:04:59 combo sshd(pam_unix)[20882]: authentication failure; logname= uid=0 euid=0 tty=NODEVssh ruser= rhost=220-135-151-1.hinet-ip.hinet.net  user=root
      Jun 15 04:06:18 combo su(pam_unix)[21416]: session opened for user cyrus by (uid=0)
      Jun 15 04:06:20 combo logrotate: ALERT exited abnormally with [1]
      """),
    LogSample(
      "macOS",
      """
      Jul  1 09:00:55 calvisitor-10-105-160-95 kernel[0]: IOThunderboltSwitch<0>(0x0)::listenerCallback - Thunderbolt HPD packet for route = 0x0 port = 11 unplug = 0
      Jul  1 09:01:05 calvisitor-10-105-160-95 com.apple.CDScheduler[43]: Thermal pressure state: 1 Memory pressure state: 0
      Jul  1 09:01:06 calvisitor-10-105-160-95 QQ[10018]: FA||Url||taskID[2019352994] dealloc
      Jul  1 09:02:26 calvisitor-10-105-160-95 kernel[0]: ARPT: 620701.011328: AirPort_Brcm43xx::syncPowerState: WWEN[enabled]
      Jul  1 09:03:11 calvisitor-10-105-160-95 mDNSResponder[91]: mDNS_DeregisterInterface: Frequent transitions for interface awdl0 (FE80:0:0:0:D8A5:90FF:FEF5:7FFF)
      """),
    LogSample(
      "Android",
      """
      03-17 16:13:38.811  1702  2395 D WindowManager: printFreezingDisplayLogsopening app wtoken = AppWindowToken{9f4ef63 token=Token{a64f992 ActivityRecord{de9231d u0 com.tencent.qt.qtl/.activity.info.NewsDetailXmlActivity t761}}}, allDrawn= false, startingDisplayed =  false
      03-17 16:13:38.819  1702  8671 D PowerManagerService: acquire lock=233570404, flags=0x1, tag="View Lock", name=com.android.systemui, ws=null, uid=10037, pid=2227
      03-17 16:13:38.820  1702  8671 D PowerManagerService: ready=true,policy=3,wakefulness=1,wksummary=0x23,uasummary=0x1,bootcompleted=true
      03-17 16:13:38.839  1702  2113 V WindowManager: Skipping AppWindowToken{df0798e token=Token{78af589 ActivityRecord{3b04890 u0 com.tencent.qt.qtl/com.tencent.video.player.activity.PlayerActivity t761}}} -- going to hide
      """),
    LogSample(
      "Apache error",
      """
      [Sun Dec 04 04:47:44 2005] [notice] workerEnv.init() ok /etc/httpd/conf/workers2.properties
      [Sun Dec 04 04:47:44 2005] [error] mod_jk child workerEnv in error state 6
      [Sun Dec 04 04:51:08 2005] [notice] jk2_init() Found child 6725 in scoreboard slot 10
      [Sun Dec 04 05:15:09 2005] [error] [client 222.166.160.184] Directory index forbidden by rule: /var/www/html/
      [Sun Dec 04 06:01:21 2005] [notice] jk2_init() Found child 32348 in scoreboard slot 9
      """),
    LogSample(
      "OpenStack",
      """
      nova-api.log.1.2017-05-16_13:53:08 2017-05-16 00:00:00.008 25746 INFO nova.osapi_compute.wsgi.server [req-38101a0b-2096-447d-96ea-a692162415ae 113d3a99c3da401fbd62cc2caa5b96d2 54fadb412c4e40cdbaed9335e4c35a9e - - -] 10.11.10.1 "GET /v2/servers/detail HTTP/1.1" status: 200 len: 1893 time: 0.2477829
      nova-compute.log.1.2017-05-16_13:55:31 2017-05-16 00:00:04.500 2931 INFO nova.compute.manager [req-3ea4052c-895d-4b64-9e2d-04d64c4d94ab - - - - -] [instance: b9000564-fe1a-409b-b8cc-1e88b294cd1d] VM Started (Lifecycle Event)
      nova-compute.log.1.2017-05-16_13:55:31 2017-05-16 00:00:04.692 2931 WARNING nova.virt.libvirt.imagecache [req-addc1839-2ed5-4778-b57e-5854eb7b8b09 - - - - -] Unknown base file: /var/lib/nova/instances/_base/a489c868f0c37da93b76227c91bb03908ac0e742
      nova-compute.log.1.2017-05-16_13:55:31 2017-05-16 00:00:05.185 2931 INFO nova.virt.libvirt.imagecache [req-addc1839-2ed5-4778-b57e-5854eb7b8b09 - - - - -] Active base files: /var/lib/nova/instances/_base/a489c868f0c37da93b76227c91bb03908ac0e742
      """),
    LogSample(
      "Windows CBS",
      """
      2016-09-28 04:30:30, Info                  CBS    Loaded Servicing Stack v6.1.7601.23505 with Core: C:\\Windows\\winsxs\\cbscore.dll
      2016-09-28 04:30:31, Info                  CSI    00000001@2016/9/27:20:30:31.455 WcpInitialize (wcp.dll version 0.0.0.6) called (stack @0x7fed806eb5d @0x7fef9fb9b6d)
      2016-09-28 04:30:31, Info                  CBS    Ending TrustedInstaller initialization.
      2016-09-28 04:30:31, Info                  CBS    Starting the TrustedInstaller main loop.
      2016-09-28 04:30:31, Info                  CBS    TrustedInstaller service starts successfully.
      """),
    LogSample(
      "BGL",
      """
      - 1117838570 2005.06.03 R02-M1-N0-C:J12-U11 2005-06-03-15.42.50.363779 R02-M1-N0-C:J12-U11 RAS KERNEL INFO instruction cache parity error corrected
      - 1117838570 2005.06.03 R02-M1-N0-C:J12-U11 2005-06-03-15.42.50.527847 R02-M1-N0-C:J12-U11 RAS KERNEL INFO instruction cache parity error corrected
      APPREAD 1117869872 2005.06.04 R04-M1-N4-I:J18-U11 2005-06-04-00.24.32.432192 R04-M1-N4-I:J18-U11 RAS APP FATAL ciod: failed to read message prefix on control stream
      - 1117955341 2005.06.05 R20-M1-N8-C:J17-U11 2005-06-05-00.09.01.903373 R20-M1-N8-C:J17-U11 RAS KERNEL INFO 141 double-hummer alignment exceptions
      """),
    LogSample(
      "HPC",
      """
      134681 node-246 unix.hw state_change.unavailable 1077804742 1 Component State Change: Component \\042alt0\\042 is in the unavailable state (HWID=1973)
      350766 node-109 unix.hw state_change.unavailable 1084680778 1 Component State Change: Component \\042alt0\\042 is in the unavailable state (HWID=3180)
      460903 node-230 unix.hw net.niff.up 1072118941 1 NIFF: node node-230 detected an available network connection on network 5.5.224.0 via interface alt0
      391702 node-26 action start 1074119817 1 clusterAddMember  (command 1902)
      """),
    LogSample(
      "Proxifier",
      """
      [10.30 16:49:06] chrome.exe - proxy.cse.cuhk.edu.hk:5070 open through proxy proxy.cse.cuhk.edu.hk:5070 HTTPS
      [10.30 16:49:06] chrome.exe - proxy.cse.cuhk.edu.hk:5070 close, 0 bytes sent, 0 bytes received, lifetime 00:01
      [10.30 16:49:07] chrome.exe - proxy.cse.cuhk.edu.hk:5070 close, 403 bytes sent, 426 bytes received, lifetime <1 sec
      [10.30 16:49:08] chrome.exe *64 - proxy.cse.cuhk.edu.hk:5070 open through proxy proxy.cse.cuhk.edu.hk:5070 HTTPS
      """),
    LogSample(
      "HealthApp",
      """
      20171223-22:15:29:606|Step_LSC|30002312|onStandStepChanged 3579
      20171223-22:15:29:615|Step_LSC|30002312|onExtend:1514038530000 14 0 4
      20171223-22:15:29:633|Step_StandReportReceiver|30002312|onReceive action: android.intent.action.SCREEN_ON
      20171223-22:15:29:635|Step_LSC|30002312|processHandleBroadcastAction action:android.intent.action.SCREEN_ON
      20171223-22:15:29:737|Step_SPUtils|30002312| getTodayTotalDetailSteps = 1514038440000##6993##548365##8661##12266##27164404
      """),
    LogSample(
      "Thunderbird",
      """
      - 1131566461 2005.11.09 dn228 Nov 9 12:01:01 dn228/dn228 crond(pam_unix)[2915]: session closed for user root
      - 1131566461 2005.11.09 dn228 Nov 9 12:01:01 dn228/dn228 crond(pam_unix)[2915]: session opened for user root by (uid=0)
      - 1131566461 2005.11.09 dn261 Nov 9 12:01:01 dn261/dn261 crond[2908]: (root) CMD (run-parts /etc/cron.hourly)
      - 1131566473 2005.11.09 tbird-admin1 Nov 9 12:01:13 local@tbird-admin1 /apps/x86_64/system/ganglia-3.0.1/sbin/gmetad[1682]: data_thread() got not answer from any [Thunderbird_A5] datasource
      """),
  ]

  static var all: [LogSample] { defects + logs }
}
