import MocoaTestSupport

/// Texts with everything in them that makes measuring hard, the same for the same seed.
struct RandomText {
  private static let pieces = [
    "a", "B", "7", "-", " ", "  ", "é", "e\u{301}", "\u{301}", "日", "本", "한", "ｱ", "😀", "❤️",
    "👨‍👩‍👧‍👦", "👍🏽", "🏽", "🇫🇷", "\u{200D}", "\u{FE0F}", "\u{202E}", "\u{2066}", "क्षि", "\t",
    "\u{1B}[31m", "\u{9B}", "\u{7F}", "\u{2028}", "\u{378}", "سلام", "word", "longerword",
  ]

  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  /// The next text, of up to some pieces, with line ends among them or without.
  mutating func next(pieces limit: Int, lineEnds: Bool = false) -> String {
    let choices = Self.pieces + (lineEnds ? ["\n", "\r\n", "\n\n"] : [])
    return (0..<Int.random(in: 0...limit, using: &generator))
      .map { _ in choices.randomElement(using: &generator) ?? "" }
      .joined()
  }
}
