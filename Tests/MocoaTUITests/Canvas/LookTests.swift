import Testing

@testable import MocoaTUI

@Suite struct LookTests {
  @Test func overlayTakesPrecedenceAndAddsAttributes() {
    let base = TextStyle(foreground: .red, background: .blue, attributes: .bold)
    let over = TextStyle(background: .green, attributes: .underline)
    #expect(
      base.overlaid(with: over)
        == TextStyle(foreground: .red, background: .green, attributes: [.bold, .underline]))
    #expect(base.overlaid(with: TextStyle()) == base)
  }

  @Test(arguments: Theme.all)
  func themesKnowEveryOverlay(theme: Theme) {
    for style in [
      StyleName.cursorRow, .inactiveCursorRow, .markedRow, .markedCursorRow, .changedRow, .match,
    ] {
      #expect(theme[style] != TextStyle(), "\(theme.name) shows nothing for \(style)")
    }
    #expect(theme[StyleName("no such style")] == TextStyle())
    #expect(theme[.custom(TextStyle(foreground: .red))] == TextStyle(foreground: .red))
  }

  @Test(arguments: [
    (Color.palette(3), 8, 3), (.palette(12), 16, 12), (.palette(200), 256, 200),
    (.palette(9), 8, 1), (.palette(231), 8, 7), (.palette(16), 16, 0),
    (.rgb(255, 0, 0), 256, 196), (.rgb(255, 0, 0), 1 << 24, 0xFF0000),
    (.rgb(0, 0, 200), 1 << 24, 0x000100), (.rgb(0, 0, 0), 1 << 24, 16),
    (.rgb(250, 5, 5), 16, 9), (.rgb(128, 128, 128), 256, 244),
  ])
  func nearestColor(color: Color, count: Int, expected: Int32) {
    #expect(color.index(of: count) == expected)
  }

  @Test func nearestColorIsOneThatTheTerminalHas() {
    for count in [8, 16, 256] {
      for part in stride(from: 0, through: 255, by: 51) {
        for color in [Color.rgb(UInt8(part), 0, 255), .rgb(7, UInt8(part), UInt8(255 - part))] {
          #expect((0..<Int32(count)).contains(color.index(of: count)))
        }
      }
      for index in UInt8.min...UInt8.max {
        #expect((0..<Int32(count)).contains(Color.palette(index).index(of: count)))
      }
    }
  }

  /// Whatever a terminal can show, the cursor's row, marked rows and the others differ.
  @Test(arguments: Theme.all, [0, 8, 16, 256])
  func theCursorAndMarksLookDifferent(theme: Theme, count: Int) {
    let shown = count == 0 ? theme.withoutColors : theme
    let overlays: [StyleName?] = [nil, .cursorRow, .markedRow, .markedCursorRow]
    let looks = overlays.map { overlay in
      let look = overlay.map { shown[.body].overlaid(with: shown[$0]) } ?? shown[.body]
      let seen = count == 256 ? look : look.reduced(to: count)
      return [
        "\(seen.attributes.rawValue)", "\(seen.foreground?.index(of: count) ?? -1)",
        "\(seen.background?.index(of: count) ?? -1)",
      ]
    }
    #expect(Set(looks).count == overlays.count, "\(theme.name): \(looks)")
  }

  @Test(arguments: Theme.all)
  func withoutColorsAttributesStandForThem(theme: Theme) {
    let shown = theme.withoutColors
    for name in Theme.styleNames {
      let (before, after) = (theme[StyleName(name)], shown[StyleName(name)])
      #expect(after.foreground == nil && after.background == nil, "\(name)")
      #expect(before.background == nil || !after.attributes.isEmpty, "\(name)")
    }
  }

  /// With few colors, text is never in the color of its background.
  @Test(arguments: Theme.all.filter { $0 != .monochrome }, [8, 16])
  func everythingCanBeReadWithFewColors(theme: Theme, count: Int) {
    let ground: Int32 = theme.name.contains("light") || theme.name.hasSuffix("latte") ? 7 : 0
    let names = [
      "body", "title", "secondary", "tertiary", "number", "date", "keyword", "string", "key",
      "link", "section-header", "column-header", "border", "status-bar", "status-bar-strong",
      "success", "warning", "error", "placeholder",
    ].map { StyleName($0) }
    let overlays: [StyleName?] = [
      nil, .cursorRow, .inactiveCursorRow, .markedRow, .markedCursorRow, .match,
    ]
    for style in names {
      for overlay in overlays {
        let look = overlay.map { theme[style].overlaid(with: theme[$0]) } ?? theme[style]
        let shown = look.reduced(to: count)
        let text = shown.foreground?.index(of: count)
        let below = shown.background?.index(of: count)
        #expect(text == nil || text != below ?? ground, "\(style) \(overlay as Any)")
      }
    }
    for overlay in [StyleName.cursorRow, .inactiveCursorRow, .changedRow, .match] {
      let shown = theme[overlay].reduced(to: count)
      #expect(shown != TextStyle(), "\(overlay) is seen")
      #expect(shown.background?.index(of: count) != ground, "\(overlay)")
    }
  }
}
