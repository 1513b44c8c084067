// The known forms of the lines of files and commands that are no logs. Each pattern has a line that
// it reads; the tests read all of them.

extension LogFormat {
  /// The forms of files and commands each line of which is a record, unless it is a text.
  static let lineEntries: [Entry] = [
    (
      "passwd",
      [
        #"(?<name>[^:]+):(?<password>[^:]*):(?<uid>\d+):(?<gid>\d+):(?<comment>[^:]*):"#
          + #"(?<home>/[^:]*):(?<shell>(?:/[^:]*)?)"#:
          "ada:x:1000:1000:Ada Lovelace,,,:/home/ada:/bin/bash"
      ]
    ),
    (
      "group",
      [
        #"(?<name>[^:]+):(?<password>[x*!]{0,2}):(?<gid>\d+):(?<members>[^:]*)"#:
          "audio:x:29:ada,bob"
      ]
    ),
    (
      "/proc/meminfo",
      [
        #"(?<name>[A-Za-z][\w()]*): +(?<kB>\d+) kB"#: "MemTotal:       16316412 kB",
        #"(?<name>HugePages_\w+): +(?<value>\d+)"#: "HugePages_Total:       0",
      ]
    ),
    (
      "checksums",
      [
        "(?<hash>(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{56}|[0-9a-f]{64}|[0-9a-f]{96}"
          + "|[0-9a-f]{128})) [ *](?<name>.+)":
          "d41d8cd98f00b204e9800998ecf8427e  a b.txt",
        #"(?<algorithm>MD5|SHA\d+|BLAKE2b) \((?<name>.+)\) = (?<hash>[0-9a-f]+)"#:
          "MD5 (a.txt) = d41d8cd98f00b204e9800998ecf8427e",
      ]
    ),
    (
      "du",
      [
        #"(?<size>\d+(?:\.\d+)?[KMGTPEZY]?)\t(?<path>\.{0,2}/.*|\.{1,2})"#: "48\t./src/a b",
        #"(?<size>\d+(?:\.\d+)?[KMGTPEZY])\t(?<path>.+)"#: "4.0K\tsrc",
      ]
    ),
    // The numbers end in the same column, as may those of `wc`.
    ("uniq -c", [#"(?=[ \d]{7} ) *(?<count>\d+) (?! *\d+ +\d+ )(?<line>.*)"#: "     12 a line"]),
    (
      "who",
      [
        #"(?<user>\S+) +(?<tty>pts/\d+|tty\w+|console|:\d\S*) +"#
          + #"(?<time>\d{4}-\d\d-\d\d \d\d:\d\d)(?: +\((?<host>[^)]+)\))?"#:
          "ada      pts/0        2026-11-24 10:11 (10.0.0.1)"
      ]
    ),
    (
      "dpkg -l",
      [
        #"(?<status>[uihrp][ncHUFWti]R?) +(?<name>\S+) +(?<version>\S+) +"#
          + "(?<architecture>all|<none>|\(architectures)) +(?<description>.*)":
          "ii  zlib1g:amd64   1:1.3-1   amd64        compression library"
      ]
    ),
    (
      "apt list",
      [
        "{name:word}/{suite:word} {version:word} {architecture:all|\(architectures)} [{status}]":
          "zlib1g/stable,now 1:1.3-1 amd64 [installed,automatic]",
        "{name:word}/{suite:word} {version:word} {architecture:all|\(architectures)}":
          "adduser/stable 3.134 all",
      ]
    ),
    (
      "mount",
      [
        "{source:word} on {target:word} type {type:word} ({options})":
          "/dev/sda1 on / type ext4 (rw,relatime)"
      ]
    ),
    (
      "morgan",
      [
        "{method:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS} {path:word} {status:status} "
          + "{milliseconds:number} ms - {bytes:value}":
          "GET /x?y 200 5.123 ms - 12"
      ]
    ),
  ]

  /// The forms of outputs with records of several lines.
  static let outputEntries: [Entry] = [
    (
      "git log",
      [
        "commit {commit:word} ({refs})\nAuthor: {author:longest} <{email}>":
          "commit 8843d7f92416211de9ebb963ff4ce28125932878 (HEAD -> main)\nAuthor: Ada B <a@b.org>",
        "commit {commit:word}\nAuthor: {author:longest} <{email}>":
          "commit 8843d7f92416211de9ebb963ff4ce28125932878\nAuthor: Ada B <a@b.org>",
        "commit {commit:word} ({refs})\nMerge: {parents:text}":
          "commit 8843d7f92416211de9ebb963ff4ce28125932878 (HEAD -> main)\nMerge: 8843d7f 92416211",
        "commit {commit:word}\nMerge: {parents:text}":
          "commit 8843d7f92416211de9ebb963ff4ce28125932878\nMerge: 8843d7f 92416211",
      ]
    ),
    (
      "places in files",
      [
        "{file:file}:{line:number}:{column:number}: {level:fatal error|error|warning|note}: "
          + "{message}":
          "src/a.c:12:5: warning: unused variable 'x': y",
        "{file:file}:{line:number}: {level:error|warning|note}: {message}":
          "a.py:12: error: no: x",
        "{file:file}:{line:number}:{column:number}: {message}": "a.py:12:5: E302 expected: x",
        "{file:file}:{line:number}:{message}": "./a.swift:12:let x = 5",
        "{file:file}: {message}": "a.c: In function 'main':",
      ]
    ),
    (
      "npm",
      [
        "{number:number} {level:error|warn|notice|http|info|verbose|silly|timing} {message}":
          "12 verbose cli /usr/bin/node: x"
      ]
    ),
    (
      "JVM",
      [
        "[{uptime:number}s][{level}][{tags}] {message}":
          "[0.012s][info   ][gc,start] Pause Young: x"
      ]
    ),
  ]

  /// The architectures of Debian.
  private static let architectures = "amd64|arm64|armhf|armel|i386|ppc64el|riscv64|s390x|mips64el"
}
