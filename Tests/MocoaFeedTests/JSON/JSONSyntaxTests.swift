import Foundation
import Testing

@testable import MocoaFeed

/// JSON text and what a parser has to make of it.
///
/// The names begin as those of the JSON parsing test suite do (Seriot, *Parsing JSON is a
/// Minefield*): `y` must be accepted, `n` refused, and `i` is up to the parser.
struct SyntaxCase: Sendable, CustomTestStringConvertible {
  var name: String
  var bytes: [UInt8]

  init(_ name: String, _ text: String) { self.init(name, Array(text.utf8)) }

  init(_ name: String, _ bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }

  var testDescription: String { name }

  static let accepted: [SyntaxCase] = [
    SyntaxCase("y_array_empty", "[]"), SyntaxCase("y_object_empty", "{}"),
    SyntaxCase("y_array_white_space", " [ 1 ,\n\t2\r] "),
    SyntaxCase("y_array_mixed", #"[null, 1, "1", {}, [true, false]]"#),
    SyntaxCase("y_number_zero", "0"), SyntaxCase("y_number_minus_zero", "-0"),
    SyntaxCase("y_number_fraction", "[-0.5, 123.456789]"),
    SyntaxCase("y_number_exponents", "[1e1, 1E1, 1e+1, 1e-1, 0e0, 1.5E-10]"),
    SyntaxCase("y_number_huge", "[1e999, -1e-999, 123456789012345678901234567890]"),
    SyntaxCase("y_string_empty", #""""#), SyntaxCase("y_string_escapes", #""\"\\\/\b\f\n\r\t""#),
    SyntaxCase("y_string_unicode_escape", #"["\u0041\u00e9\uD83D\ude00\u0000"]"#),
    SyntaxCase("y_string_utf8", "\"é漢😀\u{10FFFF}\""),
    SyntaxCase("y_string_delete", "\"\u{7F}\""),
    SyntaxCase("y_string_separators", "\"\u{2028}\u{2029}\""),
    SyntaxCase("y_object_nested", #"{"a":{"b":[{"c":{}}]},"":0}"#),
    SyntaxCase("y_object_duplicate_key", #"{"a":1,"a":2}"#),
    SyntaxCase("y_structure_lonely_word", "true"),
    SyntaxCase("y_structure_trailing_line_feed", "[1]\n"),
    SyntaxCase("i_structure_byte_order_mark", "\u{FEFF}{}"),
    SyntaxCase("i_string_lone_lead", #"["\uDADA"]"#),
    SyntaxCase("i_string_lone_trail", #"["\uDC00x"]"#),
    SyntaxCase("i_string_inverted_surrogates", #"["\uDD1E\uD834"]"#),
    SyntaxCase("i_string_invalid_utf8", [0x22, 0xFF, 0x22]),
    SyntaxCase("i_string_overlong", [0x22, 0xC0, 0xAF, 0x22]),
    SyntaxCase("i_string_encoded_surrogate", [0x22, 0xED, 0xA0, 0x80, 0x22]),
    SyntaxCase("i_string_cut_sequence", [0x22, 0xE6, 0xBC, 0x22]),
    SyntaxCase("i_string_beyond_unicode", [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22]),
    SyntaxCase(
      "i_structure_nested",
      String(repeating: "[", count: 50_000) + String(repeating: "]", count: 50_000)),
  ]

  static let refused: [SyntaxCase] = [
    SyntaxCase("n_empty", ""), SyntaxCase("n_white_space", " "),
    SyntaxCase("n_byte_order_mark_alone", "\u{FEFF}"),
    SyntaxCase("n_array_trailing_comma", "[1,]"), SyntaxCase("n_array_two_commas", "[1,,2]"),
    SyntaxCase("n_array_leading_comma", "[,1]"), SyntaxCase("n_array_comma_alone", "[,]"),
    SyntaxCase("n_array_no_comma", "[1 2]"), SyntaxCase("n_array_colon", "[\"a\":1]"),
    SyntaxCase("n_array_unclosed", "[1"), SyntaxCase("n_array_wrong_close", "[1}"),
    SyntaxCase("n_array_extra_close", "[1]]"), SyntaxCase("n_array_star", "[*]"),
    SyntaxCase("n_object_no_colon", #"{"a" 1}"#), SyntaxCase("n_object_no_value", #"{"a":}"#),
    SyntaxCase("n_object_bare_key", "{a:1}"), SyntaxCase("n_object_number_key", "{1:1}"),
    SyntaxCase("n_object_single_quotes", "{'a':1}"),
    SyntaxCase("n_object_trailing_comma", #"{"a":1,}"#),
    SyntaxCase("n_object_two_colons", #"{"a"::1}"#), SyntaxCase("n_object_comment", "{/**/}"),
    SyntaxCase("n_object_unclosed", #"{"a":1"#), SyntaxCase("n_object_wrong_close", #"{"a":1]"#),
    SyntaxCase("n_object_key_alone", #"{"a"}"#), SyntaxCase("n_object_comma", #"{"a",1}"#),
    SyntaxCase("n_number_leading_zero", "01"), SyntaxCase("n_number_minus", "-"),
    SyntaxCase("n_number_minus_leading_zero", "-01"), SyntaxCase("n_number_plus", "+1"),
    SyntaxCase("n_number_point_end", "1."), SyntaxCase("n_number_point_start", ".5"),
    SyntaxCase("n_number_minus_point", "-.5"), SyntaxCase("n_number_exponent_end", "1e"),
    SyntaxCase("n_number_exponent_sign", "1e+"), SyntaxCase("n_number_hexadecimal", "0x10"),
    SyntaxCase("n_number_infinity", "Infinity"), SyntaxCase("n_number_minus_infinity", "-Infinity"),
    SyntaxCase("n_number_nan", "NaN"), SyntaxCase("n_number_letters", "1a"),
    SyntaxCase("n_number_point_exponent", "1.e1"), SyntaxCase("n_number_two_signs", "--1"),
    SyntaxCase("n_string_unclosed", "\"a"), SyntaxCase("n_string_quote_alone", "\""),
    SyntaxCase("n_string_escaped_end", #""\""#), SyntaxCase("n_string_bad_escape", #""\x""#),
    SyntaxCase("n_string_escaped_nul", [0x22, 0x5C, 0x00, 0x22]),
    SyntaxCase("n_string_short_unicode", #""\u00A""#),
    SyntaxCase("n_string_bad_unicode", #""\u00G0""#), SyntaxCase("n_string_bad_u", #""\U0041""#),
    SyntaxCase("n_string_line_feed", "\"a\nb\""), SyntaxCase("n_string_tab", "\"\t\""),
    SyntaxCase("n_string_nul", "\"\u{0}\""), SyntaxCase("n_string_single", "'a'"),
    SyntaxCase("n_word_short", "tru"), SyntaxCase("n_word_capital", "True"),
    SyntaxCase("n_word_long", "nulll"), SyntaxCase("n_structure_two_values", "1 2"),
    SyntaxCase("n_structure_close", "]"), SyntaxCase("n_structure_comma", "1,"),
    SyntaxCase("n_structure_no_break_space", "[1\u{A0}]"),
    SyntaxCase("n_structure_form_feed", "[\u{C}]"), SyntaxCase("n_structure_nul", "[1]\u{0}"),
    SyntaxCase("n_structure_byte", [0xE5]), SyntaxCase("n_structure_angle", "<.>"),
    SyntaxCase("n_structure_open", String(repeating: "[", count: 100_000)),
    SyntaxCase("n_structure_open_objects", String(repeating: #"{"":["#, count: 50_000)),
  ]
}

@Suite struct JSONSyntaxTests {
  @Test("Well-formed text is accepted", arguments: SyntaxCase.accepted)
  func accepts(_ sample: SyntaxCase) throws {
    try JSONBytes(sample.bytes).check()
  }

  @Test("Ill-formed text is refused", arguments: SyntaxCase.refused)
  func refuses(_ sample: SyntaxCase) {
    #expect(throws: JSONSyntaxError.self) { try JSONBytes(sample.bytes).check() }
  }

  @Test("Only what is not Unicode is flagged", arguments: SyntaxCase.accepted)
  func flags(_ sample: SyntaxCase) throws {
    let isFlagged = try JSONBytes(sample.bytes).check()
    #expect(isFlagged == (sample.name.hasPrefix("i_string")))
  }

  /// Every text of up to four of the pieces that structure is made of, against Foundation.
  @Test func agreesWithFoundationOnAllSmallTexts() {
    let pieces = ["[", "]", "{", "}", ",", ":", "\"\"", "1", "\"k\"", " "]
    var texts = [""]
    var last = texts
    for _ in 0..<4 {
      last = last.flatMap { text in pieces.map { text + $0 } }
      texts += last
    }
    #expect(texts.count == 11_111)
    for text in texts { expectAgreement(on: Array(text.utf8)) }
  }

  @Test func agreesWithFoundationOnDamagedText() {
    var random = SeededGenerator(seed: 8259)
    let alphabet = Array("[]{},:\"\\ \n0123456789.eE+-truefalsn/u".utf8)
    let model = Array(#"{"a":[1,-2.5e+3,"x\n\u00e9",true],"b":{"c":null,"d":[]},"e":"é"}"#.utf8)
    for _ in 0..<5_000 {
      var text = model
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = text.indices.randomElement(using: &random) ?? 0
        switch Int.random(in: 0..<3, using: &random) {
        case 0: text.remove(at: place)
        case 1: text[place] = alphabet.randomElement(using: &random) ?? 0x20
        default: text.insert(alphabet.randomElement(using: &random) ?? 0x20, at: place)
        }
      }
      expectAgreement(on: text)
    }
  }

  private func expectAgreement(on text: [UInt8]) {
    // Foundation takes numbers that do not fit for errors, and cut UTF-8 too.
    guard String(validating: text, as: UTF8.self) != nil else { return }
    let isAccepted = (try? JSONBytes(text).check()) != nil
    let oracle = try? JSONSerialization.jsonObject(with: Data(text), options: .fragmentsAllowed)
    guard isAccepted != (oracle != nil) else { return }
    let string = String(decoding: text, as: UTF8.self)
    if isAccepted {
      let hasLoneSurrogate = (try? JSONBytes(text).check()) == true
      #expect(string.contains { "eE".contains($0) } || hasLoneSurrogate, "\(string)")
    } else {
      // Foundation lets a comma stand behind the last element.
      #expect(string.filter { !$0.isWhitespace }.contains(",]"), "\(string)")
    }
  }
}
