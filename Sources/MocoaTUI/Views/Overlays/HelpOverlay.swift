extension Action {
  public static let help: Action = "help"
  public static let dismiss: Action = "dismiss"
}

/// The keys that do something where the focus is, made from the key maps themselves.
@MainActor
public final class HelpOverlay: OverlayView {
  private let text: HelpText

  /// Makes an overlay of key maps, from that of the focused view outwards.
  ///
  /// A key that an inner map has taken is not listed for an outer one, as it does not get there.
  public init(keyMaps: [KeyMap]) {
    text = HelpText(keyMaps)
    super.init()
    addSubview(text)
  }

  public override var preferredFocus: View? { text }

  public override func preferredSize(in available: Size) -> Size {
    Size(columns: text.columns + 4, rows: text.lineCount + 2)
  }

  public override func layoutSubviews() {
    text.frame = bounds.inset(by: Insets(top: 1, left: 2, bottom: 1, right: 2))
  }

  public override func draw(in canvas: inout Canvas) {
    canvas.box(canvas.bounds, title: "Keys")
  }

  /// The keys of the overlay besides those that scroll it.
  public static let defaultKeyMap = KeyMap(
    unchecked: [.init(.dismiss, [.escape, "q", "?", .function(1)], help: "closes the help")],
    title: "Help")

  public override var keyMap: KeyMap { Self.defaultKeyMap }

  public override func perform(_ action: Action) -> Bool {
    guard action == .dismiss else { return false }
    dismiss()
    return true
  }
}

/// The lines of the help: a heading for each key map, and below it the keys and what they do.
private final class HelpText: PagerView {
  private var lines: [[TextRun]] = []
  private(set) var columns = 0

  init(_ keyMaps: [KeyMap]) {
    super.init()
    var taken: Set<Key> = []
    let groups = keyMaps.map { map in
      defer { taken.formUnion(map.bindings.flatMap(\.keys)) }
      return (map.title, Self.rows(of: map, without: taken))
    }.filter { !$0.1.isEmpty }
    let width = groups.flatMap(\.1).map { TextWidth.columns(of: $0.keys, upTo: .max) }.max() ?? 0
    for (title, rows) in groups {
      if !lines.isEmpty { lines.append([]) }
      if !title.isEmpty { lines.append([TextRun(title, style: .sectionHeader)]) }
      for row in rows {
        let gap = width - TextWidth.columns(of: row.keys, upTo: .max) + 2
        let blanks = String(repeating: " ", count: gap)
        lines.append([TextRun(row.keys, style: .key), TextRun(blanks), TextRun(row.help)])
      }
    }
    columns =
      lines.map { $0.reduce(0) { $0 + TextWidth.columns(of: $1.text, upTo: .max) } }.max() ?? 0
  }

  private static func rows(
    of map: KeyMap, without taken: Set<Key>
  ) -> [(keys: String, help: String)] {
    map.bindings.compactMap { binding in
      let keys = binding.keys.filter { !taken.contains($0) }
      guard !keys.isEmpty else { return nil }
      return (keys.map(\.description).joined(separator: ", "), binding.help)
    }
  }

  override var lineCount: Int { lines.count }

  override func line(at index: Int) -> [TextRun] { lines[index] }

  override func layoutSubviews() { scroll(to: topLine) }
}

extension Application {
  /// The key maps that a key is looked up in, from the focused view outwards.
  public var focusedKeyMaps: [KeyMap] {
    let start: View = focusedView ?? root
    return sequence(first: start, next: \.superview).map(\.keyMap) + [Self.keyMap]
  }

  /// Shows the keys that do something where the focus is.
  public func showHelp() {
    present(HelpOverlay(keyMaps: focusedKeyMaps))
  }

  /// The keys that the program itself answers, where no view does.
  static let keyMap = KeyMap(
    unchecked: [
      .init("interrupt", [.control("c")], help: "ends the program"),
      .init("suspend", [.control("z")], help: "stops the program until the shell continues it"),
      .init("redraw", [.control("l")], help: "draws the screen again"),
    ], title: "Program")
}
