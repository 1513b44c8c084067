/// Outputs of commands that `jc` converts to JSON, each by a parser of its own.
enum KnownOutput {
  /// The starts of lines, with one blank between words, and the names of the parsers.
  private static let starts: KeyValuePairs<String, String> = [
    "USER PID %CPU": "ps", "PID TTY": "ps", "UID PID PPID": "ps", "F S UID PID": "ps",
    "F UID PID PPID": "ps", "Filesystem ": "df", "total used free": "free",
    "COMMAND PID": "lsof", "NAME MAJ:MIN": "lsblk", "Module Size Used": "lsmod",
    "Active Internet connections": "netstat", "Proto Recv-Q": "netstat", "Netid State": "ss",
    "State Recv-Q": "ss", "Destination Gateway Genmask": "route",
    "Kernel IP routing table": "route", "procs -": "vmstat", "avg-cpu:": "iostat",
    "Address HWtype": "arp", "UNIT LOAD ACTIVE": "systemctl", "USER TTY FROM": "w",
    "USER TTY LOGIN@": "w", "Chain INPUT (policy": "iptables", "; <<>> DiG": "dig",
    "PING ": "ping", "traceroute to ": "traceroute", "# dmidecode": "dmidecode",
    "Desired=Unknown/Install": "dpkg-l", "top - ": "top", "Bus 001 Device": "lsusb",
    "Local time: ": "timedatectl", "uid=": "id", "File: ": "stat",
  ]

  /// The number of lines among which the start must be: `free` and `w` have others in front.
  private static let sampleSize = 3

  /// Returns the name of the parser for the output that begins with some bytes; nil for none.
  static func parser(of sample: UnsafeRawBufferPointer) -> String? {
    let lines = sample.split(separator: 0x0A, maxSplits: sampleSize).prefix(sampleSize)
    let texts = lines.map { line in
      String(decoding: line.prefix(200), as: UTF8.self)
        .split(whereSeparator: \.isWhitespace).joined(separator: " ") + " "
    }
    return starts.first { start, _ in texts.contains { $0.hasPrefix(start) } }?.value
  }
}
