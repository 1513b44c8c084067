extension Color {
  /// Returns the number of the nearest color on a terminal with a number of colors.
  ///
  /// With more than 256 colors, numbers above 255 are 0xRRGGBB.
  func index(of colorCount: Int) -> Int32 {
    switch self {
    case .palette(let index):
      if Int(index) < max(8, colorCount) { return Int32(index) }
      let (red, green, blue) = Self.components(ofPaletteIndex: index)
      return Self.nearestBasic(red, green, blue, bright: colorCount >= 16)
    case .rgb(let red, let green, let blue):
      if colorCount > 256 {
        let value = Int32(red) << 16 | Int32(green) << 8 | Int32(blue)
        // Numbers up to 255 are the palette: the darkest blues borrow one step of green.
        return value > 255 ? value : value == 0 ? 16 : 0x000100
      }
      if colorCount == 256 { return Self.nearestInCube(red, green, blue) }
      return Self.nearestBasic(red, green, blue, bright: colorCount >= 16)
    }
  }

  /// Returns the components of a color of xterm's 256-color palette.
  static func components(ofPaletteIndex index: UInt8) -> (UInt8, UInt8, UInt8) {
    let index = Int(index)
    if index >= 232 {
      let gray = UInt8(8 + (index - 232) * 10)
      return (gray, gray, gray)
    }
    if index >= 16 {
      let cube = index - 16
      func level(_ digit: Int) -> UInt8 { digit == 0 ? 0 : UInt8(55 + digit * 40) }
      return (level(cube / 36), level(cube / 6 % 6), level(cube % 6))
    }
    let strong: UInt8 = index >= 8 ? 255 : 205
    func part(_ bit: Int) -> UInt8 { index & bit != 0 ? strong : index == 8 ? 127 : 0 }
    return (part(1), part(2), part(4))
  }

  private static func nearestInCube(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Int32 {
    nearest(16..<256, to: (red, green, blue))
  }

  private static func nearestBasic(
    _ red: UInt8, _ green: UInt8, _ blue: UInt8, bright: Bool
  ) -> Int32 {
    let index = nearest(0..<(bright ? 16 : 8), to: (red, green, blue))
    guard [0, 7, 8, 15].contains(index), isColorful((red, green, blue)) else { return index }
    // A dark or pale color is easier to recognize by its hue than by its brightness.
    let strength = max(red, green, blue)
    func part(_ value: UInt8) -> UInt8 { UInt8(Int(value) * 205 / Int(strength)) }
    return nearest(1..<7, to: (part(red), part(green), part(blue)))
  }

  private static func nearest(_ range: Range<Int>, to color: (UInt8, UInt8, UInt8)) -> Int32 {
    func distance(_ index: Int) -> Int {
      let other = components(ofPaletteIndex: UInt8(index))
      let (r, g, b) = (
        Int(color.0) - Int(other.0), Int(color.1) - Int(other.1), Int(color.2) - Int(other.2)
      )
      return r * r + g * g + b * b
    }
    return Int32(range.min { distance($0) < distance($1) } ?? 0)
  }
}
