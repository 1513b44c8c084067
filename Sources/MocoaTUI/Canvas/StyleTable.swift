/// The numbers of the styles that a frame's cells use, so that a cell is a trivial value.
final class StyleTable {
  private var numbers: [Style: UInt16] = [:]
  private(set) var styles: [Style] = []

  init() {
    _ = number(of: .body)
  }

  /// The number of a style, given out once; `.body` is 0.
  ///
  /// A table that is full (65,536 styles) answers 0.
  func number(of style: Style) -> UInt16 {
    if let number = numbers[style] { return number }
    guard styles.count <= Int(UInt16.max) else { return 0 }
    let number = UInt16(styles.count)
    styles.append(style)
    numbers[style] = number
    return number
  }
}
