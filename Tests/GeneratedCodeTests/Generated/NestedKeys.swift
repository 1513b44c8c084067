// swift-format-ignore-file: written by mocoa-tui generate.

import Foundation
import MocoaFeed
import MocoaItems

extension ItemKey where Value == Int {
  static var nestedNumber: Self { "number" }
}

extension ItemKey where Value == JSONValue {
  static var nestedID: Self { "ID" }
  static var nestedBuyer: Self { "buyer" }
  static var nestedCodingKey: Self { "coding_key" }
  static var nestedLines: Self { "lines" }
  static var nestedNested: Self { "nested" }
  static var nestedPaid: Self { "paid" }
  static var nestedTags: Self { "tags" }
}

extension ItemKey where Value == [[Double]] {
  static var nestedGrid: Self { "grid" }
}
