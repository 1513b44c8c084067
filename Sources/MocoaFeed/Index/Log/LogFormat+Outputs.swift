// The known forms of the lines of files and commands that are no logs. Each pattern has a line that
// it reads; the tests read all of them.

extension LogFormat {
  /// The forms of files and commands each line of which is a record, unless it is a text.
  static let lineEntries: [Entry] = [
    (
      "passwd",
      [
        "(?<name>\(account)):(?<password>[^:]*):(?<uid>[0-9]+):(?<gid>[0-9]+):"
          + "(?<comment>[^:]*):(?<home>/[^:]*):(?<shell>(?:/[A-Za-z0-9_./+-]+)?)":
          "ada:x:1000:1000:Ada Lovelace,,,:/home/ada:/bin/bash"
      ]
    ),
    (
      "group",
      [
        "(?<name>\(account)):(?<password>[x*!]{0,2}):(?<gid>[0-9]+):"
          + "(?<members>(?:\(account)(?:,\(account))*)?)":
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
        #"(?<size>\d+|\d+(?:\.\d)?[KMGTPEZY])\t(?<path>\.{0,2}/[^\t]*|\.{1,2})"#:
          "48\t./src/a b",
        #"(?<size>\d+(?:\.\d)?[KMGTPEZY])\t(?<path>[^\t]+)"#: "4.0K\tsrc",
      ]
    ),
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
        // `grep -n` has numbers in front of the sources.
        #"(?!\d+:)(?<source>\S+) on (?<target>/\S*) type (?<type>\S+) \((?<options>\S+)\)"#:
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
        "\(commit) ({refs})\n\(author): {time}": "\(sample) (main)\n\(authorSample)\(date)",
        "\(commit)\n\(author): {time}": "\(sample)\n\(authorSample)\(date)",
        "\(commit) ({refs})\n\(merge)\n\(author): {time}":
          "\(sample) (main)\n\(mergeSample)\n\(authorSample)\(date)",
        "\(commit)\n\(merge)\n\(author): {time}":
          "\(sample)\n\(mergeSample)\n\(authorSample)\(date)",
        // `--date=unix`.
        "\(commit) ({refs})\n\(author): {time:epoch}":
          "\(sample) (main)\n\(authorSample)1796465472",
        "\(commit)\n\(author): {time:epoch}": "\(sample)\n\(authorSample)1796465472",
        "\(commit) ({refs})\n\(merge)\n\(author): {time:epoch}":
          "\(sample) (main)\n\(mergeSample)\n\(authorSample)1796465472",
        "\(commit)\n\(merge)\n\(author): {time:epoch}":
          "\(sample)\n\(mergeSample)\n\(authorSample)1796465472",
        // `--date=relative` and others.
        "\(commit) ({refs})\n\(author): {date:text}":
          "\(sample) (main)\n\(authorSample)3 days ago",
        "\(commit)\n\(author): {date:text}": "\(sample)\n\(authorSample)3 days ago",
        "\(commit) ({refs})\n\(merge)\n\(author): {date:text}":
          "\(sample) (main)\n\(mergeSample)\n\(authorSample)3 days ago",
        "\(commit)\n\(merge)\n\(author): {date:text}":
          "\(sample)\n\(mergeSample)\n\(authorSample)3 days ago",
        "\(commit) ({refs})\n\(nameless): {time}": "\(sample) (main)\n\(namelessSample)\(date)",
        "\(commit)\n\(nameless): {time}": "\(sample)\n\(namelessSample)\(date)",
        "\(commit) ({refs})\n\(merge)\n\(nameless): {time}":
          "\(sample) (main)\n\(mergeSample)\n\(namelessSample)\(date)",
        "\(commit)\n\(merge)\n\(nameless): {time}":
          "\(sample)\n\(mergeSample)\n\(namelessSample)\(date)",
      ]
    ),
    (
      places,
      [
        "{file:file}:{line:number}:{column:number}: {level:fatal error|error|warning|note}: "
          + "{message}":
          "src/a.c:12:5: warning: unused variable 'x': y",
        "{file:file}:{line:number}: {level:error|warning|note}: {message}":
          "a.py:12: error: no: x",
        "{file:file}:{line:number}:{column:number}: {message}": "a.py:12:5: E302 expected: x",
        // `rg --vimgrep` has columns there, which may be parts of the line.
        #"(?<file>[-\w./+@~]+\.(?:"# + extensions + #")):(?<line>\d+):(?!\d+:)(?<message>.*)"#:
          "./a.swift:12:let x = 5",
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

  /// The name of the format of messages and matches with places in files in front.
  static let places = "places in files"

  private static let extensions =
    LogPattern.Match.extensions.sorted().joined(separator: "|")

  /// The lines of a commit up to the time, also those of `--format=fuller`; an author may have no
  /// name.
  private static let commit = "commit {commit:word}"
  private static let merge = "Merge: {parents:text}"
  private static let author = "Author: {author:longest} <{email}>\n{_:AuthorDate|Date}"
  private static let nameless = "Author: <{email}>\n{_:AuthorDate|Date}"

  private static let sample = "commit 8843d7f92416211de9ebb963ff4ce28125932878"
  private static let mergeSample = "Merge: 8843d7f 92416211"
  private static let authorSample = "Author: Ada B <a@b.org>\nDate:   "
  private static let namelessSample = "Author:  <a@b.org>\nDate:   "
  private static let date = "Tue Nov 24 10:11:12 2026 +0100"

  /// The name of a user or a group.
  private static let account = #"(?:Debian-)?[a-z_][a-z0-9_-]*\$?"#

  /// The architectures of Debian.
  private static let architectures = "amd64|arm64|armhf|armel|i386|ppc64el|riscv64|s390x|mips64el"
}
