import Testing

@testable import MocoaFeed

/// Which thread finds rows.
@Suite struct HandoverTests {
  private func writer(_ count: Int) -> RowWriter {
    var writer = RowWriter()
    writer.setRowCount(count)
    return writer
  }

  @Test func aScanTakesTheTaskWhenTheReadingThreadHasStopped() {
    var handover = Handover.offered
    handover.request()
    #expect(handover.take() == nil)
    handover = .granted(writer(3))
    #expect(handover.take()??.rowCount == 3)
    // Another scan finds nothing to take.
    #expect(handover.take().map { $0 == nil } == true)
    #expect(handover.returnedWriter == nil)
    handover = .returned(writer(5))
    #expect(handover.returnedWriter??.rowCount == 5)
  }

  @Test func whatIsNotOfferedCannotBeTaken() {
    var handover = Handover.none
    handover.request()
    #expect(handover.take().map { $0 == nil } == true)
    #expect(handover.returnedWriter.map { $0 == nil } == true)
  }

  @Test func rowsOfAScanAreAdoptedAlthoughReadingIsStopped() {
    for (before, isKept) in [
      (Handover.offered, false), (.wanted, false), (.granted(writer(1)), false), (.taken, true),
      (.returned(writer(1)), true),
    ] {
      var handover = before
      handover.withdraw()
      if case .none = handover { #expect(!isKept) } else { #expect(isKept) }
    }
  }
}
