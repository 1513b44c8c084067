/// The private modes that a program has turned on and off, read from what it has sent.
struct TerminalModes: Equatable, CustomStringConvertible {
  private(set) var isOn: [Int: Bool] = [:]

  /// Reads `CSI ? n ; … h` and `l` (DECSET, DECRST) in order.
  init(in bytes: [UInt8]) {
    for match in bytes.text.matches(of: /\u{1B}\[\?([0-9;]+)([hl])/) {
      for number in match.output.1.split(separator: ";").compactMap({ Int($0) }) {
        isOn[number] = match.output.2 == "h"
      }
    }
  }

  /// Those that are not as a shell expects them: the cursor (25) shown, line wrap (7) on, blinking
  /// (12) as it may be, and everything else off.
  var leftBehind: [Int] {
    isOn.filter { number, isOn in
      switch number {
      case 7, 25: !isOn
      case 12: false
      default: isOn
      }
    }.keys.sorted()
  }

  var description: String { isOn.sorted { $0.key < $1.key }.map { "\($0)\($1)" }.joined() }
}
