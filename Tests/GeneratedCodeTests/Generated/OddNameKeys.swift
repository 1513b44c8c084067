// swift-format-ignore-file: written by mocoa-tui generate.

import Foundation
import MocoaFeed
import MocoaItems

extension ItemKey where Value == Date {
  static var oddNameDate: Self { "Date" }
}

extension ItemKey where Value == Int {
  static var oddName: Self { "" }
  static var oddName2: Self { "\u{7}" }
  static var oddName3: Self { " " }
  static var oddName4: Self { "#\"" }
  static var oddNameDollar: Self { "$dollar" }
  static var oddName9lives: Self { "9lives" }
  static var oddNameCodable: Self { "Codable" }
  static var oddNameInt: Self { "Int" }
  static var oddNameProtocol: Self { "Protocol" }
  static var oddNameRow: Self { "Row" }
  static var oddNameSelf: Self { "Self" }
  static var oddNameType: Self { "Type" }
  static var oddNameURL: Self { "URL" }
  static var oddNameX: Self { "\\#(x)" }
  static var oddNameX2: Self { "\\(x)" }
  static var oddName5: Self { "_" }
  static var oddName6: Self { "__" }
  static var oddNameAB: Self { "a b" }
  static var oddNameAB2: Self { "a-b" }
  static var oddNameAB3: Self { "aB" }
  static var oddNameAB4: Self { "a_b" }
  static var oddNameAny: Self { "any" }
  static var oddNameAsync: Self { "async" }
  static var oddNameAwait: Self { "await" }
  static var oddNameBackSlash: Self { "back\\slash" }
  static var oddNameClass: Self { "class" }
  static var oddNameDescription: Self { "description" }
  static var oddNameEach: Self { "each" }
  static var oddNameEmoji: Self { "emoji 😀" }
  static var oddNameHashValue: Self { "hashValue" }
  static var oddNameInit: Self { "init" }
  static var oddNameMacro: Self { "macro" }
  static var oddNameModel: Self { "model" }
  static var oddNameNewLine: Self { "new\nline" }
  static var oddNameOddName: Self { "oddName" }
  static var oddNamePackage: Self { "package" }
  static var oddNameQuoTe: Self { "quo\"te" }
  static var oddNameRawValue: Self { "rawValue" }
  static var oddNameSelf2: Self { "self" }
  static var oddNameStringValue: Self { "stringValue" }
  static var oddNameTitleOfIt: Self { "title of it" }
  static var oddNameÉ: Self { "é" }
  static var oddName7: Self { "\u{2028}" }
  static var oddName名前: Self { "名前" }
}

extension ItemKey where Value == JSONValue {
  static var oddNameCodingKeys: Self { "CodingKeys" }
  static var oddNameOptional: Self { "Optional" }
  static var oddNameString: Self { "String" }
}
