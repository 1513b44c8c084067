import MocoaTUI
import Observation

class StoryViewModel: CellViewModel<Story> {
  var byline: String { "\(model.date) · \(model.comments) comments" }

  override func didSelect() { emit(.select, model) }
  override func willDisplay() { emit(.appear) }
}

/// A story with one picture.
final class PictureCell: TableViewCell<StoryViewModel> {
  override class func height(of viewModel: StoryViewModel, columns: Int) -> Int { 2 }

  override func draw(in canvas: inout Canvas) {
    canvas.write("▣", style: .secondary)
    canvas.write(viewModel.model.title, style: .title)
    canvas.newLine()
    canvas.write("  \(viewModel.byline)", style: .secondary)
  }
}

/// A story with several pictures, whose names are shown.
final class GalleryCell: TableViewCell<StoryViewModel> {
  override class func height(of viewModel: StoryViewModel, columns: Int) -> Int { 3 }

  override func draw(in canvas: inout Canvas) {
    canvas.write(viewModel.model.title, style: .title)
    canvas.newLine()
    for picture in viewModel.model.pictures { canvas.write("▣ \(picture)", style: .link) }
    canvas.newLine()
    canvas.write(viewModel.byline, style: .secondary)
  }
}

/// The banner keeps which story it shows, whatever view shows the banner.
@Observable final class BannerViewModel: CellViewModel<Banner> {
  private var chosen = 0

  override var keepsState: Bool { chosen > 0 }

  /// Which story is shown; the last one where there are fewer than there were.
  var position: Int { min(chosen, model.stories.count - 1) }

  var story: Story? { model.stories.isEmpty ? nil : model.stories[position] }

  /// Turns to another story; from the last to the first.
  func turn(by steps: Int) {
    let count = model.stories.count
    if count > 0 { chosen = (position + steps + count) % count }
  }

  override func didSelect() {
    if let story { emit(.select, story) }
  }

  override func willDisplay() { emit(.appear) }
}

final class BannerCell: TableViewCell<BannerViewModel> {
  override class func height(of viewModel: BannerViewModel, columns: Int) -> Int { 3 }

  override func draw(in canvas: inout Canvas) {
    canvas.box(bounds)
    var inner = canvas.part(bounds.inset(by: Insets(top: 1, left: 2, right: 2)))
    let count = viewModel.model.stories.count
    inner.write("›", style: .link, alignment: .trailing)
    inner.write("\(viewModel.position + 1)/\(count)", style: .number, alignment: .trailing)
    inner.write("‹", style: .link)
    inner.write(viewModel.story?.title ?? "", style: .title)
  }

  /// A click on an arrow turns the banner; one beside them is the table's.
  override func handle(_ event: InputEvent) -> Bool {
    guard case .mouse(let mouse) = event, case .press(.left) = mouse.action else { return false }
    switch mouse.column {
    case ..<4: viewModel.turn(by: -1)
    case (bounds.columns - 4)...: viewModel.turn(by: 1)
    default: return false
    }
    return true
  }
}
