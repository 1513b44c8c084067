import MocoaCore

/// The feature of going to a section by a part of its name.
@MainActor
package final class SectionFinder: PageFeature {
  private unowned let page: any ListContext

  /// The feature of collapsing sections; nil if they cannot be collapsed.
  private let collapsing: SectionCollapsing?

  /// The names of the sections, and the same in lower case, while the user is prompted.
  private var names: [String] = []
  private var words: [String] = []

  /// The maximum number of sections searched by name.
  private static let limit = 10_000

  package static let bindings: [KeyBinding<SectionFinder>] = [
    .init("find-section", ["'"], help: "Go to a section by name", when: { $0.count > 1 }) {
      $0.ask()
    }
  ]

  /// Creates the feature; the page outlives it.
  package init(page: any ListContext, collapsing: SectionCollapsing?) {
    (self.page, self.collapsing) = (page, collapsing)
  }

  private var count: Int { page.content.list?.numberOfSections ?? 0 }

  /// Prompts for a section, and moves to the best match while it is typed.
  private func ask() {
    names = (0..<min(count, Self.limit)).map { page.name(ofSection: $0) }
    words = names.map { $0.lowercased() }
    page.ask(
      PromptRequest(
        label: "section:", history: .section,
        onChange: { [weak self] in self?.go(to: $0) },
        onSubmit: { [weak self] in self?.go(to: $0, isFinal: true) ?? true },
        onCancel: page.positionRestorer()))
    page.prompt?.show(Self.listed(names))
  }

  /// Moves to the section whose name matches a text best, and expands it if the text is final.
  ///
  /// - Returns: `true` if there is one, or no text.
  @discardableResult
  private func go(to text: String, isFinal: Bool = false) -> Bool {
    let wanted = text.lowercased()
    let length = wanted.utf8.count
    let matches = words.indices.filter {
      // Searching for a long text is slow.
      words[$0].utf8.count >= length && words[$0].contains(wanted)
    }
    let best = matches.first { words[$0].hasPrefix(wanted) } ?? matches.first
    guard let best, !wanted.isEmpty else {
      page.prompt?.show(wanted.isEmpty ? Self.listed(names) : "no such section")
      return wanted.isEmpty
    }
    page.prompt?.show(Self.listed(matches.map { names[$0] }))
    if isFinal { collapsing?.expand(best) }
    page.content.moveCursor(toSection: best)
    return true
  }

  private static func listed(_ names: [String]) -> String {
    names.prefix(8).map { TextWidth.sanitized($0) }.joined(separator: ", ")
      + (names.count > 8 ? ", …" : "")
  }
}
