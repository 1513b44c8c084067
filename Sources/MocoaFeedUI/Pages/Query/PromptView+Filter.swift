import MocoaFeed
import MocoaTUI

extension PromptView {
  /// Shows what is wrong with a filter or a pattern, and marks where.
  func show(_ error: FilterSyntaxError) {
    showError(error.message, marking: error.offset..<error.offset + error.length)
  }
}
