import MocoaCore

/// A filter of a template: a conversion of a value.
struct TemplateFilter: Hashable, Sendable {
  enum Kind: String, CaseIterable {
    case upper, lower, number, bytes, percent, duration, date, time, relative
    case count, join, json, `default`, bar, spark, check, badge

    var arguments: ClosedRange<Int> {
      switch self {
      case .number, .join, .bar, .percent: 0...1
      case .default: 1...1
      default: 0...0
      }
    }

    var takesNumber: Bool { [.number, .bar, .percent].contains(self) }

    /// Returns whether a number is allowed as its argument.
    func takes(_ number: Double?) -> Bool {
      guard let number, number.isFinite else { return false }
      return self == .bar ? number > 0 : number >= 0
    }
  }

  var kind: Kind
  var argument: String?
}

extension TemplateFilter {
  /// Returns the filtered value; values of other kinds are unchanged.
  func apply(to value: TemplateValue, columns: Int?, clock: LocalClock) -> TemplateValue {
    if kind == .default { return value.plainText.isEmpty ? .text(argument ?? "") : value }
    if case .missing = value { return .missing }
    if case .json(let bytes) = value, bytes.kind == .null { return .missing }
    switch kind {
    case .default: return value
    case .upper: return value.mapText { $0.uppercased() }
    case .lower: return value.mapText { $0.lowercased() }
    case .number, .bytes, .percent, .duration: return numeric(value)
    case .date, .time, .relative: return temporal(value, clock)
    case .count: return count(value)
    case .join: return join(value)
    case .json:
      guard case .json(let bytes) = value else { return value }
      return .text(bytes.description)
    case .bar:
      guard let number = value.number else { return value }
      let greatest = argument.flatMap(Double.init) ?? 1
      return .text(TextGraph.bar(number / greatest, columns: columns ?? 10))
    case .spark:
      guard let elements = value.elements else { return value }
      let numbers = elements.map { TemplateValue.json($0).number ?? 0 }
      return .text(TextGraph.sparkline(numbers, columns: columns ?? 40))
    case .check:
      guard case .json(let bytes) = value, bytes.kind == .bool else { return value }
      return bytes.text.hasPrefix("t") ? .styled("✓", "success") : .styled("✗", "secondary")
    case .badge:
      let text = value.plainText
      return text.isEmpty ? .missing : .styled(" \(text) ", "badge")
    }
  }

  private func numeric(_ value: TemplateValue) -> TemplateValue {
    guard let number = value.number, number.isFinite else { return value }
    let digits = argument.flatMap { Int($0) }
    return switch kind {
    case .bytes: .text(TextNumber.bytes(number))
    case .percent: .text(TextNumber.decimal(number * 100, digits: digits ?? 0) + " %")
    case .duration: .text(TextNumber.duration(number))
    default:
      if let digits {
        .text(TextNumber.grouped(TextNumber.decimal(number, digits: digits)))
      } else {
        value.mapText(TextNumber.grouped)
      }
    }
  }

  private func temporal(_ value: TemplateValue, _ clock: LocalClock) -> TemplateValue {
    let text = value.plainText
    let written = Timestamp(text)
    // Numbers are seconds or smaller units since 1970.
    guard let time = written ?? value.number.flatMap({ Timestamp(epoch: $0) }) else { return value }
    if kind == .relative { return .text(clock.distance(to: time.seconds)) }
    // A date without a time is the same in all time zones.
    if kind == .date, written != nil, text.utf8.count == 10 { return .text(text) }
    return .text(clock.local(time.seconds).text(format: kind == .date ? "%F" : "%H:%M") ?? text)
  }

  private func count(_ value: TemplateValue) -> TemplateValue {
    guard case .json(let bytes) = value else { return value }
    return .text(String(bytes.elementCount ?? value.plainText.count))
  }

  private func join(_ value: TemplateValue) -> TemplateValue {
    guard let elements = value.elements else { return value }
    return .text(elements.map(RowText.text(of:)).joined(separator: argument ?? ", "))
  }
}

extension TemplateValue {
  fileprivate func mapText(_ transform: (String) -> String) -> TemplateValue {
    if case .styled(let text, let style) = self { return .styled(transform(text), style) }
    return .text(transform(plainText))
  }
}

extension LocalClock {
  /// Returns the relative time of a moment: `5 min ago`, `in 2 d`.
  fileprivate func distance(to second: Int) -> String {
    let distance = now() - second
    let seconds = Int(distance.magnitude)
    guard seconds >= 45 else { return "now" }
    let (count, unit) =
      switch seconds {
      case ..<3_570: (max(1, (seconds + 30) / 60), "min")
      case ..<84_600: (max(1, (seconds + 1_800) / 3_600), "h")
      case ..<2_592_000: ((seconds + 43_200) / 86_400, "d")
      case ..<31_536_000: (seconds / 2_592_000, "mo")
      default: (seconds / 31_536_000, "y")
      }
    return distance > 0 ? "\(count) \(unit) ago" : "in \(count) \(unit)"
  }
}
