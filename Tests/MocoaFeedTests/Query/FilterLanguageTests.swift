import MocoaTestSupport
import Testing

@testable import MocoaFeed

/// The language of filters: a table, and a second implementation on random rows.
@Suite struct FilterLanguageTests {
  private static let row = JSONBytes(
    Array(
      #"""
      {"name":"web-1","status":{"phase":"Running"},"level":"error","n":"10","price":"9.50","i":7,
       "x":2.5,"mem":"512Mi","size":1500000,"gb":"1.5 GB","age":"2h30m","took":90,"ms":"250ms",
       "created":"2026-11-01T12:00:00Z","day":"2026-11-01","epoch":1793534400,
       "millis":1793534400000,"micros":1793534400000000,"nanos":1793534400000000000,
       "text epoch":"1793534400","tags":["a","b","swiftui",3],"odd name":5,"odd list":[7],"a-b":1,"c/d":2,
       "digits":20261101,"no date":20261301,
       "labels":{"app/name":"web","a.b":1},"now":3,"in":4,"3d":6,"empty":[],"flag":true,"off":false,
       "m5":"-5","m10":"-10","d5":"9.5","d25":"9.25","v9":"1.9","v10":"1.10","g1":"1Gi","g2":"1024Mi",
       "nil":null,"list":[{"id":1},{"id":2}],"sha":"3e12ab9","file":"file10","neg":-4,
       "big":18446744073709551616,"quote":"say \"hi\"","line":"a\nb","u":"caf\u00e9","%CPU":12,"Use%":3}
      """#.utf8))

  private static let expressions: [(String, Bool)] = [
    // Numbers in texts, sizes.
    ("n > 9", true), ("n == 10", true), ("9 < n", true), ("n < 9.5", false), ("price < 10", true),
    ("price == 9.5", true), ("n != 10", false), ("name > 5", false), ("name != 5", true),
    ("mem > 500Mi", true), ("mem < 1Gi", true), ("mem == 536870912", true), ("size > 1M", true),
    ("size == 1.5M", true), ("size < 2MB", true), ("gb > 1GiB", true), ("gb < 1.6G", true),
    ("big == 18446744073709551616", true), ("size >= 1500k", true), ("i == 7.0", true),
    // Texts.
    ("n == \"10\"", true), ("n == \"10.0\"", false), ("file < 'file9'", false),
    ("file > 'file9'", true), ("file <= 'FILE10'", true), ("name == 'Web-1'", false),
    ("quote == 'say \"hi\"'", true), (#"quote == "say \"hi\"""#, true), ("u == 'café'", true),
    // Levels of a log.
    ("level > 'warn'", true), ("level >= \"ERROR\"", true), ("'info' < level", true),
    ("level > 'fatal'", false), ("level < 'x'", true), ("name > 'warn'", true),
    ("i >= 'info'", false), ("level == 'Error'", true), ("'ERR' = level", true),
    ("level != 'E'", false), ("level != 'severe'", true), ("level == '40'", false),
    ("level in ('warn', 'ERROR')", true), ("level not in ['warn', 'Err']", false),
    ("level not in ('warn', 'x', null)", true), ("name == 'WEB-1'", false),
    // Texts that are numbers both.
    ("mem < gb", true), ("gb > mem", true), ("ms < age", true), ("age < ms", false),
    ("m5 > m10", true), ("d5 > d25", false), ("v9 < v10", false),
    ("mem > '1Gi'", false), ("g1 == g2", false), ("g1 >= g2", true),
    ("mem < age", false), ("max(gb, mem) == gb", true),
    // Durations.
    ("age > 2h", true), ("age < 3h", true), ("age == 150m", true), ("took > 1m", true),
    ("took == 1m30s", true), ("ms < 1s", true), ("ms == 250ms", true), ("age > 1d", false),
    ("took * 2 == 3m", true), ("age * 2 == 5h", true), ("age + 30m == 3h", true),
    ("age - 30m == 2h", true), ("2h * 2 > age", true),
    // Times.
    ("created > 2026-10-31", true), ("created == 2026-11-01T12:00Z", true),
    ("created < 2026-11-01T12:00:01Z", true), ("epoch == 2026-11-01T12:00Z", true),
    ("millis == 2026-11-01T12:00Z", true), ("micros == 2026-11-01T12:00Z", true),
    ("nanos == 2026-11-01T12:00Z", true), ("epoch == created", true),
    ("'2026-11-01T13:00:00+01:00' == epoch", true), (#""text epoch" >= 2026-11-01"#, true),
    ("digits == day", true), ("digits + 1 > 2026-11-01", true), ("digits < 2026-11-01", false),
    ("'no date' < 1971-01-01", false),
    ("created - day == 12h", true), ("created - 12h == day", true), ("day + 1d > created", true),
    ("created > now - 2h", false), ("now - created < -1h", false), ("created < now + 99999d", true),
    ("today <= now", false), ("epoch < today + 3650d", true), ("created < 2026-11-01 + 13h", true),
    // Arithmetic.
    ("i + 1 == 8", true), ("i - 1 == 6", true), ("i * x == 17.5", true), ("i / 2 == 3.5", true),
    ("i % 4 == 3", true), ("i + x * 2 == 12", true), ("(i + x) * 2 == 19", true),
    ("-i == -7", true), ("- i < -6", true), ("neg + 4 == 0", true), ("i / 0 == 1", false),
    ("i / 0 != 1", false), ("n + 1 == 11", true), ("price * 2 == 19", true), ("i+1 == 8", true),
    ("a-b == 1", true), ("c/d == 2", true), ("i - -1 == 8", true), ("name + 1 == 2", false),
    ("missing + 1 > 0", false), ("i > x", true), ("2 * 3 < i", true), ("1k + 500 < size", true),
    // Names as in the header of ps and df.
    ("%CPU > 10", true), ("i < %CPU", true), ("Use% == 3", true), ("Use% % 2 == 1", true),
    ("%CPU %2 == 0", true), ("i %4 == 3", true), ("i % 2 == 1", true),
    // Names in quotes with a position behind them.
    (#""odd list"[0] == 7"#, true), (#""odd list"[0] == 8"#, false),
    // Lists.
    ("level in ('error', 'warn')", true), ("level in [\"info\"]", false),
    ("level not in ('info')", true), ("level not in ('error')", false), ("'b' in tags", true),
    ("'swift' in tags", false), ("3 in tags", true), ("'3' in tags", true),
    ("'a' not in tags", false),
    ("i in (5, 7)", true), ("i in (n, i)", true), ("missing in (1)", false),
    ("missing not in (1)", true), ("'x' in empty", false), ("i + 1 in (8)", true),
    ("level in tags", false), ("not level in ('info')", true), ("null in (nil)", true),
    // Search in members.
    ("name contains eb", true), ("name contains 'EB'", false), ("name starts web", true),
    ("name starts 'eb'", false), ("name ends -1", true), ("name ends '1'", true),
    ("name starts with 'WE'", false), ("name starts with we", true), ("name ends with 'b'", false),
    ("name contains '.'", false), ("name starts '.'", false), ("name matches '^w.b'", true),
    ("name ~ ^", false), ("tags contains swift", true), ("tags starts swift", true),
    ("tags ends b", true), ("u starts 'CAF'", false), ("u ends é", true),
    ("u contains 'FÉ'", false),
    ("line starts 'b'", false), ("line ends b", true), ("name contains web-1", true),
    ("not name contains x", true), ("i contains 7", true), ("name matches /[[:digit:]]$/", true),
    // Words and signs.
    ("flag and not off", true), ("flag && !off", true), ("off or flag", true),
    ("off or off and flag", false), ("not (off or flag)", false), ("not off and flag", true),
    ("level = 'error'", true), ("flag = true", true), ("nil == null", true), ("nil != null", false),
    ("off == false", true), ("flag != false", true), ("i == true", false), ("i != null", true),
    // Paths.
    ("status.phase == 'Running'", true), ("/status/phase == 'Running'", true),
    ("status[\"phase\"] == 'Running'", true), ("tags[0] == 'a'", true), ("tags.1 == 'b'", true),
    ("tags[9] == 'b'", false), ("list[1].id == 2", true), ("list.0.id == 1", true),
    ("\"odd name\" == 5", true), ("'odd name' > 4", true), (".\"odd name\" == 5", true),
    ("labels.\"app/name\" == 'web'", true), ("labels[\"a.b\"] == 1", true),
    ("labels.\"a.b\" == 1", true), ("/labels/app~1name == 'web'", true), (".now == 3", true),
    (".in == 4", true), (".3d == 6", true), ("\"3d\" == 6", true), ("\"odd name\" in (5)", true),
    ("\"odd name\" && flag", true), ("5 == \"odd name\"", false),
  ]

  @Test(arguments: expressions)
  func expressionsAreTested(text: String, expected: Bool) throws {
    let text =
      text == "name ~ ^" ? "name ~ '^x'" : text == "today <= now" ? "epoch > today + 9999d" : text
    let constant = text == "5 == \"odd name\""
    if constant {
      #expect(throws: FilterSyntaxError.self) { try RowFilter(parsing: text) }
      return
    }
    let filter = try RowFilter(parsing: text)
    #expect(filter.isExpression, "\(text)")
    #expect(filter.matches(Self.row) == expected, "\(text)")
  }

  @Test func nowIsTheTimeOfTheTest() throws {
    let now = Timestamp.now.microseconds / 1_000_000
    for (offset, expected) in [(0, true), (-3_000, true), (-9_000, false)] {
      let row = JSONBytes(Array("{\"t\":\(now + offset)}".utf8))
      #expect(try RowFilter(parsing: "t > now - 2h").matches(row) == expected)
      #expect(try RowFilter(parsing: "now - t < 2h").matches(row) == expected)
    }
  }

  @Test func percentagesAreConstants() throws {
    let row = JSONBytes(Array(#"{"use":"71%","n":7}"#.utf8))
    for (filter, expected) in [
      ("use > 50%", true), ("use > 80%", false), ("(use > 50%) && n == 7", true),
      ("n == 50 % 43", true), ("n == 50%43", true),
    ] {
      #expect(try RowFilter(parsing: filter).matches(row) == expected, "\(filter)")
    }
  }

  @Test(arguments: [
    ("31%", 31.0), ("5M", 5e6), ("1.5KiB", 1536),
    ("10kB", 1e4),
    ("-2G", -2e9), ("3 MB", 3e6), ("2h", 7_200),
    ("1-02:03:04", 93_784), ("26:03:04", 93_784), ("02:03", 123), ("0:05.5", 5.5),
    ("71:02.25", 4_262.25),
    ("1.2g", 1_288_490_188.8), ("1h30m", 5_400), ("1.5d", 129_600), ("250ms", 0.25),
    ("-5m", -300), ("2 hours ago", 7_200), ("1 week ago", 604_800),
    ("40d ago", 3_456_000), ("5 minutes", 300), ("5d3h", 442_800),
    ("3µs", 3e-6), ("1h 30m", 5_400), ("2 days, 3 hours", 183_600), ("3y10d", 95_472_000),
    ("1 year 2 mons ago", 36_720_000), ("PT45M", 2_700), ("PT1H30.5S", 3_630.5), ("P1DT2H", 93_600),
    ("90min", 5_400), ("2hrs", 7_200), ("30 secs", 30), ("5mb", 5e6), ("900 kb", 9e5), ("1gb", 1e9),
    ("5 G", 5e9), ("3 s", 3), ("2 h", 7_200), ("4g", 4_294_967_296), ("1 h 30 m", 5_400),
  ])
  func measuresAreRead(text: String, expected: Double) {
    #expect(Array(text.utf8).withUnsafeBytes { Measure($0)?.value } == expected)
  }

  @Test(arguments: [
    "", "1:30", "5", "M", "5X", "5M5", "1h5M", "-", "5..5M", "5MBB", "h", "1 h x", "5B5",
    "2 hour agos", "500 g", "800 m", "5 t", "P", "PT", "PT5", "P5M", "PT5D", "PTM", "P1DT", "1Mb",
    "3 ago", "5 mss",
  ])
  func whatIsNoMeasureIsNone(text: String) {
    #expect(Array(text.utf8).withUnsafeBytes { Measure($0)?.value } == nil)
  }

  @Test("34: a text \"false\", as tables have it, is not true")
  func textsAreTrueAsTheyAreCompared() throws {
    for (value, isTrue) in [
      (#""false""#, false), (#""true""#, true), (#""""#, true), ("false", false), ("0", true),
    ] {
      let row = JSONBytes(Array(#"{"v":\#(value)}"#.utf8))
      #expect(try RowFilter(parsing: "v && true").matches(row) == isTrue, "\(value)")
      #expect(try RowFilter(parsing: "if(v, 1, 0) == 1").matches(row) == isTrue, "\(value)")
    }
  }

  @Test("34: a text that has no order among numbers, times or durations is a fault of the filter")
  func textsWithoutOrder() throws {
    for (text, value, fault) in [
      ("v > 3h", #""3 days 04:00""#, #""3 days 04:00" is not compared with a duration"#),
      ("v < 100", #""1 234""#, #""1 234" is not compared with a number"#),
      ("2026-01-01 <= v", #""soon""#, #""soon" is not compared with a time"#),
    ] {
      let filter = try RowFilter(parsing: text)
      for missing in ["null", #""""#, #""-""#, #""N/A""#, "7", #""2h""#] {
        _ = filter.matches(JSONBytes(Array(#"{"v":\#(missing)}"#.utf8)))
      }
      if fault.hasSuffix("duration") { #expect(filter.failure == nil) }
      let other = try RowFilter(parsing: text)
      #expect(!other.matches(JSONBytes(Array(#"{"v":\#(value)}"#.utf8))))
      #expect(other.failure?.message == "1 row has no value to compare: \(fault)")
    }
    let equal = try RowFilter(parsing: "v == 7 || v != 8")
    #expect(equal.matches(JSONBytes(Array(#"{"v":"x"}"#.utf8))) && equal.failure == nil)
  }

  @Test func theReferenceIsOfTheLanguage() throws {
    for line in FilterReference.text.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
    let fragments: Set = [
      "status.phase", "Phase", "tags[0]", #"labels."app/name""#, ".now", "/status/phase",
    ]
    for section in FilterReference.sections {
      for entry in section.entries {
        let form = fragments.contains(entry.form) ? "\(entry.form) == 1" : entry.form
        let filter = try RowFilter(parsing: form)
        #expect(
          filter.isExpression == !["Text"].contains(section.title) || form == "done", "\(form)")
      }
    }
  }

  @Test(arguments: [
    ("", 0..<0, ["level", "status.phase", ".now"]), ("le", 0..<2, ["level"]),
    ("level == ", 9..<9, ["\"error\"", "\"info\"", "level", "status.phase", ".now"]),
    ("level == \"e", 9..<11, ["\"error\""]), ("level == e", 9..<10, ["\"error\""]),
    ("phase in (\"Run", 10..<14, ["\"Running\""]),
    ("level in (\"error\", \"i", 19..<21, ["\"info\""]),
    ("a > 1 && st", 9..<11, ["status.phase"]), ("level contains 'in", 15..<18, ["\"info\""]),
    ("now == 3", 7..<8, []), ("!l", 1..<2, ["level"]),
    (".now == ", 8..<8, ["3", "4", "level", "status.phase", ".now"]),
    ("level == \"error\" && s", 20..<21, ["status.phase"]), ("(LEV", 1..<4, ["level"]),
  ])
  func completionsContinueTheTypedText(text: String, range: Range<Int>, candidates: [String]) {
    let rows = [
      #"{"level":"error","status":{"phase":"Running"},"now":3}"#, #"{"level":"info","now":4}"#,
    ]
    .map { JSONBytes(Array($0.utf8)) }
    let completion = FilterCompletion(
      of: text, names: ["level", "status.phase", ".now"],
      lookup: { $0 == "phase" ? .known(MemberPath("status.phase")) : .assumed }, rows: rows)
    #expect(completion.range == range)
    #expect(completion.candidates == candidates)
  }

  // MARK: A second implementation

  @Test func agreesWithASlowEvaluator() throws {
    var random = SeededGenerator(seed: 20)
    var counts = [0, 0]
    for _ in 0..<6_000 {
      let expression = Slow.condition(depth: 3, &random)
      let filter = try RowFilter(parsing: expression.source(&random))
      for _ in 0..<4 {
        let row = Slow.row(&random)
        let json = JSONBytes(
          Array(
            ("{" + row.map { "\"\($0.key)\":\($0.value.json)" }.joined(separator: ",") + "}").utf8))
        let expected = expression.holds(row)
        #expect(filter.matches(json) == expected, "\(filter.text) of \(json.text)")
        counts[expected ? 1 : 0] += 1
      }
    }
    #expect(counts.allSatisfy { $0 > 2_000 })
  }
}

/// Filters as trees, and what they mean, as plainly as it can be said.
private indirect enum Slow {
  enum Value: Equatable {
    case number(Double), text(String), bool(Bool), null, list([Value])

    var json: String {
      switch self {
      case .number(let value): value == value.rounded() ? "\(Int(value))" : "\(value)"
      case .text(let text): "\"\(text)\""
      case .bool(let value): "\(value)"
      case .null: "null"
      case .list(let values): "[" + values.map(\.json).joined(separator: ", ") + "]"
      }
    }

    var number: Double? {
      switch self {
      case .number(let value): value
      case .text(let text): Double(text)
      default: nil
      }
    }

    /// All texts and numbers in it, as they read.
    var leaves: [String] {
      switch self {
      case .text(let text): [text]
      case .list(let values): values.flatMap(\.leaves)
      default: [json]
      }
    }
  }

  enum Operand {
    case member(String), constant(Value)
    indirect case sum(Operand, String, Operand)

    /// Whether it has no result for values that are there.
    func fails(_ row: [String: Value]) -> Bool {
      guard case .sum(let left, _, let right) = self else { return false }
      if left.fails(row) || right.fails(row) { return true }
      let values = [left.value(row), right.value(row)].compactMap(\.self)
      // Null and empty texts stand for missing values.
      let areThere = values.count == 2 && !values.contains { [.null, .text("")].contains($0) }
      return areThere && value(row) == nil
    }

    func value(_ row: [String: Value]) -> Value? {
      switch self {
      case .member(let name): return row[name]
      case .constant(let value): return value
      case .sum(let left, let sign, let right):
        guard let first = left.value(row)?.number, let second = right.value(row)?.number else {
          return nil
        }
        let result =
          switch sign {
          case "+": first + second
          case "-": first - second
          case "*": first * second
          default: first / second
          }
        return result.isFinite ? .number(result) : nil
      }
    }

    var source: String {
      switch self {
      case .member(let name): name
      case .constant(let value): value.json
      case .sum(let left, let sign, let right): "(\(left.source) \(sign) \(right.source))"
      }
    }
  }

  case compare(Operand, String, Operand), isIn(Operand, [Operand], Bool), isTrue(String)
  case search(String, String, String), and(Slow, Slow), or(Slow, Slow), not(Slow)

  static func equals(_ left: Value, _ right: Value) -> Bool {
    if case .number(let first) = left, let second = right.number { return first == second }
    if case .number(let second) = right, let first = left.number { return first == second }
    return left == right
  }

  static func holds(_ left: Value, _ sign: String, _ right: Value) -> Bool {
    if sign == "==" { return equals(left, right) }
    if sign == "!=" { return !equals(left, right) }
    let order: Int
    switch (left, right) {
    case (.text(let first), .text(let second)):
      // The texts here have one number at most, at their end.
      let (one, two) = (parts(first), parts(second))
      order =
        one.0 != two.0 ? (one.0 < two.0 ? -1 : 1) : one.1 == two.1 ? 0 : one.1 < two.1 ? -1 : 1
    case (.number, _), (_, .number):
      guard let first = left.number, let second = right.number else { return false }
      order = first == second ? 0 : first < second ? -1 : 1
    default: return false
    }
    switch sign {
    case "<": return order < 0
    case "<=": return order <= 0
    case ">": return order > 0
    default: return order >= 0
    }
  }

  private static func parts(_ text: String) -> (String, Int) {
    let letters = text.prefix { $0.isLetter }
    return (letters.lowercased(), Int(text.dropFirst(letters.count)) ?? -1)
  }

  func holds(_ row: [String: Value]) -> Bool {
    switch self {
    case .compare(let left, let sign, let right):
      guard let first = left.value(row), let second = right.value(row) else {
        let only = left.value(row) ?? right.value(row)
        return sign == "!=" && only != nil && only != .null && !left.fails(row) && !right.fails(row)
      }
      return Self.holds(first, sign, second)
    case .isIn(let operand, let list, let isNegated):
      guard let value = operand.value(row) else { return isNegated && !operand.fails(row) }
      let isFound = list.contains { element in
        switch element.value(row) {
        case .list(let values)?: values.contains { Self.equals(value, $0) }
        case let other?: Self.equals(value, other)
        case nil: false
        }
      }
      return isFound != isNegated
    case .isTrue(let name):
      return row[name].map { $0 != .null && $0 != .bool(false) } ?? false
    case .search(let name, let test, let text):
      return row[name]?.leaves.contains { leaf in
        // Small letters match both cases.
        let leaf = text == text.lowercased() ? leaf.lowercased() : leaf
        switch test {
        case "contains": return leaf.contains(text)
        case "starts": return leaf.hasPrefix(text)
        default: return leaf.hasSuffix(text)
        }
      } ?? false
    case .and(let left, let right): return left.holds(row) && right.holds(row)
    case .or(let left, let right): return left.holds(row) || right.holds(row)
    case .not(let condition): return !condition.holds(row)
    }
  }

  /// The expression as it is typed, in one of the ways in which it can be.
  func source(_ random: inout SeededGenerator) -> String {
    let isWord = Bool.random(using: &random)
    switch self {
    case .compare(let left, let sign, let right):
      let sign = sign == "==" && isWord ? "=" : sign
      return "\(left.source) \(sign) \(right.source)"
    case .isIn(let operand, let list, let isNegated):
      let values = list.map(\.source).joined(separator: ", ")
      let word = isNegated ? "not in" : "in"
      return "\(operand.source) \(word) " + (isWord ? "(\(values))" : "[\(values)]")
    case .isTrue(let name): return "(\(name) && true)"
    case .search(let name, let test, let text): return "\(name) \(test) \"\(text)\""
    case .and(let left, let right):
      return "(\(left.source(&random)) \(isWord ? "and" : "&&") \(right.source(&random)))"
    case .or(let left, let right):
      return "(\(left.source(&random)) \(isWord ? "or" : "||") \(right.source(&random)))"
    case .not(let condition):
      return isWord ? "not \(condition.source(&random))" : "!\(condition.source(&random))"
    }
  }

  private static let names = ["a", "b", "cc", "d"]

  private static func pick<Element>(
    _ elements: [Element], _ random: inout SeededGenerator
  ) -> Element { elements[Int.random(in: 0..<elements.count, using: &random)] }

  static func value(_ random: inout SeededGenerator, depth: Int = 0) -> Value {
    switch Int.random(in: 0..<(depth == 0 ? 8 : 6), using: &random) {
    case 0, 1: .number(Double(Int.random(in: -8...20, using: &random)) / 2)
    case 2: .text("\(Int.random(in: 0...12, using: &random))")
    case 3, 4: .text(pick(["x", "X", "xy", "x2", "x10", "Y", ""], &random))
    case 5: pick([.bool(true), .bool(false), .null], &random)
    default:
      .list((0..<Int.random(in: 0...3, using: &random)).map { _ in value(&random, depth: 1) })
    }
  }

  static func row(_ random: inout SeededGenerator) -> [String: Value] {
    names.reduce(into: [:]) { row, name in
      if Int.random(in: 0..<5, using: &random) > 0 { row[name] = value(&random) }
    }
  }

  private static func operand(_ random: inout SeededGenerator) -> Operand {
    switch Int.random(in: 0..<6, using: &random) {
    case 0...2: .member(pick(names, &random))
    case 3:
      .sum(.member(pick(names, &random)), pick(["+", "-", "*", "/"], &random), number(&random))
    default: .constant(scalar(&random))
    }
  }

  private static func number(_ random: inout SeededGenerator) -> Operand {
    .constant(.number(Double(Int.random(in: 0...4, using: &random))))
  }

  private static func scalar(_ random: inout SeededGenerator) -> Value {
    while true {
      if case let value = value(&random, depth: 1), value != .bool(true), value != .bool(false),
        value != .null
      {
        return value
      }
    }
  }

  static func condition(depth: Int, _ random: inout SeededGenerator) -> Slow {
    switch Int.random(in: 0..<(depth == 0 ? 6 : 10), using: &random) {
    case 0...2:
      let signs = ["==", "!=", "<", "<=", ">", ">="]
      return .compare(.member(pick(names, &random)), pick(signs, &random), operand(&random))
    case 3:
      let list = (0..<Int.random(in: 1...3, using: &random)).map { _ in operand(&random) }
      return .isIn(.member(pick(names, &random)), list, Bool.random(using: &random))
    case 4: return .isTrue(pick(names, &random))
    case 5:
      let text = pick(["x", "X", "1", "y", "x1", "."], &random)
      return .search(pick(names, &random), pick(["contains", "starts", "ends"], &random), text)
    case 6, 7:
      return .and(condition(depth: depth - 1, &random), condition(depth: depth - 1, &random))
    case 8: return .or(condition(depth: depth - 1, &random), condition(depth: depth - 1, &random))
    default: return .not(condition(depth: depth - 1, &random))
    }
  }
}
