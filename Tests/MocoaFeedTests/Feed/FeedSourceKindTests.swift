import MocoaTestSupport
import Testing

@testable import MocoaFeed

/// What sources are, for readers that treat some of them in another way.
@Suite struct FeedSourceKindTests {
  @Test func filesAreFollowedOrNot() throws {
    let file = try TemporaryFile("[1]")
    let kind = FeedSourceKind(try ByteSources.file(file.path))
    #expect(kind.file != nil && kind.followed == nil && kind.stream == nil && kind.pages == nil)
    let followed = try ByteSources.followedFile(file.path)
    defer { followed.stop() }
    #expect(FeedSourceKind(followed).followed != nil && FeedSourceKind(followed).file == nil)
    #expect(FeedSourceKind(followed).growing != nil && FeedSourceKind(followed).rewritten == nil)
  }

  @Test func commandsAreStreamsAndPagesAreNot() throws {
    let command = try ByteSources.command(["true"])
    #expect(FeedSourceKind(command).stream != nil)
    let pages = PagedSource("http://h/f") { MemorySource("[]", name: $0) }
    #expect(FeedSourceKind(pages).pages === pages && FeedSourceKind(pages).stream == nil)
    #expect(FeedSourceKind(pages).rewritten != nil && FeedSourceKind(pages).listened != nil)
    let memory = FeedSourceKind(MemorySource("[]"))
    #expect(memory.file == nil && memory.growing == nil && memory.rewritten == nil)
  }

  @Test func elementsOfRowsKnowTheirSource() {
    let source = UnnestedSource(
      MemorySource("[]"), Unnesting(optional: "a"), options: FeedOptions())
    #expect(FeedSourceKind(source).unnested === source && FeedSourceKind(source).merged == nil)
  }
}
