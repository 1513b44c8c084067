/// A mistake that a program survives, reported to the logger of a registry.
public enum Diagnostic: Sendable {
  /// A view model that is registered for a section is none of a section; the plain one is used.
  case unfitSectionViewModel(ModuleURL, reason: String)
  /// The operations of a batch update do not lead to the model; the difference was used instead.
  case contradiction(reason: String)
  /// Nothing was opened at an address.
  case unopenedPage(address: String, reason: String)
  /// An emission reached the top of the hierarchy, and no receiver has handled it.
  case unhandledEmission(key: String, source: String)
  /// A view took long to draw, and the whole screen had to wait; said once for each type.
  case slowDrawing(view: String, duration: Duration)
}

extension Diagnostic: CustomStringConvertible {
  /// One line: what happened, and what was done.
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
