import MocoaCore

/// A chart of a series of numbers, drawn again when what its closure reads changes.
///
/// ```swift
/// Chart { server.loads }
/// Chart(.columns, in: 0...100) { server.percentages }
/// Chart(format: .byteCount) { server.memory }
/// Chart { list.shownItems.map(\.load) }
/// ```
/// The closure reads properties of an `@Observable` class, or of a ``ListPage``: all its
/// ``ListPage/items``, the ``ListPage/shownItems`` that match the filter, or the
/// ``ListPage/current`` one.
///
/// A line has two values in a column of the terminal, and columns have one; of more values, the
/// last ones are displayed. A line of fewer values takes the whole width, too. The ends of the
/// scale are at the left where there is room for them. A value that is not finite is a gap.
@MainActor
public final class Chart: View {
  /// The form of a chart.
  public enum Kind: Sendable {
    /// A line of braille dots, four in a row of the terminal.
    case line
    /// Columns of blocks, from 0 or from the end of the scale that is nearest to it.
    ///
    /// They grow in steps of an eighth of a row, and below 0, or in the row of 0, of half a row.
    case columns
  }

  private let kind: Kind
  private let scale: ClosedRange<Double>?
  private let rows: Int
  private let style: StyleName
  private let format: ColumnFormat<Double>
  private let values: @MainActor () -> [Double]

  /// Creates a chart.
  ///
  /// - Parameters:
  ///   - kind: The form.
  ///   - scale: The least and the greatest value that are displayed; nil for those of the values.
  ///   - rows: The height in a stack or a detail pane, in rows of the screen.
  ///   - style: The style of the line or the columns.
  ///   - format: The format of the ends of the scale.
  ///   - values: Returns the values, from observable properties.
  public init(
    _ kind: Kind = .line, in scale: ClosedRange<Double>? = nil, rows: Int = 6,
    style: StyleName = .number, format: ColumnFormat<Double> = .short,
    values: @escaping @MainActor () -> [Double]
  ) {
    (self.kind, self.scale, self.rows) = (kind, scale, rows)
    (self.style, self.format, self.values) = (style, format, values)
    super.init()
  }

  public override var observesDrawing: Bool { true }

  public override func sizeThatFits(_ available: Size) -> Size {
    Size(columns: available.columns, rows: min(max(1, rows), available.rows))
  }

  public override func draw(in canvas: inout Canvas) {
    let values = values()
    guard let scale = scale ?? scale(of: values) else { return }
    let room = drawScale(scale, on: canvas)
    let size = room.bounds.size
    let parts = values.suffix(kind == .line ? size.columns * 2 : size.columns).map { value in
      value.isFinite ? Self.part(of: value, in: scale) : nil
    }
    let lines: [String]
    switch kind {
    case .line:
      lines = Self.braille(Self.spread(parts, over: size.columns * 2), rows: size.rows)
    case .columns:
      let zero = Self.part(of: 0, in: scale)
      lines = Self.blocks(parts, from: zero, rows: size.rows)
    }
    for (row, line) in lines.enumerated() {
      room.draw(line, at: Point(column: 0, row: row), style: style)
    }
  }

  /// Returns the scale of values: columns begin at 0, and a constant line is in the middle.
  private func scale(of values: [Double]) -> ClosedRange<Double>? {
    var numbers = values.filter(\.isFinite)
    if kind == .columns { numbers.append(0) }
    guard let least = numbers.min(), let greatest = numbers.max() else { return nil }
    return least < greatest ? least...greatest : least - 1...greatest + 1
  }

  /// Draws the ends of a scale, and returns the part of the canvas at their right.
  private func drawScale(_ scale: ClosedRange<Double>, on canvas: Canvas) -> Canvas {
    let texts = [format.text(scale.upperBound), format.text(scale.lowerBound)]
    let columns = texts.map { TextWidth.columns(of: $0) }.max() ?? 0
    guard canvas.size.rows > 1, columns * 3 < canvas.size.columns else { return canvas }
    for (text, row) in zip(texts, [0, canvas.size.rows - 1]) {
      let left = columns - TextWidth.columns(of: text)
      canvas.draw(text, at: Point(column: left, row: row), style: .secondary)
    }
    return canvas.part(canvas.bounds.split(columns + 1, from: .left).rest)
  }

  private static func part(of value: Double, in scale: ClosedRange<Double>) -> Double {
    let extent = scale.upperBound / 2 - scale.lowerBound / 2
    return extent > 0 ? Bar.clamped((value / 2 - scale.lowerBound / 2) / extent) : 0
  }

  /// Returns a number of values on the lines between fewer ones.
  private static func spread(_ values: [Double?], over count: Int) -> [Double?] {
    guard values.count > 1, values.count < count else { return values }
    let step = Double(values.count - 1) / Double(count - 1)
    return (0..<count).map { place -> Double? in
      let position = Double(place) * step
      let index = min(Int(position), values.count - 2)
      guard let first = values[index], let next = values[index + 1] else {
        return values[min(Int(position.rounded()), values.count - 1)]
      }
      return first + (next - first) * (position - Double(index))
    }
  }

