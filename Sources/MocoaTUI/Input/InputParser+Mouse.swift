extension InputParser {
  /// A report in SGR form: `CSI < buttons ; column ; row M`, or `m` when a button is let go.
  func finishMouse(_ last: UInt8, _ handle: (InputEvent) -> Void) {
    guard let buttons = sequence.number(0), let column = sequence.number(1),
      let row = sequence.number(2)
    else { return }
    emitMouse(
      buttons, isRelease: last == UInt8(ascii: "m"), column: column, row: row, handle)
  }

  /// A report in the oldest form, in which each number is a byte, 32 too large.
  ///
  /// It does not say which button is let go, so that is taken to be the left one.
  mutating func consumeInLegacyMouse(_ byte: UInt8, _ handle: (InputEvent) -> Void) {
    guard byte >= 0x20 else {
      legacyReport.removeAll(keepingCapacity: true)
      return restart(with: byte, handle)
    }
    legacyReport.append(byte - 0x20)
    guard legacyReport.count == 3 else { return }
    let (buttons, column, row) = (legacyReport[0], legacyReport[1], legacyReport[2])
    legacyReport.removeAll(keepingCapacity: true)
    state = .ground
    let isRelease = buttons & 0b0110_0011 == 3
    emitMouse(
      Int(isRelease ? buttons & ~3 : buttons), isRelease: isRelease, column: Int(column),
      row: Int(row), handle)
  }

  private func emitMouse(
    _ buttons: Int, isRelease: Bool, column: Int, row: Int, _ handle: (InputEvent) -> Void
  ) {
    guard column > 0, row > 0,
      let action = mouseAction(buttons, isRelease: isRelease)
    else { return }
    var modifiers: Key.Modifiers = []
    if buttons & 4 != 0 { modifiers.insert(.shift) }
    if buttons & 8 != 0 { modifiers.insert(.alt) }
    if buttons & 16 != 0 { modifiers.insert(.control) }
    handle(
      .mouse(MouseEvent(action, column: column - 1, row: row - 1, modifiers: modifiers)))
  }

  /// The lowest two bits are a button, 32 says that the mouse moved, 64 that it was the wheel, and
  /// what is above is for buttons that we have no name for.
  private func mouseAction(_ buttons: Int, isRelease: Bool) -> MouseEvent.Action? {
    let low = UInt8(buttons & 3)
    switch buttons & ~0b1_1111 {
    case 0 where isRelease: return MouseEvent.Button(rawValue: low).map { .release($0) }
    case 0: return MouseEvent.Button(rawValue: low).map { .press($0) }
    case 32 where low == 3: return .move
    case 32: return MouseEvent.Button(rawValue: low).map { .drag($0) }
    case 64 where !isRelease: return MouseEvent.Direction(rawValue: low).map { .wheel($0) }
    default: return nil
    }
  }
}
