import MocoaFeed
import MocoaTUI

/// A row in full, as indented JSON; Esc goes back.
@MainActor
public final class JSONPage: PagerPage {
  /// Makes a page of a value.
  ///
  /// - Parameters:
  ///   - name: what the value is, such as the position of a row.
  ///   - bytes: the value.
  public init(name: String, bytes: JSONBytes) {
    let text = JSONTextView(bytes)
    super.init(name: name, pager: text)
    if text.isCut { status.activity = "only the beginning is shown" }
  }

  public override func showMessage(_ text: String) { status.show(text) }
}
