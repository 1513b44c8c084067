import Testing

@testable import MocoaFeed

/// Who has the writer of rows.
@Suite struct WriterLeaseTests {
  private func writer(_ count: Int) -> RowWriter {
    var writer = RowWriter()
    writer.setRowCount(count)
    return writer
  }

  @Test func aScanTakesTheWriterWhenTheReadingThreadHasStopped() {
    var lease = WriterLease.offered
    #expect(lease.grant(writer(3)) == nil)
    lease.request()
    #expect(lease.take() == nil)
    #expect(lease.grant(writer(3)) == true)
    #expect(lease.take()??.rowCount == 3)
    // Another scan finds nothing to take.
    #expect(lease.take().map { $0 == nil } == true)
    #expect(lease.returnedWriter == nil)
    lease = .returned(writer(5))
    #expect(lease.returnedWriter??.rowCount == 5)
  }

  @Test func whatIsNotOfferedCannotBeTaken() {
    var lease = WriterLease.none
    lease.request()
    #expect(lease.take().map { $0 == nil } == true)
    #expect(lease.returnedWriter.map { $0 == nil } == true)
  }

  @Test("37: a reading that was stopped lends nothing, though a scan has asked before")
  func whatWasWithdrawnIsNotGranted() {
    var lease = WriterLease.requested
    lease.withdraw()
    #expect(lease.grant(writer(3)) == false)
    #expect(lease.returnedWriter.map { $0 == nil } == true)
  }

  @Test func rowsOfAScanAreAdoptedAlthoughReadingIsStopped() {
    for (before, isKept) in [
      (WriterLease.offered, false), (.requested, false), (.granted(writer(1)), false),
      (.taken, true), (.returned(writer(1)), true),
    ] {
      var lease = before
      lease.withdraw()
      if case .none = lease { #expect(!isKept) } else { #expect(isKept) }
    }
  }
}
