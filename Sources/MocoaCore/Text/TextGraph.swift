/// Small charts of characters.
package enum TextGraph {
  /// Returns a fraction as a bar of a number of columns, in steps of an eighth of a column.
  package static func bar(_ fraction: Double, columns: Int) -> String {
    let columns = min(max(0, columns), 1_000)
    let part = fraction.isFinite ? min(max(0, fraction), 1) : 0
    let eighths = Int((part * Double(columns * 8)).rounded())
    let full = String(repeating: "█", count: eighths / 8)
    let rest = eighths % 8 == 0 ? "" : String(Array("▏▎▍▌▋▊▉")[eighths % 8 - 1])
    let blanks = columns - eighths / 8 - (rest.isEmpty ? 0 : 1)
    return full + rest + String(repeating: " ", count: blanks)
  }

  /// Returns the last values that fit as a sparkline, scaled between their minimum and maximum.
  package static func sparkline(_ values: [Double], columns: Int) -> String {
    let shown = values.suffix(max(0, columns)).map { $0.isFinite ? $0 : 0 }
    guard let least = shown.min(), let most = shown.max() else { return "" }
    let steps = Array("▁▂▃▄▅▆▇█")
    return String(
      shown.map { value in
        let part = most > least ? (value - least) / (most - least) : 0
        return steps[min(steps.count - 1, Int(part * Double(steps.count)))]
      })
  }
}