  /// Returns the rows of a line through values between 0 and 1, two in a character.
  private static func braille(_ values: [Double?], rows: Int) -> [String] {
    let dots = rows * 4
    let levels = values.map { $0.map { dots - 1 - Int(($0 * Double(dots - 1)).rounded()) } }
    return (0..<rows).map { row in
      var cells = [UInt32](repeating: 0x2800, count: (levels.count + 1) / 2)
      for (index, level) in levels.enumerated() {
        guard let level else { continue }
        // A line goes on from the value before, without a gap between rows of dots.
        let before = index > 0 ? levels[index - 1] ?? level : level
        let first = before < level ? before + 1 : level
        let last = before > level ? before - 1 : level
        let bits: [UInt32] = index % 2 == 0 ? [0x01, 0x02, 0x04, 0x40] : [0x08, 0x10, 0x20, 0x80]
        for (dot, bit) in bits.enumerated() where (first...last).contains(row * 4 + dot) {
          cells[index / 2] |= bit
        }
      }
      return String(String.UnicodeScalarView(cells.compactMap { Unicode.Scalar($0) }))
    }
  }

  /// Returns the rows of columns from a value between 0 and 1 to others.
  private static func blocks(_ values: [Double?], from zero: Double, rows: Int) -> [String] {
    // In half rows, so that a column that passes through the row of 0 fills a half of it.
    let start = Int((zero * Double(rows * 2)).rounded()) * 4
    let columns = values.map { value -> Range<Int> in
      guard let value else { return start..<start }
      let eighths = Int(((value - zero) * Double(rows * 8)).rounded())
      let end = min(max(0, start + eighths), rows * 8)
      return min(start, end)..<max(start, end)
    }
    return (0..<rows).map { row in
      let bottom = (rows - 1 - row) * 8
      return String(
        columns.map { block(from: $0.lowerBound - bottom, to: $0.upperBound - bottom) })
    }
  }

  private static let lowerBlocks = Array(" ▁▂▃▄▅▆▇█")

  /// Returns the character that is filled between two eighths of its height, from below.
  ///
  /// There is a character for each eighth from below. From above, and between the ends, it is the
  /// nearest one of an eighth, a half and a whole.
  private static func block(from low: Int, to high: Int) -> Character {
    let (low, high) = (max(0, low), min(high, 8))
    guard low < high else { return " " }
    if low == 0 { return lowerBlocks[high] }
    switch (high - low, high == 8) {
    case (...2, true): return "▔"
    case (3...6, true): return "▀"
    case (_, true): return "█"
    case (...1, false): return " "
    case (_, false): return low == 4 ? "▀" : "▄"
    }
  }
}

/// A chart of named numbers as horizontal bars, one in each row.
///
/// ```swift
/// BarChart { folders.map { ($0.name, Double($0.size)) } }
/// ```
/// The bars are in the proportion of the numbers; one that is negative or not finite has no bar.
/// With `upTo`, a bar of that number has the full length.
@MainActor
public final class BarChart: View {
  private let greatest: Double?
  private let style: StyleName
  private let format: ColumnFormat<Double>
  private let values: @MainActor () -> [(name: String, value: Double)]

  /// Creates a chart.
  ///
  /// - Parameters:
  ///   - greatest: The number of a bar of the full length; nil for the greatest one.
  ///   - style: The style of the bars.
  ///   - format: The format of values.
  ///   - values: Returns names and values, from top to bottom, from observable properties.
  public init(
    upTo greatest: Double? = nil, style: StyleName = .number, format: ColumnFormat<Double> = .short,
    values: @escaping @MainActor () -> [(name: String, value: Double)]
  ) {
    self.greatest = greatest
    (self.style, self.format, self.values) = (style, format, values)
    super.init()
  }

  public override var observesDrawing: Bool { true }

  public override func sizeThatFits(_ available: Size) -> Size {
    Size(columns: available.columns, rows: min(values().count, available.rows))
  }

  public override func draw(in canvas: inout Canvas) {
    let values = values()
    let texts = values.map { format.text($0.value) }
    let limit = canvas.size.columns / 3
    let left = values.map { TextWidth.columns(of: $0.name, upTo: limit) }.max() ?? 0
    let right = texts.map { TextWidth.columns(of: $0, upTo: limit) }.max() ?? 0
    let greatest = greatest ?? values.map(\.value).filter(\.isFinite).max() ?? 0
    let columns = max(0, canvas.size.columns - left - right - 2)
    for (row, entry) in values.enumerated() {
      let line = canvas.bounds.offsetBy(columns: 0, rows: row)
      var canvas = canvas.part(line.split(1, from: .top).strip)
      canvas.draw(entry.name, at: .zero, columns: left)
      let bar = TextGraph.bar(greatest > 0 ? entry.value / greatest : 0, columns: columns)
      canvas.draw(bar, at: Point(column: left + 1, row: 0), columns: columns, style: style)
      canvas.write(texts[row], style: .secondary, alignment: .trailing)
    }
  }
}
