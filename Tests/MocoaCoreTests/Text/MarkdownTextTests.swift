import Testing

@testable import MocoaCore

/// Texts in Markdown that is written.
@Suite struct MarkdownTextTests {
  @Test(
    "41: HTML and entities are no texts in Markdown",
    arguments: [
      ("<b>", true), ("</i>", true), ("<none>", true), ("<!--", true), ("<?x", true),
      ("&amp;", true), ("&#39;", true), ("&#x20AC;", true), ("< b", false), ("<3", false),
      ("<", false), ("&", false), ("& b;", false), ("&A", false), ("&a b;", false), ("a", false),
    ])
  func markup(text: String, isMarkup: Bool) {
    #expect(MarkdownSyntax.startsWithMarkup(text.utf8) == isMarkup)
  }
}
