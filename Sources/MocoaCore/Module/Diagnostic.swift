/// A recoverable programmer error, which is reported to the logger of a registry.
public enum Diagnostic: Sendable {
  /// The view model registered for a section is of another kind; the default one is used.
  case unfitSectionViewModel(ModuleURL, reason: String)
  /// The operations of a batch update contradict the model; the difference was used instead.
  case contradiction(reason: String)
  /// No page was opened at an address.
  case unopenedPage(address: String, reason: String)
  /// An emission reached the root of the hierarchy, and no receiver has handled it.
  case unhandledEmission(key: String, source: String)
  /// Drawing a view took long, and delayed the frame; reported once for each type.
  case slowDrawing(view: String, duration: Duration)
}

extension Diagnostic: CustomStringConvertible {
  /// A description in one line: the error, and how it was handled.
  public var description: String {
    switch self {
    case .unfitSectionViewModel(let url, let reason):
      "\(url): not a section's view model, so the plain one is used: \(reason)"
    case .contradiction(let reason):
      "a batch update contradicts the data, which is compared instead: \(reason)"
    case .unopenedPage(let address, let reason):
      "\(address): no page was opened: \(reason)"
    case .unhandledEmission(let key, let source):
      "nothing handled \"\(key)\", emitted by \(source)"
    case .slowDrawing(let view, let duration):
      "\(view) took \(duration) to draw"
    }
  }
}
