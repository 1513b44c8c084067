import Foundation
import Testing

@testable import MocoaFeed

@Suite struct ReaderThreadsTests {
  @Test("37: work is done although more waits than there are threads")
  func work() {
    let count = 200
    let started = Monitor(0)
    let done = Monitor(0)
    // Each waits until all have started.
    for _ in 0..<count {
      ReaderThreads.enqueue { failure in
        #expect(failure == nil)
        started.withLock { $0 += 1 }
        _ = started.wait { $0 == count ? () : nil }
        done.withLock { $0 += 1 }
      }
    }
    #expect(done.wait(timeout: .seconds(120)) { $0 == count ? () : nil } != nil)
    for _ in 0..<count { ReaderThreads.enqueue { _ in done.withLock { $0 += 1 } } }
    #expect(done.wait(timeout: .seconds(120)) { $0 == 2 * count ? () : nil } != nil)
  }
}
