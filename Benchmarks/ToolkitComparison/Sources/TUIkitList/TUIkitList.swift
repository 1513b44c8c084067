// A list of rows, one of which changes every 10 ms: `TUIkitList ROWS [live]`.

import TUIkit

struct Entry: Identifiable {
  var id: Int
  var value = 0
}

struct EntryList: View {
  static let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 1_000

  @State var entries = (0..<EntryList.count).map { Entry(id: $0) }
  @State var selection: Int?

  var body: some View {
    List("Rows", selection: $selection) {
      ForEach(entries) { entry in
        Text("row \(entry.id)  \(entry.value)")
      }
    }
    .task { await change() }
  }

  @MainActor func change() async {
    guard CommandLine.arguments.contains("live") else { return }
    while !Task.isCancelled {
      entries[.random(in: 0..<Self.count)].value += 1
      try? await Task.sleep(nanoseconds: 10_000_000)
    }
  }
}

@main struct TUIkitList: App {
  var body: some Scene {
    WindowGroup { EntryList() }
  }
}
