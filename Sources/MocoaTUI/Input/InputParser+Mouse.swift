extension InputParser {
  /// Parses a report in SGR form: `CSI < buttons ; column ; row M`, or `m` for a release.
  func finishMouse(_ last: UInt8, _ handle: (InputEvent) -> Void) {
    guard let buttons = sequence.number(0), let column = sequence.number(1),
      let row = sequence.number(2)
    else { return }
    emitMouse(
      buttons, isRelease: last == UInt8(ascii: "m"), column: column, row: row, handle)
  }

  /// Parses a byte of a report in the legacy form, in which each number is a byte, 32 too large.
  ///
  /// It does not contain the released button, which is assumed to be the left one.
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

  /// Returns the action for the buttons of a report; nil for unnamed buttons.
  ///
  /// The lowest two bits are a button, 32 is set for movement, and 64 for the wheel.
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
