import MocoaTestSupport
import Testing

@testable import MocoaFeed

@Suite struct RowTemplateTests {
  static let row = JSONBytes(
    Array(
      #"{"title":"Ada","author":{"name":"li"},"none":null,"n":1234567.891,"size":1536000,"part":0.25,"#
        .utf8)
      + Array(
        #""done":true,"not":false,"tags":["a","b"],"hist":[0,1,2,4],"at":"2024-05-01T12:00:00Z","#
          .utf8)
      + Array(#""day":"2024-05-01","secs":3723,"a:b":"x","epoch":1714564800,"empty":"","#.utf8)
      + Array(#""micros":1714564800000000}"#.utf8))

  /// Two hours after the row's time, where the local time is an hour ahead of UTC.
  static let clock = LocalClock {
    1_714_564_800 + 7_200
  } offset: { _ in
    3_600
  }

  @Test(arguments: [
    ("{title|upper}", "ADA"), ("{author.name|upper|lower}", "li"), ("{n|number}", "1 234 567.891"),
    ("{n|number(1)}", "1 234 567.9"), ("{size|bytes}", "1.5 MB"), ("{part|percent}", "25 %"),
    ("{part|percent(1)}", "25.0 %"), ("{secs|duration}", "1:02:03"), ("{at|date}", "2024-05-01"),
    // 41: hours of days.
    ("{size|duration}", "17d18h40m"),
    ("{at|time}", "13:00"), ("{day|date}", "2024-05-01"), ("{at|relative}", "2 h ago"),
    ("{epoch|relative}", "2 h ago"), ("{epoch|date}", "2024-05-01"),
    ("{micros|date} {micros|time}", "2024-05-01 13:00"), ("{tags|count}", "2"),
    ("{author|count}", "1"),
    ("{tags|join}", "a, b"), ("{tags|join(\" / \")}", "a / b"), ("{tags|json}", #"["a","b"]"#),
    ("{part|bar}|", "██▌       |"), ("{part|bar(0.5):4}|", "██  |"), ("{hist|spark}", "▁▃▅█"),
    ("{done|check}{not|check}{none|check}", "✓✗"), ("{title|badge}", " Ada "),
    ("{none|default(–)}{empty|default(-)}{title|default(x)}", "–-Ada"), (#"{"a:b"}"#, "x"),
    ("{title:bold:right} {part:green(>0.2):8}", "Ada 0.25"), ("{missing|upper|bytes}", ""),
    ("{title|number}", "Ada"), ("{title|bytes}{title|date}", "AdaAda"), ("{{{title}}}", "{Ada}"),
  ])
  func valuesGoThroughFilters(_ template: String, _ expected: String) throws {
    let template = try RowTemplate(parsing: template)
    #expect(template.text(for: Self.row, clock: Self.clock) == expected)
  }

  @Test(arguments: [
    ("a {title|uper}", 9, "there is no filter 'uper'; did you mean 'upper'?"),
    ("{title:bodl}", 7, "there is no style 'bodl'; did you mean 'bold'?"),
    ("{title|}", 7, "a filter is missing"), ("{title|default}", 7, "'default' needs a value"),
    ("{title|upper(3)}", 13, "'upper' takes no value"), ("{a|bar(x)}", 7, "'bar' takes a number"),
    ("{a|bar(0)}", 7, "'bar' takes a number"), ("{a:right(>1)}", 9, "takes no condition"),
    ("{a:red(> )}", 7, "a value is missing"), ("{a:red(>1}", 6, "the closing ')'"),
    ("{a:red(>1) x}", 11, "expected '|', ':' or '}'"), ("{\"a}", 0, "the closing '}'"),
    ("{a:99999}", 3, "there is no style '99999'"),
  ])
  func faultsSayWhereTheyAre(_ template: String, _ offset: Int, _ message: String) {
    let error = #expect(throws: FilterSyntaxError.self) { try RowTemplate(parsing: template) }
    #expect(error?.offset == offset)
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
  }

  @Test func linesAndEdgesAreKept() throws {
    let template = try RowTemplate(parsing: "{title:bold} x{at|date:right} y\n{author.name:6}")
    #expect(template.lineCount == 2)
    let lines = template.lines(for: Self.row, clock: Self.clock)
    #expect(lines.map { $0.map(\.text) } == [["Ada", " x", "2024-05-01", " y"], ["li"]])
    #expect(lines[0].map(\.isAtRightEdge) == [false, false, true, true])
    #expect(lines[1][0].columns == 6 && !lines[1][0].isAtRightEdge)
    #expect(lines[0][0].styles == ["bold"])
  }

  @Test(arguments: [
    ("red(Running):green(Ada)", ["green"]), ("red(==\"Ada\")", ["red"]), ("red(~^A)", ["red"]),
    ("red(!= Ada)", []), (#"red(~"A\w+$")"#, ["red"]), (#"red(~A\w+$)"#, ["red"]),
    ("red(!=\"x\"):bold", ["red", "bold"]),
  ])
  func stylesDependOnValues(_ styles: String, _ expected: [String]) throws {
    let template = try RowTemplate(parsing: "{title:\(styles)}")
    #expect(template.lines(for: Self.row)[0][0].styles == expected)
    let missing = try RowTemplate(parsing: "{missing:\(styles)}")
    #expect(missing.lines(for: Self.row)[0][0].styles.allSatisfy { $0 == "bold" })
  }

  @Test(arguments: [
    (44, "now"), (45, "1 min ago"), (3_569, "59 min ago"), (3_570, "1 h ago"),
    (84_600, "1 d ago"), (2_592_000, "1 mo ago"), (31_536_000, "1 y ago"), (-90, "in 2 min"),
  ])
  func distancesAreWrittenInOneUnit(_ seconds: Int, _ expected: String) throws {
    let clock = LocalClock {
      1_714_564_800 + seconds
    } offset: { _ in
      0
    }
    let template = try RowTemplate(parsing: "{at|relative}")
    #expect(template.text(for: Self.row, clock: clock) == expected)
  }

  @Test func valuesAreQuotedForTheReader() throws {
    let template = try RowTemplate(parsing: "echo {title|upper} {missing}")
    #expect(template.text(for: Self.row) { "<\($0)>" } == "echo <ADA> <>")
  }

  /// No text, however broken, does more than throw.
  @Test func randomTextsNeverTrap() {
    let pieces = [
      "{", "}", "|", ":", "(", ")", "\"", "'", "title", "upper", "bar", "red", "5", ">", " ", "\\",
      "\n", "é", "🇩🇪", ",", ".", "/",
    ]
    var generator = SeededGenerator(seed: 42)
    for _ in 0..<5_000 {
      let text = (0..<Int.random(in: 0..<14, using: &generator))
        .map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
      guard let template = try? RowTemplate(parsing: text) else { continue }
      #expect(template.lines(for: Self.row).count == template.lineCount, "\(text)")
    }
  }

  @Test(arguments: [
    ("tilte", "title"), ("titel", "title"), ("boldd", "bold"), ("xyz", nil), ("Title", "title"),
  ])
  func theNearestNameIsFound(_ word: String, _ expected: String?) {
    #expect(NearestNames.nearest(to: word, among: ["bold", "title", "number"]).first == expected)
  }

  @Test func referenceListsAllFilters() {
    let names = TemplateReference.filters.flatMap { entry in
      entry.key.split(separator: ", ").map { String($0.prefix { $0 != "(" }) }
    }
    #expect(
      Set(names).subtracting(["\" / \")"]) == Set(TemplateFilter.Kind.allCases.map(\.rawValue)))
  }
}
