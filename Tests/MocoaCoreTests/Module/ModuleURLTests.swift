import MocoaCore
import MocoaTestSupport
import Testing

@Suite struct ModuleURLTests {
  @Test(
    "M1: slashes, case and encoding have one canonical form", .parity("1.1.3", "1.1.4"),
    arguments: [
      ("mocoa://contacts", "mocoa://contacts/"),
      ("mocoa://contacts/", "mocoa://contacts/"),
      ("MOCOA://Contacts/Table", "mocoa://contacts/Table"),
      ("https://user@contacts:8080/a/#part", "https://contacts/a"),
      ("mocoa://c/table/section/header:big/", "mocoa://c/table/section/header:big"),
      ("mocoa://c/:/header:", "mocoa://c/:/header:"),
      ("mocoa://c/联系人/%41", "mocoa://c/联系人/A"),
      ("mocoa://c/a-b/c_d/e.f", "mocoa://c/a-b/c_d/e.f"),
      ("mocoa://c/a?x=1&x=2&y&z=&s=a+b%20c", "mocoa://c/a?x=1&x=2&y&z=&s=a%20b%20c"),
      ("mocoa://c?x=1", "mocoa://c/?x=1"),
    ])
  func canonicalForm(text: String, canonical: String) throws {
    let url = try ModuleURL(parsing: text)
    #expect(url.description == canonical)
    #expect(try ModuleURL(parsing: canonical) == url)
    #expect(try ModuleURL(parsing: canonical).description == canonical)
  }

  @Test(
    "M2: a malformed address is refused, with the column",
    .parity("1.1.2", "1.1.3", "1.1.4", "1.2.9"),
    arguments: [
      ("", 1, "a scheme and \"://\" are missing"),
      ("contacts/table", 1, "a scheme and \"://\" are missing"),
      ("mocoa:/contacts", 1, "a scheme and \"://\" are missing"),
      ("1x://contacts", 1, "a scheme and \"://\" are missing"),
      ("mocoa:///a", 9, "the domain is missing"),
      ("mocoa://user@/a", 14, "the domain is missing"),
      ("mocoa://c d/a", 10, "\" \" is none of letters, digits, \"_\", \"-\" and \".\""),
      ("mocoa://c:8x/a", 12, "the port is not a number"),
      ("mocoa://c//a", 11, "a component is empty"),
      ("mocoa://c/a//", 13, "a component is empty"),
      ("mocoa://c/a:b:c", 14, "a component has one colon at most"),
      ("mocoa://c/:a", 11, "a kind is missing before the colon"),
      ("mocoa://c/..", 11, "\".\" and \"..\" are not names"),
      ("mocoa://c/a/./b", 13, "\".\" and \"..\" are not names"),
      ("mocoa://c/a b", 12, "\" \" is none of letters, digits, \"_\", \"-\" and \".\""),
      ("mocoa://c/a%2Fb", 12, "\"/\" is none of letters, digits, \"_\", \"-\" and \".\""),
      ("mocoa://c/a%3Ab", 12, "\":\" is none of letters, digits, \"_\", \"-\" and \".\""),
      ("mocoa://c/a%4", 12, "the percent-encoding is broken"),
      ("mocoa://c/%FF", 11, "the percent-encoding is broken"),
      ("mocoa://c/\u{301}a", 11, "U+0301 has no letter before it"),
      ("mocoa://c/a\0", 12, "U+0000 is none of letters, digits, \"_\", \"-\" and \".\""),
    ])
  func malformed(text: String, column: Int, reason: String) {
    let error = #expect(throws: ModuleURLError.self) { try ModuleURL(parsing: text) }
    #expect(error?.column == column)
    #expect(error?.reason == reason)
  }

  @Test("M1: a path has a kind and a name for each level") @MainActor
  func components() {
    let registry = ModuleRegistry()
    var module: Module? = registry["mocoa://c/table/kind:name/kind:/:"]
    var components: [String] = []
    while let level = module, let parent = level.parent {
      components.append("\(level.kind):\(level.name)")
      module = parent
    }
    #expect(components == [":", "kind:", "kind:name", ":table"])
    #expect(module?.url == "mocoa://c/")
  }

  @Test("M1: domain and path identify a module", .parity("1.1.1"))
  func schemeIsInformativeAndOptionsAreKept() {
    let url: ModuleURL = "mocoa://c/a?x&y=&z=1"
    #expect(url == "https://C/a?x&y=&z=1")
    #expect(url != "mocoa://c/a")
    #expect(url.identity == ("mocoa://c/a" as ModuleURL).identity)
    let options = ModuleOptions(url: url)
    #expect(options.contains("x") && options.string("x") == nil)
    #expect(["y", "z"].map(options.string) == ["", "1"])
  }

  /// Every text of up to six of these characters either fails or survives a round trip.
  @Test("M2: every short text is refused or survives a round trip", .parity("1.1.3"))
  func allShortPathsRoundTrip() throws {
    let alphabet: [Character] = ["a", ":", "/", ".", "%"]
    var texts = [""]
    var accepted = 0
    for _ in 0..<6 {
      texts = texts.flatMap { text in alphabet.map { text + String($0) } }
      for text in texts {
        let text = "mocoa://c" + (text.hasPrefix("/") ? text : "/" + text)
        guard let url = try? ModuleURL(parsing: text) else { continue }
        accepted += 1
        #expect(try ModuleURL(parsing: "\(url)") == url)
      }
    }
    #expect(accepted > 100)
  }

  @Test("M2: names and kinds are checked", .parity("1.1.5", "1.1.6"))
  func namesAreValidated() {
    #expect(ModuleName(rawValue: "a/b") == nil)
    #expect(ModuleKind(rawValue: "a:b") == nil)
    #expect(ModuleName(rawValue: "")?.rawValue == "")
    #expect(ModuleName(rawValue: "名-1_x.y") != nil)
    #expect(throws: ModuleURLError.self) { try ModuleName(validating: "..") }
  }

  // defect C13: whatever stood around the domain was dropped.
  @Test(
    "M2: a domain is refused where it is not one", .parity("1.1.10"),
    arguments: ["c/d", "u@c", "c:80", "c?d", "c#d", ""])
  func domainsAreValidated(text: String) throws {
    #expect(throws: ModuleURLError.self) { try ModuleURL(domain: text) }
    #expect(try ModuleURL(domain: "C") == "mocoa://c/")
  }

  // defect C17: a list was turned into one text.
  @Test("M11: a list that is given by hand has all its values")
  func listsAreOptions() {
    let options = ModuleOptions(["t": ["x", "y"], "n": [1, 2]])
    #expect(options.all("t") == ["x", "y"])
    #expect(options.string("t") == "x")
    #expect(options.all("n") == ["1", "2"])
  }
}
