import MocoaTestSupport
import Testing

@testable import MocoaCore
@testable import MocoaTUI

/// Modules that are registered while a table displays its list.
@Suite @MainActor struct TableModuleTests {
  @Test("defect K6: modules elsewhere, and those of other rows, end the display of no row")
  func otherModulesEndNoDisplay() throws {
    let stage = try TableStage(rows: 4, count: 10)
    var displays = 0
    for item in 0..<4 {
      let cell = stage.list.cellViewModel(at: .row(item)) as? PartCellViewModel
      cell?.onDisplay = { displays += 1 }
    }
    let shown = stage.log.shown
    _ = stage.registry["mocoa://other/"].section.cell
    stage.registry["mocoa://test/"].section.cell("other").register(PartCell.self)
    stage.stage.application.renderIfNeeded()
    #expect(displays == 0)
    #expect(stage.log.shown == shown && stage.log.faults.isEmpty)
    #expect(stage.lines == [">r0", " r1", " r2", " r3"])
  }

  @Test(
    "defect K6: another view of a visible row takes the place of its view, and its display goes on")
  func anotherViewIsShown() throws {
    let stage = try TableStage(rows: 4, count: 10)
    let shown = stage.log.shown
    stage.registry["mocoa://test/"].section.cell.register(view: .element(OtherPartCell.self))
    stage.stage.application.renderIfNeeded()
    #expect(stage.lines == ["=r0", "=r1", "=r2", "=r3"])
    #expect(stage.log.shown == shown && stage.log.faults.isEmpty)
  }
}

private final class OtherPartCell: TableViewCell<PartCellViewModel> {
  override func draw(in canvas: inout Canvas) {
    canvas.draw("=" + viewModel.model.id, at: .zero, columns: 10, style: .body)
  }
}
