import MocoaTestSupport
import Testing

/// Names and values of options as they are first typed.
@Suite struct FirstGuessTests {
  private static let pods = """
    {"kind":"a","status":{"phase":"Failed","rank":2},"at":"2026-11-29T10:00:00"}
    {"kind":"b","status":{"phase":"Running","rank":1},"at":"2026-11-29T12:00:00"}

    """

  private func printed(
    _ arguments: [String], _ input: String = pods
  ) async throws -> (output: String, error: String) {
    let result = try await run(builtProgram("mocoa-tui"), arguments, input: Array(input.utf8))
    return (result.outputText, result.errorText)
  }

  @Test(
    "41: a short name is resolved in all members of the first rows",
    arguments: [
      (["--json", "-s", "rank", "-c", "kind"], "{\"kind\":\"b\"}\n{\"kind\":\"a\"}\n"),
      (["--json", "-srank", "-ckind"], "{\"kind\":\"b\"}\n{\"kind\":\"a\"}\n"),
      (["--json", "-s-phase", "-c=kind"], "{\"kind\":\"b\"}\n{\"kind\":\"a\"}\n"),
      (["--csv", "--group-by", "phase"], "phase,count\r\nFailed,1\r\nRunning,1\r\n"),
    ])
  func shortNames(arguments: [String], output: String) async throws {
    // The name of a derived member is no short name, and neither is one of two members.
    let result = try await printed(arguments)
    #expect(result.output == output && result.error == "", "\(result)")
    let row = #"{"a":{"x":1},"b":{"x":2},"c":{"y":1}}"# + "\n"
    let two = row + row
    #expect(
      try await printed(["--json", "-s", "x"], two).error.contains("no row has a member 'x'"))
    let derived = try await printed(["--json", "--derive", "y = missing", "-f", "!y"], two)
    #expect(derived.error.contains("no row has a member 'missing'"), "\(derived)")
  }

  @Test(
    "36: the name of a list in front of a position may be short, too",
    arguments: [
      (["-c", "tags[0].n"], "{\"tags[0].n\":1}\n{\"tags[0].n\":2}\n"),
      (["--derive", "t = tags[0].n * 2", "-c", "t"], "{\"t\":2}\n{\"t\":4}\n"),
      (["-f", "tags[0].n > 1", "-c", "tags[1]"], "{\"tags[1]\":5}\n"),
    ])
  func shortNamesOfLists(arguments: [String], output: String) async throws {
    let rows = #"{"m":{"tags":[{"n":1}]}}"# + "\n" + #"{"m":{"tags":[{"n":2},5]}}"# + "\n"
    let result = try await printed(["--json"] + arguments, rows)
    #expect(result.output == output && result.error == "", "\(result)")
    #expect(try await printed(["-f", ".tags[0] == 1"], rows).error.contains("no row has a member"))
  }

  @Test(
    "41: unknown options are answered with those that are meant",
    arguments: [
      ("--refresh", "'--watch'"), ("--dark", "'--theme dark'"), ("--md", "'--markdown'"),
      ("--reverse", "'--sort -member'"), ("--colums", "'--columns'"), ("--cvs", "'--csv'"),
      ("-filter", "'--filter'"), ("--median", "'--agg 'median(x)''"),
      ("--p75", "'--agg 'p75(x)''"), ("--avg", "'--agg 'avg(x)''"),
      ("--count-distinct", "'--agg 'unique(x)''"), ("--pin", nil), ("--xy", nil),
      ("--hyde", nil), ("-z", nil),
    ])
  func unknownOptions(word: String, option: String?) async throws {
    let error = try await printed([word, "x"]).error
    let hint =
      option.map { ". Did you mean \($0)?\n" } ?? "; mocoa-tui --help all lists the options\n"
    #expect(error == "mocoa-tui: Unknown option '\(word)'\(hint)")
  }

  @Test(
    "41: values are taken as they are written elsewhere, or answered with what is meant",
    arguments: [
      (["--at", ".items"], nil), (["--at", "$.items"], nil), (["--at", "items"], nil),
      (["--at", ".items[]"], nil), (["--at", "items[*]"], nil), (["--at", "/a~2"], ".data.items"),
      (["--sort", "s:desc"], "; -s sorts by 's' in descending order"),
      (["--format", "cvs"], "'--format <format>'; did you mean 'csv'?:"),
      (["--format", "json"], "; --json prints rows so: "),
      (["--theme", "solarised-dark"], "; did you mean"),
      (["--watch", "2x"], "or a duration such as 2m, not '2x'"),
      (["--id", "nosuch"], "--id: no row has a member 'nosuch'; there are: n, s"),
      (["--id", "x"], nil),
      (["--unnest", "nosuch"], "--unnest: no row has a member 'nosuch'; there are: n, s"),
      (["--tz", "Nowhere"], "such as Europe/Berlin, not 'Nowhere'"),
    ])
  func values(arguments: [String], error: String?) async throws {
    let rows = #"{"items":[{"n":1,"s":{"x":1}},{"n":2,"s":{"x":2}}]}"#
    let file = try TemporaryFile(rows)
    let result = try await printed(["--json", "-c", "n", file.path] + arguments)
    if let error {
      #expect(result.output == "" && result.error.contains(error), "\(result)")
    } else {
      #expect(result.output == "{\"n\":1}\n{\"n\":2}\n" && result.error == "", "\(result)")
    }
  }

  @Test(
    "41: what is no name of a column is answered with what is meant",
    arguments: [
      ("*", "; --all-columns prints all; there are: n, eur"),
      ("!eur", "; --columns names those that are printed, and leaves out the others"),
      ("upper(n)", "; --derive 'x = upper(n)' --columns x computes one"),
      ("nosuch", "; --derive 'nosuch = …' computes one; there are: n, eur"),
    ])
  func columns(name: String, hint: String) async throws {
    let result = try await printed(["--csv", "-c", name], "{\"n\":\"a\",\"eur\":1}\n")
    #expect(result.error.contains("no row has a member '\(name)'\(hint)"), "\(result.error)")
  }

  @Test("41: --unnest and --children of unknown members are wrong usage")
  func unknownMembersAreWrongUsage() async throws {
    let file = try TemporaryFile("{\"n\":1}\n{\"n\":2}\n")
    for option in ["--unnest", "--children"] {
      let result = try await run(
        builtProgram("mocoa-tui"), ["--json", option, "nosuch", file.path])
      #expect(result.status == .exited(2) && result.errorText.contains("there are: n"))
    }
  }

  // --count printed no number.
  @Test(
    "41: rows of a truncated array are printed, and the fault said, in each way",
    arguments: [
      (["--count"], "2\n"), (["--json"], "{\"a\":1}\n{\"a\":2}\n"),
      (["--csv", "--agg", "sum(a)"], "sum(a)\r\n3\r\n"),
    ])
  func truncatedArrays(way: [String], output: String) async throws {
    let file = try TemporaryFile(#"[{"a":1},{"a":2}"#)
    let result = try await run(builtProgram("mocoa-tui"), way + [file.path])
    #expect(result.outputText == output && result.status == .exited(1))
    #expect(result.errorText.contains("the text ends in the middle of the document"))
  }

  @Test("41: hints on groups name their columns; on aggregates, the nearest function")
  func groups() async throws {
    let sorted = try await printed(["--csv", "--group-by", "kind", "-s", "-n"])
    #expect(
      sorted.error == "mocoa-tui: --sort: no row has a member 'n'; there are: kind, count\n",
      "\(sorted)")
    for (text, hint) in [
      ("average(rank)", "; did you mean 'mean'?"), ("distinct(kind)", "; did you mean 'unique'?"),
      ("sum(rank) as t", "; a name is in front: t = sum(rank)"), ("summ(rank)", "'sum'?"),
    ] {
      let result = try await printed(["--csv", "--agg", text])
      #expect(result.error.contains(hint), "\(result.error)")
    }
  }

  @Test(
    "41: what a name probably means is said where no row has it",
    arguments: [
      (
        ["--csv", "--group-by", "kind", "--agg", "n = count()", "-f", "n > 1"], "",
        "at; --group-filter filters the groups"
      ),
      (
        ["--json", "-f", "time > now - 1h"], "[    0.000000] Linux 6.1\n[    0.250000] x: up\n",
        "'uptime' is the time since the start; dmesg -T prints times"
      ),
      (["--json", "--having", "n > 1"], "", "Did you mean '--group-filter'?"),
      (["-o", "rows.yaml"], "", ".csv, .tsv, .json, .jsonl, .md, .html, .txt or .log, or add one"),
    ])
  func missingNames(arguments: [String], input: String, error: String) async throws {
    let result = try await printed(arguments, input.isEmpty ? Self.pods : input)
    #expect(
      result.error.contains(error) && ["", "kind,n\r\n"].contains(result.output), "\(result)")
  }

  @Test(
    "41: numbers of a unit that are compared with a duration are said to be seconds",
    arguments: [
      ("ms > 500ms", "ms * 1ms"), ("took_us > 5s", "took_us * 1us"), ("time_s > 5s", nil),
    ])
  func units(filter: String, hint: String?) async throws {
    let row = #"{"ms":120,"took_us":7,"time_s":1}"#
    let result = try await printed(["--json", "-f", filter], row)
    #expect(
      result.error
        == (hint.map {
          "mocoa-tui: --filter: numbers are compared as seconds; \($0) has their unit\n"
        }
          ?? ""),
      "\(result)")
  }

  @Test("41: joins by a name of one side, and of several partners, say what to type")
  func joins() async throws {
    let users = try TemporaryFile("id,name\n1,ada\n1,bob\n", named: "users.csv")
    let orders = "{\"order\":7,\"user\":1}\n"
    let wrong = try await printed(["--json", "--join", "u = \(users.path) by user"], orders)
    #expect(
      wrong.error.contains("has a member 'user'; a member of another name is 'by user = MEMBER OF"),
      "\(wrong)")
    let other = try await printed(["--json", "--join", "u = \(users.path) by user = key"], orders)
    #expect(other.error.contains("has a member 'key'; there are: id, name"), "\(other)")
    let first = try await printed(["--json", "--join", "u = \(users.path) by user = id"], orders)
    #expect(first.error.contains("the first row of each key is joined; --join-all joins each"))
    #expect(first.output.contains("ada") && !first.output.contains("bob"))
  }

  @Test("41: --help explains options by their names and their parts")
  func helpOnOptions() async throws {
    let join = try await printed(["--help", "join"]).output
    #expect(join.contains("users.json by user_id = id'") && join.contains("--join-all"))
    #expect(!join.contains("--filter <"))
    let format = try await printed(["--help", "format"]).output
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(format.contains("members: an object whose members"))
    #expect(format.contains("yaml: documents of YAML"))
    let group = try await printed(["--help", "group"]).output
    #expect(group.contains("--group-by") && group.contains("--group-filter"))
    let sort = try await printed(["--help", "-s"]).output
    #expect(sort.contains("--sort") && !sort.contains("--select-1"), "\(sort)")
  }

  @Test("39: --help bind has the option and the names of what keys do")
  func helpOnKeys() async throws {
    let help = try await printed(["--help", "bind"]).output
    #expect(help.contains("--bind <key=verb:text>") && help.contains("Move down"))
  }

  @Test(
    "41: a member of the elements of a list is answered with how it is read",
    arguments: [
      ["-f", "items.sku == 's2'"], ["-s", "items.sku"],
      ["-c", "items.sku"], ["--agg", "max(items.sku)"], ["--group-by", "items.sku"],
    ])
  func membersOfElements(arguments: [String]) async throws {
    let row = #"{"order":1,"sku":7,"items":[{"sku":"s1"},{"sku":"s2"}]}"#
    let rows = "\(row)\n\(row)\n"
    let result = try await printed(["--json"] + arguments, rows)
    #expect(
      result.error.contains(
        "no row has a member 'items.sku'; items is a list: --unnest items, or items[0].sku"),
      "\(result.error)")
    let found = try await printed(["--count", "-f", "items[0].sku == 's1'"], rows)
    #expect(found.output == "2\n" && found.error == "", "\(found)")
  }

  @Test("41: empty cells of a table are said to be texts where nothing is found")
  func emptyCells() async throws {
    let table = "name,note\nada,\nbob,\n"
    for filter in ["!note", "note == null", "name == \"ada\" and !note"] {
      let result = try await printed(["--csv", "--header-row", "yes", "-f", filter], table)
      #expect(
        result.error
          == "mocoa-tui: --filter: '\(filter)': note is \"\" in some rows, a text that is "
          + "neither missing nor null; note == \"\" finds it\n", "\(result)")
    }
  }

  @Test("41: sizes of two numbers are said to be sorted as texts")
  func pairsOfSizes() async throws {
    let rows = #"{"MemUsage":"95.4MiB / 7.6GiB"} {"MemUsage":"1.5GiB / 7.6GiB"}"#
    let result = try await printed(["--json", "-s", "-MemUsage"], rows)
    #expect(
      result.error
        == "mocoa-tui: --sort: MemUsage is sorted as text, as \"95.4MiB / 7.6GiB\" is not "
        + "read as a number\n", "\(result)")
  }

  @Test(
    "41: the zone of times without one is chosen",
    arguments: [
      ("Europe/Berlin", "a"), ("+01:00", "a"), ("+0100", "a"), ("UTC", "b"), ("local", ""),
      ("America/New_York", ""), ("-05", ""),
    ])
  func zones(name: String, found: String) async throws {
    // It is 09:30 in UTC, 10:30 in Berlin and 04:30 in New York.
    let filter = "at <= time(\"2026-11-29T09:30:00Z\") or at == time(\"2026-11-29T12:00:00Z\")"
    let result = try await run(
      "sh",
      [
        "-c", "TZ=America/New_York exec \"$0\" --json -c kind --tz \(name) -f '\(filter)'",
        builtProgram("mocoa-tui"),
      ], input: Array(Self.pods.utf8))
    #expect(
      result.outputText == found.map { "{\"kind\":\"\($0)\"}\n" }.joined()
        && result.errorText == "",
      "\(result)")
  }

  @Test("41: days are those of the zone")
  func daysOfZone() async throws {
    let rows = #"{"at":"2026-07-01T00:30:00","day":"2026-07-01","z":"2026-06-30T22:30:00Z"}"#
    let expressions = [
      "a = format(at, \"%F %H\")", "b = format(day, \"%F\")", "c = truncate(z, 1d) == time(day)",
      "d = at == z", "e = day == time(\"2026-06-30T22:00:00Z\")",
      "f = text(truncate(z, 1month))",
    ]
    let result = try await printed(
      ["--json", "--tz", "Europe/Berlin", "-c", "a,b,c,d,e,f"]
        + expressions.flatMap { ["--derive", $0] }, rows)
    #expect(
      result.output == #"{"a":"2026-07-01 00","b":"2026-07-01","c":true,"d":true,"e":true,"#
        + #""f":"2026-07-01T00:00:00+02:00"}"# + "\n", "\(result)")
  }

  // Two hours with the same clock were one of 120 minutes, and days had the date before.
  @Test("41: hours stay apart where the clock is put back, and results have the offset of the zone")
  func clockChanges() async throws {
    func groups(_ zone: String, _ interval: String, from start: Int, hours: Int) async throws
      -> String
    {
      let rows = (0..<hours * 2).map { "{\"t\":\(start + $0 * 1_800)}\n" }.joined()
      let result = try await printed(
        ["--csv", "--tz", zone, "--group-by", "h = truncate(time(t), \(interval))"], rows)
      #expect(result.error == "")
      return result.output.replacing("\r\n", with: " ")
    }
    let autumn = 1_729_987_200  // 2024-10-27T00:00:00Z
    #expect(
      try await groups("Europe/Berlin", "1h", from: autumn, hours: 3)
        == "h,count 2024-10-27T02:00:00+02:00,2 2024-10-27T02:00:00+01:00,2 "
        + "2024-10-27T03:00:00+01:00,2 ")
    #expect(
      try await groups("Europe/Berlin", "6h", from: autumn - 7_200, hours: 10)
        == "h,count 2024-10-27T00:00:00+02:00,6 2024-10-27T02:00:00+01:00,8 "
        + "2024-10-27T06:00:00+01:00,6 ")
    #expect(
      try await groups("Europe/Berlin", "1d", from: autumn - 10_800, hours: 30)
        == "h,count 2024-10-26T00:00:00+02:00,2 2024-10-27T00:00:00+02:00,50 "
        + "2024-10-28T00:00:00+01:00,8 ")
    // Half an hour is put back.
    #expect(
      try await groups("Australia/Lord_Howe", "1h", from: 1_712_412_000, hours: 3)
        == "h,count 2024-04-07T01:00:00+11:00,2 2024-04-07T01:30:00+10:30,1 "
        + "2024-04-07T02:00:00+10:30,2 2024-04-07T03:00:00+10:30,1 ")
    // There was no midnight.
    #expect(
      try await groups("America/Sao_Paulo", "1d", from: 1_541_300_400 - 3_600, hours: 2)
        == "h,count 2018-11-03T00:00:00-03:00,2 2018-11-04T01:00:00-02:00,2 ")
    #expect(
      try await groups("UTC", "1h", from: autumn, hours: 1) == "h,count 2024-10-27T00:00:00Z,2 ")
  }

  @Test(
    "41: a date alone that is compared with times is said to be its midnight, once",
    arguments: [["--count"], ["--json"], ["-s", "kind"], ["--group-by", "kind"]])
  func datesAlone(arguments: [String]) async throws {
    let note =
      "mocoa-tui: --filter: 'at == 2026-11-29': a date alone is its midnight; truncate(at, 1d) == "
      + "2026-11-29 compares days (2 rows are of it)\n"
    let result = try await printed(arguments + ["-f", "at == 2026-11-29"])
    #expect(result.error == note, "\(result)")
    let found = try await printed(["--count", "-f", "truncate(at, 1d) == 2026-11-29"])
    #expect(found.output == "2\n" && found.error == "", "\(found)")
    let today = try await printed(
      ["--count", "--derive", "t = now + 0s", "-f", "time(t) == today"])
    #expect(
      today.error.contains("today is a midnight; truncate(time(t), 1d) == today compares days"),
      "\(today)")
  }

  @Test(
    "41: times are taken as they are typed",
    arguments: [
      ("at > 2026-11-29T11", "b"), ("at > 2026-11-29 11:00", "b"), ("at < 2d ago", nil),
      ("at < 2 hours ago or kind == 'x'", nil), ("at <= 2026-11-29 and kind == 'a'", ""),
    ])
  func times(filter: String, found: String?) async throws {
    let result = try await printed(["--json", "-c", "kind", "-f", filter])
    #expect(!result.error.contains("^"), "\(result.error)")
    if let found {
      #expect(result.output == found.map { "{\"kind\":\"\($0)\"}\n" }.joined(), "\(result)")
    }
  }

  @Test(
    "41: times and choices of other languages are answered",
    arguments: [
      ("at > \"1 hour ago\"", "\"1 hour ago\" is a text; the time is now - 1h"),
      ("at > yesterday", "no row has a member 'yesterday'; it is today - 1d"),
      ("at > 19:00", "; now - 2h and today + 19h30m are times"),
      ("(kind ? 1 : 2) > 1", "unexpected '?'; a choice is if(condition, a, b)"),
    ])
  func hints(filter: String, hint: String) async throws {
    let result = try await printed(["--json", "-f", filter])
    #expect(result.error.contains(hint), "\(result.error)")
  }

  @Test("41: lines of which only some are JSON are text, and entries that end with NUL are named")
  func linesThatAreNoValues() async throws {
    for text in ["1\nabc\n", "true\nno\n12 x\n", "\"x\"\ny\n"] {
      let lines = try await printed(["--plain"], text)
      #expect(lines.output == text, "\(lines)")
    }
    #expect(try await printed(["--json"], "1\n2 3\n").output == "1\n2\n3\n")
    #expect(
      try await printed(["--plain"], "./one\u{0}./two\u{0}").error.contains(
        "has bytes 0 and no line ends; tr '\\0' '\\n' makes lines of such entries"))
  }

  @Test("34: a member with brackets in its name is read where only some columns are")
  func namesWithBrackets() async throws {
    let table = "id,tags[0],tags[1]\n1,5,6\n2,7,8\n"
    let derived = try await printed(
      ["--format", "csv", "--json", "--derive", "r = tags[0] + 1", "-c", "r"], table)
    #expect(derived.output == "{\"r\":6}\n{\"r\":8}\n", "\(derived)")
    let sum = try await printed(
      ["--format", "csv", "--json", "--agg", "s = sum(tags[0] + 1)"], table)
    #expect(sum.output == "{\"s\":14}\n", "\(sum)")
  }

  @Test("41: --sql without a source says that files are named")
  func queryWithoutSource() async throws {
    let query = "--json --sql \"select * from 'b.csv'\" </dev/null"
    let result = try await run("/bin/sh", ["-c", "\(builtProgram("mocoa-tui")) \(query)"])
    #expect(result.status == .exited(2))
    #expect(result.errorText.contains("--sql: name the files that are its tables"))
  }

  private static let users =
    String(repeating: #"{"user":{"id":1}}"# + "\n", count: 60)
    + #"{"id":7,"user":{"id":1}}"# + "\n" + #"{"id":8}"# + "\n"

  @Test(
    "36: a row's own member is read in place of that of a short name, which is reported",
    arguments: [
      (["-f", "id > 5", "--count"], "2\n"),
      (["--csv", "-c", "id", "-f", "id > 5"], "id\r\n7\r\n8\r\n"),
      (["--plain", "-c", "id", "-f", "id > 5"], "id\n 7\n 8\n"),
      (["--csv", "--group-by", "id"], "id,count\r\n1,60\r\n7,1\r\n8,1\r\n"),
      (["--json", "--derive", "z = id", "-f", "z > 5", "-c", "z"], "{\"z\":7}\n{\"z\":8}\n"),
      (["--json", "-s", "-id", "-c", "id", "--limit", "2"], "{\"id\":8}\n{\"id\":7}\n"),
      (["--csv", "--agg", "m = max(id)"], "m\r\n8\r\n"),
      (["--json", "--unique", "id", "-c", "id"], "{\"id\":1}\n{\"id\":7}\n{\"id\":8}\n"),
    ])
  func ownMembers(arguments: [String], output: String) async throws {
    let result = try await run(
      builtProgram("mocoa-tui"), arguments, input: Array(Self.users.utf8))
    #expect(result.outputText == output, "\(result.outputText)")
    #expect(result.status == .exited(0), "\(result.status)")
    #expect(
      result.errorText.contains("some rows have a member 'id' of their own"),
      "\(result.errorText)")
  }

  @Test(
    "36: a pointer, and a name behind a dot, are no short names",
    arguments: [".id", "/id", ".\"id\""])
  func exactNames(name: String) async throws {
    let users = try await printed(["-f", "\(name) > 5", "--count"], Self.users)
    #expect(users.output == "2\n" && users.error == "", "\(users)")
    let nested = String(repeating: #"{"a.b":5}"# + "\n", count: 60) + #"{"a":{"b":1}}"# + "\n"
    let pointer = try await printed(["--csv", "--agg", "m = max(/a/b)"], nested)
    #expect(pointer.output == "m\r\n1\r\n" && pointer.error == "", "\(pointer)")
    let dots = #"{".k":60,"k":1}"# + "\n"
    let derived = try await printed(["--json", "--derive", "z = ..k + 0", "-c", "z"], dots)
    #expect(derived.output == "{\"z\":60}\n", "\(derived)")
  }

  @Test("36: derived members are no short names of others, also where the first rows have none")
  func derivedNames() async throws {
    let rows =
      String(repeating: #"{"a":{"r":3},"x":0}"# + "\n", count: 60)
      + #"{"a":{"r":3},"x":2}"# + "\n"
    let result = try await printed(["--derive", "r = 10 / x", "-f", "r == 5", "--count"], rows)
    #expect(result.output == "1\n", "\(result)")
    let groups = try await printed(
      ["--csv", "--derive", "r = 10 / x", "-f", "x > 0", "--group-by", "r"], rows)
    #expect(groups.output == "r,count\r\n5,1\r\n", "\(groups)")
    // Its own expression reads the rows as they are without it.
    let pods = try await printed(
      ["--json", "--derive", "phase = upper(phase)", "-c", "phase", "-s", "phase"])
    #expect(pods.output == "{\"phase\":\"FAILED\"}\n{\"phase\":\"RUNNING\"}\n", "\(pods)")
  }

  @Test("36: keys of elements that some rows have under another name are reported")
  func ownKeys() async throws {
    let rows = "{\"o\":{\"a\":1}}\n{\"o\":{\"b\":2},\"key\":\"K\"}\n"
    let result = try await printed(["--json", "--unnest", "o"], rows)
    #expect(
      result.output
        == "{\"o\":1,\"key\":\"a\"}\n{\"o\":2,\"key\":\"K\",\"o.key\":\"b\"}\n", "\(result)")
    #expect(
      result.error.contains(
        "1 row has a member 'key' already, so that the keys of o are 'o.key' there"), "\(result)")
  }

  @Test("36: texts behind the first rows are sorted as those among them, which is reported")
  func lateTexts() async throws {
    let ones = String(repeating: "{\"v\":1}\n", count: 60)
    let sizes = "{\"v\":\"10Mi\"}\n{\"v\":5000000}\n{\"v\":\"2Mi\"}\n"
    let text = "{\"v\":\"x\"}\n"
    let note = "v has numbers and texts; the texts, such as"
    let mixed = try await printed(["--json", "-s", "v"], ones + text)
    #expect(mixed.output == ones + text && mixed.error.contains(note), "\(mixed)")
    let late = try await printed(["--json", "-s", "v"], sizes + ones + text)
    let early = try await printed(["--json", "-s", "v"], text + sizes + ones)
    #expect(late.output == early.output && late.error.contains(note), "\(late)")
    #expect(early.error.contains(note), "\(early)")
    let names = String(repeating: "{\"v\":\"5M\"}\n", count: 60) + text
    let sorted = try await printed(["--json", "-s", "v"], names)
    #expect(sorted.error.contains("\(note) \"x\", follow (1 of 61)"), "\(sorted)")
  }
}
