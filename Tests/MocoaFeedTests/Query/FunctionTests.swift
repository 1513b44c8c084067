import Testing

@testable import MocoaFeed

/// Functions of expressions, by comparisons of their results with constants.
@Suite struct FunctionTests {
  private static let row = JSONBytes(
    Array(
      #"""
      {"name":"Ada Lovelace","host":"a.b.org","n":"10","i":7,"x":-2.5,"age":"2h30m","flag":true,
       "created":"2026-11-05T12:34:56.5Z","epoch":1793534400,"tags":["a","b",3],"nil":null,
       "empty":"","dash":"-","obj":{"a":1,"b":2},"u":"caf\u00e9 \u00c4","line":"id=7 id=8",
       "big":12345678901234567890,"far":1e400,"esc":"a\"b\\c\nd","zone":"2026-11-05T10:00:00\u002B01:00","size":"\u0035M",
       "level":"warn"}
      """#.utf8))

  @Test(arguments: [
    // Texts.
    "lower(name) == 'ada lovelace'", "upper(u) == 'CAFÉ Ä'", "trim('  ' + name + ' ') == name",
    "length(name) == 12", "length(u) == 6", "length(tags) == 3", "length(obj) == 2",
    "length(empty) == 0", "substr(name, 0, 3) == 'Ada'", "substr(name, 4) == 'Lovelace'",
    "substr(name, -3) == 'ace'", "substr(name, -3, 1) == 'a'", "substr(name, 99) == ''",
    "substr(name, -9223372036854775808) == name", "round(x, -9223372036854775808) == 0",
    "substr(name, 1, -9223372036854775807) == ''", "substr(name, 9223372036854774784, 9) == ''",
    "substr(name, 0, 99) == 'Ada Lovelace'", "split(host, '.')[0] == 'a'",
    "split(host, '.')[-1] == 'org'", "'b' in split(host, '.')", "split(host, '')[1] == '.'",
    "replace(host, '.', '') == 'aborg'", "replace(host, /[ab]/, 'x') == 'x.x.org'",
    "replace(host, '', 'x') == host", "extract(line, /id=(\\d)/) == 7",
    "extract(line, /=\\d/) == '=7'", "replace(name, /l/, '') == 'Ada Loveace'",
    "extract(name, /([a-z]+)$/) == 'ovelace'",
    #"replace(name, /(\w+) (\w+)/, "$2, $1") == 'Lovelace, Ada'"#,
    #"replace(line, /id=(\d)/, '\1') == '7 8'"#,
    "extract(line, /(id)=(\\d)/, 2) == 7", "extract(line, 'd=(.)') == 7",
    "text(i) + n == '710'", "concat(n, i) == '107'", "name + '!' == 'Ada Lovelace!'",
    "'<' + big + '>' == '<12345678901234567890>'", "'a' + i + 1 == 'a71'", "esc + '' == esc",
    "upper(esc) == 'A\"B\\\\C' + substr(esc, -2, 1) + 'D'", "concat(flag, '') == 'true'",
    "starts(name, 'ada')", "ends(name, 'lace')",
    "matches(line, /id=\\d/)", "!contains(name, 'bob')", "not exists(gone)",
    // Numbers.
    "round(x) == -3", "round(1.005 + i, 2) == 8.01", "round(i / 3, 2) == 2.33",
    "round(1250 + i, -2) == 1300",
    "round(i, -400) == 0", "floor(x) == -3",
    "ceil(x) == -2", "abs(x) == 2.5", "min(i, x, n) == x", "max(i, x, n) == n",
    "max('b', host, 'a') == 'b'",
    "number(n) + 1 == 11", "number('5k' + empty) == 5000", "number(age) == 9000",
    "abs(0s - age) == 150m",
    "number(big) == 12345678901234567890",
    // Times.
    "time(created) > 2026-11-05", "truncate(created, 1h) == 2026-11-05T12:00Z",
    "truncate(created, 1d) == 2026-11-05", "truncate(created, 7d) == 2026-11-02",
    "truncate(epoch, 1w) == 2026-10-26",
    "format(created, '%Y/%m/%d %H:%M:%S') == '2026/11/05 12:34:56'",
    "format(created, '%F %T %j %a %A %u %%') == '2026-11-05 12:34:56 309 Thu Thursday 4 %'",
    "format(epoch, '%s') == '1793534400'", "created - truncate(created, 1h) > 34m",
    // W9: escapes in texts.
    "zone == 2026-11-05T09:00Z", "zone > 2026-11-05T08:59Z", "size > 4M", "number(size) == 5000000",
    "1.1h * (i / i) == 66m", "853us + 11ms * (i / i) == 0.011853s",
    // Any value.
    "esc contains '\\nd'", "split(esc, '\\n')[1] == 'd'", "esc contains 'b\\\\c'",
    "split(host, /(?=o)/)[0] == 'a.b.'", "split(host, /[.]/)[1] == 'b'",
    "split(line, /\\s+/)[1] == 'id=8'",
    "max(level, 'info') == 'warn'",
    "min(level, 'info') == 'info'",
    "if(i > 5, 'many', 'few') == 'many'", "if(gone || i > 9, 1, 2) == 2",
    "coalesce(gone, nil, empty, dash, i) == 7", "coalesce(nil, 'x') == 'x'", "exists(nil)",
    "type(i) == 'number'", "type(n) == 'text'", "type(flag) == 'boolean'", "type(nil) == 'null'",
    "type(tags) == 'array'", "type(obj) == 'object'", "type(gone) == 'missing'",
    "type(coalesce(empty, null)) == 'null'", "type(coalesce(nil, gone)) == 'missing'",
    "created < now()", "created < today()",
    "type(created - created) == 'duration'", "type(time(created)) == 'time'",
  ])
  func expressionHolds(text: String) throws {
    #expect(try RowFilter(parsing: text).matches(Self.row))
  }

  @Test(
    "41: matches of no length are replaced, and divide a text, once",
    arguments: [
      "replace(host, /^/, '> ') == '> a.b.org'", "replace(host, /$/, '!') == 'a.b.org!'",
      #"replace(name, /\b/, "|") == '|Ada| |Lovelace|'"#,
      "replace(host, /x*/, '-') == '-a-.-b-.-o-r-g-'",
      "replace('axb' + empty, /x*/, '-') == '-a--b-'", "replace(empty, /^/, 'x') == 'x'",
      #"replace('1234567' + empty, /(?<=\d)(?=(\d{3})+$)/, ",") == '1,234,567'"#,
      "replace(lower(u), /(?=.)/, '_') == '_c_a_f_é_ _ä'", "replace(n, /(?=(0))/, '$1.') == '10.0'",
      "split(name, /(?=[A-Z])/)[1] == 'Lovelace'", "length(split(name, /(?=[A-Z])/)) == 2",
      "length(split(name, /^|$/)) == 1", "split(n, /(?=.)/)[1] == '0'",
      "length(split(n, /x*/)) == 2",
      "length(split('axxb' + empty, /x*/)) == 2", "length(split(empty, /x*/)) == 1",
    ])
  func matchesOfNoLength(text: String) throws {
    #expect(try RowFilter(parsing: text).matches(Self.row))
  }

  @Test(
    "41: a text with JSON is read as its value",
    arguments: [
      #"length(json('{"a": [1, 2]}' + empty)) == 1"#, #"json('[1, {"b": 2}]' + empty)[0] == 1"#,
      "json('7' + empty) + 1 == 8", "type(json('null' + empty)) == 'null'", "json(n) + 1 == 11",
      #"json('"a\"b"' + empty) == 'a"b'"#,
    ])
  func textsWithJSON(text: String) throws {
    #expect(try RowFilter(parsing: text).matches(Self.row))
  }

  @Test(
    "36: a text that a function makes has a maximum length",
    arguments: [("replace", 1), ("replace by pattern", 17 << 20), ("concat", 17 << 20)])
  func madeTextsHaveALimit(_ form: String, _ length: Int) throws {
    let long = String(repeating: "a", count: 1_024)
    let text =
      switch form {
      case "replace": (0..<8).reduce("t") { text, _ in "replace(\(text), 'a', '\(long)')" }
      case "concat": "concat(t, 'a')"
      default: "replace(t, /^a/, 'b')"
      }
    let member = try DerivedMember(parsing: "x = \(text)")
    var json: [UInt8] = []
    let value = String(repeating: "a", count: length)
    let row = JSONBytes(Array("{\"t\":\"\(value)\"}".utf8))
    #expect(!row.withBytes { member.evaluation.append(valueOf: $0, to: &json) })
    let reason = member.failure?.reason ?? ""
    let function = form.prefix { $0 != " " }
    #expect(reason.contains("the text that \(function) makes is longer than 16 MiB"), "\(reason)")
  }

  @Test(
    "36: what is searched for may be a member or a calculation",
    arguments: [
      ("url contains host", [0, 1, 2]), ("contains(url, host)", [0, 1, 2]),
      ("url starts host", [1]),
      (#"url starts "https://" + host"#, [0]), ("url ends with lower(host)", [2]),
      ("url not contains host", [3, 4]), (#"url !contains "a""#, [1, 2, 3, 4]),
      (#"url not starts "https""#, [1, 2, 3, 4]), (#"contains(url, "A." + "B")"#, [0]),
      ("number contains part", [4]),
    ])
  func searchesByRow(text: String, found: [Int]) throws {
    let rows = [
      #"{"url":"https://a.b/x","host":"A.b"}"#, #"{"url":"b/x","host":"b/","z":1}"#,
      #"{"url":"x/b","host":"B"}"#, #"{"url":"c","host":"x/c"}"#,
      #"{"number":1234,"part":23}"#,
    ]
    let filter = try RowFilter(parsing: text) { .known(MemberPath($0)) }
    #expect(rows.indices.filter { filter.matches(JSONBytes(Array(rows[$0].utf8))) } == found)
  }

  @Test("36: a member with which a text is searched for is named")
  func memberIsSoughtFor() throws {
    let note = #"host is the member; a text is in quotes: "host""#
    let lookup = { (name: String) -> MemberMeaning in .known(MemberPath(name)) }
    #expect(try RowFilter(parsing: "url contains host", lookup: lookup).notes == [note])
    #expect(try RowFilter(parsing: #"url contains "host""#, lookup: lookup).notes == [])
  }

  @Test(
    "36: a result has members and elements",
    arguments: [
      "json(p).user.id == 3", "json(p).l[1] == 5", "json(p).l[-1] == 5",
      "length(json(p)['l']) == 2",
      "split(q, ',')[1] == 'b'", "json(p).user.none != 3", "number(json(p).user.id) * 2 == 6",
    ])
  func pathsOfResults(text: String) throws {
    let row = JSONBytes(Array(#"{"p":"{\"user\":{\"id\":3},\"l\":[4,5]}","q":"a,b"}"#.utf8))
    #expect(try RowFilter(parsing: text).matches(row))
  }

  @Test("41: a member made of a text with JSON has members, on one line")
  func membersOfTextsWithJSON() throws {
    let member = try DerivedMember(parsing: "p = json(text)")
    var json: [UInt8] = []
    let row = JSONBytes(Array(#"{"text":"{\n  \"user\": \"ada\",\n \"n\": 1.50 }"}"#.utf8))
    #expect(row.withBytes { member.evaluation.append(valueOf: $0, to: &json) })
    #expect(String(decoding: json, as: UTF8.self) == #"{"user":"ada","n":1.50}"#)
    let broken = JSONBytes(Array(#"{"text":"{user"}"#.utf8))
    #expect(!broken.withBytes { member.evaluation.append(valueOf: $0, to: &json) })
    #expect(member.failure?.reason.contains("json has no result for a text") == true)
  }

  @Test(
    "36: calculations are exact up to 38 digits, and remainders of decimals",
    arguments: [
      "big + 1 == 12345678901234567891", "big - big == 0", "big + 0 == big",
      "0 - big == -12345678901234567890", "big * 3 == 37037036703703703670",
      "big % i == 1", "'12345678901234567890' - i == 12345678901234567883",
      "9007199254740993 - i + 6 == 9007199254740992",
      "3000000012 * 3000000019 + i * 3000000019 == 9000000114000000361",
      "floor(3557443715267583.84 + i) == 3557443715267590",
      "ceil(3557443715267583.84 + i) == 3557443715267591", "floor(-0.5 - big) == -1 - big",
      "round(12345678901234560.555 + i, 2) == 12345678901234567.56",
      "round(big + 1, -2) == 12345678901234567900", "i % 0.7 == 0", "(i + 0.62) % 1 == 0.62",
      "-0.5 % 0.2 * i == -0.7", "i + 13 - 19.99 == 0.01", "i + 93.1 - 100 == 0.1",
      "(i - 6) * 1e30 % 7 == 1", "(i - 6) * 1.123456789012345678 % 1e22 == 1.123456789012345678",
      "12345678901234567890123 % 1.12345678901234567 * (i - 6) == 0.14571847437273006",
      "round((i - 6) * 6430000000000000) == 6430000000000000",
      "time('2026-11-30T10:00:00.123456789Z') + (i - 6) * 1s == 2026-11-30T10:00:01.123456789Z",
      "number('2026-11-30T10:00:00' + empty) == 1796032800",
      "time(1793534400123456782 + i) == 2026-11-01T12:00:00.123456789Z",
    ])
  func calculationsAreExact(text: String) throws {
    let filter = try RowFilter(parsing: text)
    #expect(filter.matches(Self.row), "\(filter.fault?.message ?? "another result")")
  }

  private static let measures = JSONBytes(
    Array(
      #"""
      {"a":"0.3s","b":"0.1s","long":"100d","size":"1.1Gi","tenth":"0.1Gi","p":"0.3%","q":"0.1%",
      "bytes":"9007199254740993B","t":"2026-11-30T10:00:00.000000001Z","u":"2026-10-01T10:00:00Z",
      "x":6368734789513,"y":0.4341,"z":20126661636951}
      """#.utf8))

  @Test(
    "36: durations, sizes and percents are calculated with as exactly as numbers, to nanoseconds",
    arguments: [
      "a % b == 0s", "a / b == 3", "floor(a / b) == 3", "a / 3 == 0.1s", "long % 300us == 0s",
      "long + 1ns > long", "long + 1ns - long == 1ns", "b * 3 == a", "(a / 7) * 7 == a",
      "size % tenth == 0", "p % q == 0", "bytes + 1 == 9007199254740994", "bytes % 10 == 3",
      "t - u > 60d", "t - u - 60d == 1ns", "u + (t - u) == t", "t - (t - u) == u",
      "number(time(t)) == 1796032800.000000001",
      // Rounded once from the result, not from the nearest floating-point number.
      "x + y == 6368734789513.43", "z - 235.852 == 20126661636715.1",
    ])
  func measuresAreExact(text: String) throws {
    let filter = try RowFilter(parsing: text)
    #expect(filter.matches(Self.measures), "\(filter.fault?.message ?? "another result")")
  }

  @Test("36: a pattern can end with a backslash that is escaped")
  func escapedBackslash() throws {
    let filter = try RowFilter(parsing: #"s ~ /\\/ && s ~ /^a\\\/b$/"#)
    #expect(filter.matches(JSONBytes(Array(#"{"s":"a\\/b"}"#.utf8))))
    #expect(!filter.matches(JSONBytes(Array(#"{"s":"a/b"}"#.utf8))))
  }

  @Test(
    "36: durations are written as they are read",
    arguments: [
      ("2e-9", "2ns"), ("8.5e-7", "850ns"), ("-0.0000005", "-500ns"),
      ("1e-6", "0.000001s"), ("2505600.000000001", "29d0.000000001s"), ("0", "0s"),
    ])
  func durationsAreWritten(seconds: String, text: String) throws {
    let row = JSONBytes(Array("{\"v\":\(seconds)}".utf8))
    let member = try DerivedMember(parsing: "d = v * 1s")
    var json: [UInt8] = []
    let hasValue = row.withBytes { member.evaluation.append(valueOf: $0, to: &json) }
    #expect(hasValue && String(decoding: json, as: UTF8.self) == "\"\(text)\"")
  }

  @Test(
    "W8: what cannot be calculated is reported",
    arguments: [
      ("lower(obj) == 'a'", "lower has no result for an object"),
      ("length(i) > 1", "length has no result for a number"),
      ("number(name) > 1", "number has no result for a text"),
      ("time(name) > 2026-01-01", "time has no result for a text"),
      ("max(i, name) > 1", "max has no result for a number and a text"),
      ("extract(name, /z/) == 'z'", "extract finds nothing in a text"),
      ("name + host == 'x'", "concat(a, b) joins texts"), ("i / 0 > 1", "division by zero"),
      ("i * 1e308 * 100 > 1", "the result of * is too large"),
      ("far * 0 > 1", "the result of * is too large"),
      ("time(created) + 999999999w > 2026-01-01", "+ has no result for a time and a duration"),
      ("truncate(created - 740000d, 365d * 300) < now", "truncate has no result for a time and"),
      ("concat(obj, 'a') == 'a'", "concat has no result for an object and a text"),
      ("if(i > 1, lower(obj), 'a') == 'a'", "lower has no result for an object"),
    ])
  func faultsAreReported(text: String, message: String) throws {
    let filter = try RowFilter(parsing: text)
    #expect(!filter.matches(Self.row))
    #expect(filter.fault?.message.contains(message) == true, "\(filter.fault?.message ?? "none")")
  }

  @Test(arguments: [
    "lower(nil) == 'a'", "lower(dash) == 'a'", "number(empty) > 1", "number(dash) > 1",
    "coalesce(number(name), 0) == 0", "split(nil, '.')[9] == 'a'", "max(i, nil) > 1",
    "coalesce(split(host, '.')[9], 'a') == 'a'",
  ])
  func missingValuesAreNoFaults(text: String) throws {
    let filter = try RowFilter(parsing: text)
    _ = filter.matches(Self.row)
    #expect(filter.fault == nil, "\(filter.fault?.message ?? "")")
  }

  @Test(
    "36: an element that no row has is reported, and one that a row has is not",
    arguments: [
      "split(host, '.')[9] == 'a'", "lower(split(host, '.')[-9]) != 'a'",
      "number(split(host, '.')[9]) + 1 > 1", "if(i > 1, split(host, '.')[9], 'a') == 'b'",
    ])
  func missingElementsAreReported(text: String) throws {
    let filter = try RowFilter(parsing: text)
    let other = JSONBytes(Array(#"{"i":7,"host":"0.1.2.3.4.5.6.7.8.9"}"#.utf8))
    _ = filter.matches(Self.row)
    let message = filter.fault?.message ?? ""
    #expect(message.hasPrefix("no row has a value to compare: there is no element ["), "\(message)")
    _ = filter.matches(other)
    #expect(filter.fault == nil, "\(filter.fault?.message ?? "")")
  }

  @Test(arguments: [
    ("lowr(name) == 'a'", "there is no function 'lowr'; did you mean 'lower'?"),
    (
      #"extract_all(a, /\w+@/) == 'b@'"#,
      "there is no function 'extract_all'; did you mean 'extract'?"
    ), ("find(a, /b/)[0] == 'b'", "there is no function 'find'"),
    ("Year(a) > 1", "there is no function 'Year'; format(time, \"%Y\")"),
    ("lower() == 'a'", "'lower' has too few arguments: lower(value)"),
    ("lower(a, b) == 'a'", "'lower' has too many arguments: lower(value)"),
    ("substr(a) == 'a'", "'substr' has too few arguments"),
    ("extract(a, b) == 'a'", "'extract' takes a regular expression"),
    ("replace(a, /(b)/, '$2') == 'a'", "the expression has no group 2, for which '$2' stands"),
    ("extract(a, /(b)/, 5) == 'a'", "the expression has no group 5"),
    ("truncate(a, 0s) == a", "'truncate' takes an interval of more than 0, such as 1h"),
    ("truncate(a, -1h) == a", "'truncate' takes an interval of more than 0, such as 1h"),
    ("extract(a, /(/) == 'a'", "missing closing parenthesis"),
    ("if(a > 1, 2) == 2", "'if' takes a condition and two values"),
    ("exists('a' + 'b')", "'exists' takes a member"),
    ("format(a, '%Q') == ''", "'format' knows %Y"), ("lower(name == 'a'", "expected ',' or ')'"),
    ("lower(name", "the closing ')' is missing"), ("split(a, b)[c] == 1", "expected a position"),
    ("contains(a) ", "'contains' takes a member and a text"),
  ])
  func errorsAreExplained(text: String, message: String) {
    let error = #expect(throws: FilterSyntaxError.self) { _ = try RowFilter(parsing: text) }
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
  }

  /// A call is an expression also where it has no operator; a name in a sentence is a text.
  @Test(arguments: [
    ("exists(a)", true), ("!contains(a, 'b')", true), ("starts(a, 'b')", true),
    ("lower (a)", false), ("call lower(a)", false), ("foo(bar)", false), ("if (a)", false),
  ])
  func callsAreExpressions(text: String, isExpression: Bool) throws {
    #expect(RowFilter.isExpression(text) { _ in .assumed } == isExpression)
  }
}
