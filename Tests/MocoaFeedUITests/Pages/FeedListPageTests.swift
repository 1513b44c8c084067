import MocoaTestSupport
import Testing

@testable import MocoaFeedUI

private struct Pod: Decodable, Equatable, Sendable {
  var uid: String
  var name: String
  var namespace: String
}

/// A list of values that a command writes: the first snippet of the library trial.
@MainActor @Suite struct FeedListPageTests {
  private func show(_ json: String) async throws -> ScreenDriver {
    let page = ListPage<Pod>(.command("printf", "%s", json), every: .seconds(60), id: \.uid)
      .sections(by: \.namespace)
      .row { pod, canvas in canvas.write(pod.name, style: .title) }
    let screen = try ScreenDriver(columns: 60, rows: 6)
    _ = screen.show(page)
    await screen.wait(for: "the rows") { !page.items.isEmpty || page.status.hasMessage }
    return screen
  }

  @Test func theRowsOfACommandAreValues() async throws {
    let screen = try await show(
      #"{"items":[{"uid":"1","name":"a","namespace":"n"},{"uid":"2","name":"b","namespace":"m"}]}"#)
    #expect(screen.picture.hasPrefix("n\na\nm\nb\n"))
  }

  @Test func aRowThatDoesNotDecodeIsNamed() async throws {
    let screen = try await show(#"[{"uid":"1","name":"a","namespace":"n"},{"uid":"2"}]"#)
    #expect(screen.picture.contains("row 2: name: the key is missing"))
  }
}
