import MocoaFeed
import MocoaTUI

/// Statistics of one member in a sample of rows: its frequency, kinds and width.
struct JSONMemberSample {
  /// The keys that lead to the member.
  let path: [String]

  /// The position of the member among those of the first rows.
  let order: Int

  private(set) var count = 0
  private(set) var objectCount = 0
  private var first: JSONBytes?
  private var isConstant = true
  private var textCount = 0
  /// The sizes and percentages among the texts, and all texts that may stand in a column of these.
  private var unitCount = 0
  private var amountCount = 0
  private var numberCount = 0
  private var dateCount = 0
  private var linkCount = 0
  private var arrayCount = 0
  private var totalWidth = 0
  private var widths: [Int] = []

  init(path: [String], order: Int) {
    self.path = path
    self.order = order
  }

  mutating func add(_ value: JSONBytes) {
    guard value.kind != .null else { return }
    count += 1
    if let first { isConstant = isConstant && value == first } else { first = value }
    let shown = value.count < JSONDisplayText.byteLimit ? JSONDisplayText(value) : nil
    let width = shown.map { TextWidth.columns(of: $0.text, upTo: 200) } ?? 200
    totalWidth += width
    widths.append(width)
    switch value.kind {
    case .object: objectCount += 1
    case .array: arrayCount += 1
    case .number: numberCount += 1
    case .string where shown?.style == .date: dateCount += 1
    case .string where shown?.style == .link: linkCount += 1
    case .string:
      textCount += 1
      let form = value.count < 32 ? value.amountForm : nil
      if form == .withUnit { unitCount += 1 }
      if form != nil { amountCount += 1 }
    default: break
    }
  }

  /// The width of the widest value, or, for possibly long texts, that of the 90th percentile.
  var width: Int {
    let sorted = widths.sorted()
    guard let widest = sorted.last else { return 0 }
    if widest <= 24 || isAmount { return min(widest, Self.widestAmount) }
    return sorted[min(sorted.count - 1, sorted.count * 9 / 10)]
  }

  var isText: Bool { textCount * 2 > count }
  var isNumber: Bool { numberCount * 2 > count }
  /// A Boolean value that indicates whether all values are sizes, percentages or numbers.
  private var isAmount: Bool { isNumber || unitCount > 0 && amountCount + numberCount == count }
  private var isDate: Bool { dateCount * 2 > count }
  private var isLink: Bool { linkCount * 2 > count }
  private var isNested: Bool { (objectCount + arrayCount) * 2 > count }

  /// A Boolean value that indicates whether the values are scalars that fit a narrow column.
  var isShort: Bool { !isNested && count > 0 && totalWidth / count <= 24 && !isLink }

  /// A Boolean value that indicates whether the values are scalars that distinguish rows.
  var isInformative: Bool { !isNested && count > 0 && (!isConstant || count == 1) }

  /// The group: 1 short values, 2 dates, 3 nested values, 4 long identifiers, 5 texts, 6 links.
  var group: Int {
    if isDate { return 2 }
    if isLink { return 6 }
    if isNested { return 3 }
    // A constant value distinguishes rows least.
    if isConstant && count >= 8 { return 4 }
    if isIdentifier { return width > 12 ? 4 : 1 }
    return isShort ? 1 : 5
  }

  private var isIdentifier: Bool {
    guard let key = path.last?.lowercased() else { return false }
    return ["id", "_id", "uuid", "guid", "node_id", "sha", "hash", "etag"].contains(key)
  }

  /// Returns the column of the member; the message of a record of a log is more important than the
  /// members behind it.
  func column(title: String, isTitle: Bool, ofLog isLog: Bool) -> TableColumn {
    TableColumn(
      id: JSONPointer(tokens: path).description, title: title,
      width: isTitle && isLog
        ? .content(minimum: min(48, max(8, width)), maximum: 60)
        : columnWidth(title: title, isTitle: isTitle),
      alignment: .standard(ofNumbers: isAmount),
      style: style(isTitle: isTitle), isPinned: isTitle)
  }

  /// The minimum number of columns of a title that are shown, even above one-digit numbers.
  private static let shortestTitle = 6

  /// The maximum number of columns of a number.
  private static let widestAmount = 40

  private func columnWidth(title: String, isTitle: Bool) -> Extent {
    if isTitle { return .content(minimum: min(24, max(8, width)), maximum: 60) }
    switch group {
    // A time without its end would be another one.
    case 2: return .content(minimum: min(32, width), maximum: 32)
    case 5: return .share(1, minimum: 24)
    case 6: return .content(minimum: 12, maximum: 40)
    case 3: return .content(minimum: 8, maximum: 28)
    default:
      let titleWidth = TextWidth.columns(of: title, upTo: Self.shortestTitle)
      let (least, most) = isAmount ? (Self.widestAmount, Self.widestAmount) : (20, 32)
      return .content(minimum: min(least, max(width, titleWidth)), maximum: most)
    }
  }

  private func style(isTitle: Bool) -> StyleName {
    if isTitle { return .title }
    switch group {
    case 2: return .date
    case 3, 4, 5, 6: return .secondary
    default: return isNumber ? .number : .body
    }
  }
}
