import MocoaFeed
import MocoaTUI

extension PromptView {
  /// Shows the error in a filter or a pattern, and marks its position.
  func show(_ error: FilterSyntaxError) {
    showError(error.message, marking: error.offset..<error.offset + error.length)
  }
}
