import Testing

@testable import MocoaFeed

/// Documents of YAML as JSON.
@Suite struct YAMLTests {
  private func feed(_ text: String, named name: String = "a.yaml") -> FeedReading {
    let reading = FeedReading(source: MemorySource(text, name: name), options: FeedOptions())
    reading.run()
    return reading
  }

  private func rows(_ reading: FeedReading) -> [String] {
    (0..<reading.index.progress.rowCount).map { reading.model.row($0).json.text }
  }

  // It was a table without rows.
  @Test(
    "34: documents of YAML are read as such, whatever the name of the file",
    arguments: [
      "a.txt", "a.csv", "a.tsv",
    ])
  func otherNames(_ name: String) {
    let options = FeedOptions(format: .yaml)
    let reading = FeedReading(source: MemorySource("a\nb\nc\n", name: name), options: options)
    reading.run()
    #expect(rows(reading) == [#""a b c""#])
  }

  @Test(
    "38: one document is read like one of JSON, several are a row each",
    arguments: [
      ("- a: 1\n  b: x y\n- a: 2\n", [#"{"a":1,"b":"x y"}"#, #"{"a":2}"#]),
      (
        "# list\nkind: List\nitems:\n  - {name: a}\n  - {name: b}\n",
        [#"{"name":"a"}"#, #"{"name":"b"}"#]
      ),
      (
        "---\nkind: A\nlist: [1]\n---\nkind: B\n...\n---\n",
        [#"{"kind":"A","list":[1]}"#, #"{"kind":"B"}"#]
      ),
      ("k: v\nn: ~\n", [#"{"key":"k","value":"v"}"#, #"{"key":"n","value":null}"#]),
      (
        "- v: [yes, on, true, False, null, ~, 1, -2.50, 1e3]\n"
          + "- v: [0x1F, 0o17, 0o8, 0x, .5, +1, 01, 1_0, .inf]\n",
        [
          #"{"v":["yes","on",true,false,null,null,1,-2.50,1e3]}"#,
          #"{"v":[31,15,"0o8","0x",".5","+1","01","1_0",".inf"]}"#,
        ]
      ),
      (
        "- '1'\n- \"a\\nb\"\n- |\n  c\n  d\n- !!str 2\n",
        [#""1""#, #""a\nb""#, #""c\nd\n""#, #""2""#]
      ),
      ("- &a {x: 1}\n- *a\n- <<: *a\n  y: 2\n", [#"{"x":1}"#, #"{"x":1}"#, #"{"y":2,"x":1}"#]),
      ("- <<: [{x: 1, y: 2}, {y: 3, z: 4}]\n  x: 5\n", [#"{"x":5,"y":2,"z":4}"#]),
      ("- {1: a, [b]: c, ? {d: e} : f}\n", [#"{"1":"a","[\"b\"]":"c","{\"d\":\"e\"}":"f"}"#]),
    ] as [(String, [String])])
  func documents(_ text: String, _ expected: [String]) {
    let reading = feed(text)
    #expect(rows(reading) == expected)
    #expect(reading.failure == nil)
  }

  @Test("38: an error of syntax has its line, and the documents before it are rows")
  func errors() {
    let reading = feed("---\na: 1\n---\nb: 2\n---\nc: [\n")
    #expect(rows(reading) == [#"{"a":1}"#, #"{"b":2}"#])
    #expect(reading.failure?.description.hasPrefix("a.yaml: line 7: no YAML: ") == true)
    let alias = feed("- *none\n")
    #expect(
      alias.failure?.description
        == "a.yaml: line 1: no YAML: there is no anchor 'none' before its alias")
  }

  @Test("38: aliases that expand to any size are an error, and so are very deep lists")
  func limits() {
    let levels = (1...12).map { level in
      "l\(level): &l\(level) [\((0..<10).map { _ in "*l\(level - 1)" }.joined(separator: ", "))]\n"
    }
    let laughs = feed("l0: &l0 \(String(repeating: "ha", count: 50))\n" + levels.joined())
    #expect(laughs.failure?.description.contains("aliases expand to more than 256 MB") == true)
    let deep = feed(String(repeating: "[", count: 2_000) + "\n")
    #expect(deep.failure != nil)
  }

  @Test("38: tags are left out, and that is said")
  func tags() {
    let reading = feed("- !Ref a\n- !!int \"5\"\n- !Sub {b: 1}\n")
    #expect(rows(reading) == [#""a""#, "5", #"{"b":1}"#])
    #expect(reading.source.notices == ["tags of YAML are left out: !Ref, !Sub"])
  }

  @Test("34: empty documents are left out, and that is said")
  func emptyDocuments() {
    let reading = feed("a: 1\n---\n---\n# nothing\n---\nnull\n")
    #expect(rows(reading) == [#"{"a":1}"#, "null"])
    #expect(reading.source.notices == ["2 empty documents are left out"])
  }

  @Test("38: YAML is known by the name of its file, or by an option")
  func names() {
    #expect(feed("- 1\n", named: "a.YML.gz").index.progress.rowCount == 1)
    let text = feed("k: 1\n", named: "a.txt")
    #expect(text.failure != nil)
    var options = FeedOptions()
    options.format = .yaml
    let reading = FeedReading(source: MemorySource("k: 1\n", name: "-"), options: options)
    reading.run()
    #expect(rows(reading) == [#"{"key":"k","value":1}"#])
  }
}
