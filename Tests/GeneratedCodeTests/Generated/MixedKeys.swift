// swift-format-ignore-file: written by mocoa-tui generate.

import Foundation
import MocoaFeed
import MocoaItems

extension ItemKey where Value == Bool {
  static var mixedExtra: Self { "extra" }
}

extension ItemKey where Value == JSONValue {
  static var mixedLink: Self { "link" }
  static var mixedList: Self { "list" }
  static var mixedValue: Self { "value" }
}

extension ItemKey where Value == String {
  static var mixedKind: Self { "kind" }
  static var mixedWhen: Self { "when" }
}
