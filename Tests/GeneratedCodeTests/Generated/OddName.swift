// swift-format-ignore-file: written by mocoa-tui generate.

import Foundation
import MocoaFeedUI

struct OddName: Decodable, Equatable, Sendable {
  var member: Int
  var member2: Int
  var member3: Int
  var member4: Int
  var dollar: Int
  var _9lives: Int
  var codable: Int
  var codingKeys: CodingKeys2
  var date: Date
  var int: Int
  var optional: Optional2
  var protocolValue: Int
  var row: Int
  var selfValue: Int
  var string: String2
  var type: Int
  var url: Int
  var x: Int
  var x2: Int
  var member5: Int
  var member6: Int
  var aB: Int
  var aB2: Int
  var aB3: Int
  var aB4: Int
  var any: Int
  var async: Int
  var awaitValue: Int
  var backSlash: Int
  var classValue: Int
  var description: Int
  var each: Int
  var emoji: Int
  var hashValueValue: Int
  var initValue: Int
  var macro: Int
  var model: Int
  var newLine: Int
  var oddName: Int
  var package: Int
  var quoTe: Int
  var rawValue: Int
  var selfValue2: Int
  var stringValue: Int
  var titleOfIt: Int
  var é: Int
  var member7: Int
  var 名前: Int

  private enum CodingKeys: String, CodingKey {
    case member = ""
    case member2 = "\u{7}"
    case member3 = " "
    case member4 = "#\""
    case dollar = "$dollar"
    case _9lives = "9lives"
    case codable = "Codable"
    case codingKeys = "CodingKeys"
    case date = "Date"
    case int = "Int"
    case optional = "Optional"
    case protocolValue = "Protocol"
    case row = "Row"
    case selfValue = "Self"
    case string = "String"
    case type = "Type"
    case url = "URL"
    case x = "\\#(x)"
    case x2 = "\\(x)"
    case member5 = "_"
    case member6 = "__"
    case aB = "a b"
    case aB2 = "a-b"
    case aB3 = "aB"
    case aB4 = "a_b"
    case any
    case async
    case awaitValue = "await"
    case backSlash = "back\\slash"
    case classValue = "class"
    case description
    case each
    case emoji = "emoji 😀"
    case hashValueValue = "hashValue"
    case initValue = "init"
    case macro
    case model
    case newLine = "new\nline"
    case oddName
    case package
    case quoTe = "quo\"te"
    case rawValue
    case selfValue2 = "self"
    case stringValue
    case titleOfIt = "title of it"
    case é
    case member7 = "\u{2028}"
    case 名前
  }

  struct CodingKeys2: Decodable, Equatable, Sendable {
    var x: Int
  }

  struct Optional2: Decodable, Equatable, Sendable {
    var array: [Array2]

    private enum CodingKeys: String, CodingKey {
      case array = "Array"
    }

    struct Array2: Decodable, Equatable, Sendable {
      var optional: JSONValue?

      private enum CodingKeys: String, CodingKey {
        case optional = "Optional"
      }
    }
  }

  struct String2: Decodable, Equatable, Sendable {
    var string: String3

    private enum CodingKeys: String, CodingKey {
      case string = "String"
    }

    struct String3: Decodable, Equatable, Sendable {
      var int: Int

      private enum CodingKeys: String, CodingKey {
        case int = "Int"
      }
    }
  }
}

final class OddNameViewModel: CellViewModel<OddName> {
  var title: String { "\(model.member)" }
  var detail: String { model.date.formatted(.iso8601) }
}

final class OddNameCell: TableViewCell<OddNameViewModel> {
  override func draw(in canvas: inout Canvas) {
    canvas.write(viewModel.title, style: .title)
    canvas.write(viewModel.detail, style: .secondary, alignment: .trailing)
  }
}

extension Module {
  /// Registers the cell for the rows of a list.
  func registerOddNameCell() { section.cell.register(OddNameCell.self) }
}
