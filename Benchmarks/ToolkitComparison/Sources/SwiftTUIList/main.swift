// A list of rows, one of which changes every 10 ms: `SwiftTUIList ROWS [live]`.

import Dispatch
import SwiftTUI

struct Entry: Identifiable {
  var id: Int
  var value = 0
}

let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 1_000
let timer = DispatchSource.makeTimerSource(queue: .main)

struct EntryList: View {
  @State var entries = (0..<count).map { Entry(id: $0) }

  var body: some View {
    ScrollView {
      ForEach(entries) { entry in
        Button("row \(entry.id)  \(entry.value)", action: {})
      }
    }
    .onAppear {
      guard CommandLine.arguments.contains("live") else { return }
      timer.schedule(deadline: .now(), repeating: .milliseconds(10))
      timer.setEventHandler { entries[.random(in: 0..<count)].value += 1 }
      timer.resume()
    }
  }
}

Application(rootView: EntryList()).start()
