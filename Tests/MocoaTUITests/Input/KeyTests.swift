import Foundation
import Testing

@testable import MocoaTUI

@Suite struct KeyTests {
  static let names: [(Key, String)] = [
    ("j", "j"), ("G", "G"), ("-", "-"), ("+", "+"), ("é", "é"), ("日", "日"), ("~", "~"),
    (.space, "space"), (.control("c"), "ctrl-c"), (.alt("x"), "alt-x"), (.alt("X"), "alt-X"),
    (.control(" "), "ctrl-space"), (.control("-"), "ctrl--"), (.alt("+"), "alt-+"),
    (.up, "up"), (.pageDown, "pgdn"), (.escape, "esc"), (.enter, "enter"), (.delete, "del"),
    (Key(.up, .shift), "shift-up"), (Key(.tab, .shift), "shift-tab"),
    (.function(1), "f1"), (Key(.function(12), [.control, .alt, .shift]), "ctrl-alt-shift-f12"),
    (Key(" ", .shift), "shift-space"),
  ]

  @Test(arguments: names) func nameReadsAndWrites(key: Key, name: String) throws {
    #expect(key.description == name)
    #expect(try Key(named: name) == key)
  }

  @Test(arguments: [
    ("Ctrl+C", Key.control("c")), ("control-c", .control("c")), ("CTRL-c", .control("c")),
    ("meta-x", .alt("x")), ("option-x", .alt("x")), ("alt-ctrl-k", Key("k", [.control, .alt])),
    ("PageDown", .pageDown), ("pgdown", .pageDown), ("PgUp", .pageUp), ("Return", .enter),
    ("ESCAPE", .escape), ("insert", .insert), ("delete", .delete), ("F5", .function(5)),
    ("shift-g", "G"), ("ctrl-i", .tab), ("ctrl-m", .enter), ("ctrl-[", .escape), (" ", .space),
  ])
  func otherNamesAreKnown(name: String, key: Key) throws {
    #expect(try Key(named: name) == key)
  }

  @Test(arguments: [
    ("", KeyNameError.missingKey("")), ("ctrl-", .missingKey("ctrl-")),
    ("ctrl-alt-", .missingKey("ctrl-alt-")), ("foo", .unknownKey("foo", in: "foo")),
    ("f13", .unknownKey("f13", in: "f13")), ("ctrl-foo", .unknownKey("foo", in: "ctrl-foo")),
    ("foo-c", .unknownModifier("foo", in: "foo-c")),
    ("ctrl-super-c", .unknownModifier("super", in: "ctrl-super-c")),
    ("\n", .unknownKey("\n", in: "\n")), ("\u{1}", .unknownKey("\u{1}", in: "\u{1}")),
  ])
  func aWrongNameSaysWhatIsWrong(name: String, error: KeyNameError) {
    #expect(throws: error) { try Key(named: name) }
  }

  @Test func everyKeyReadsBackFromItsName() throws {
    var codes: [Key.Code] = [
      .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .insert, .delete, .backspace,
      .tab, .enter, .escape,
    ]
    codes += (1...12).map { .function($0) }
    codes += (0x20...0x7E).map { .character(Character(Unicode.Scalar($0))) }
    codes += ["é", "ß", "Σ", "日", "😀"].map { .character($0) }
    for code in codes {
      for bits in UInt8(0)..<8 {
        let key = Key(code, Key.Modifiers(rawValue: bits))
        #expect(try Key(named: key.description) == key, "\(code) with \(bits)")
      }
    }
  }

  @Test func keysThatATerminalCannotTellApartAreEqual() {
    #expect(Key("g", .shift) == "G")
    #expect(Key("G", .shift) == "G")
    #expect(Key("C", .control) == .control("c"))
    #expect(Key("i", .control) == .tab)
    #expect(Key("m", [.control, .alt]) == Key(.enter, .alt))
    #expect(Key("ß", .shift) == "ß", "its capital is two letters")
    #expect(Key("g", .alt) != "g")
    #expect(Key(.up, .shift) != .up)
  }

  @Test func onlyCharactersTypeText() {
    #expect(Key("é").text == "é")
    #expect(Key.space.text == " ")
    #expect(Key.control("c").text == nil)
    #expect(Key.alt("x").text == nil)
    #expect(Key.enter.text == nil)
  }

  @Test func codesAsItsName() throws {
    let keys: [Key] = [.control("c"), "G", Key(.up, .shift)]
    let data = try JSONEncoder().encode(keys)
    #expect(String(decoding: data, as: UTF8.self) == #"["ctrl-c","G","shift-up"]"#)
    #expect(try JSONDecoder().decode([Key].self, from: data) == keys)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([Key].self, from: Data(#"["hyper-c"]"#.utf8))
    }
  }
}
