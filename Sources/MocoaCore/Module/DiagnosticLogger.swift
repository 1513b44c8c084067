/// Something that a developer would want to know of, and that goes on all the same.
public enum Diagnostic: Sendable {
  /// A view model that is registered for a section is none of a section; the plain one is used.
  case unfitSectionViewModel(ModuleURL, reason: String)
  /// The operations of a batch update do not lead to the model; the difference was used instead.
  case contradiction(reason: String)
  /// Nothing was opened at an address.
  case unopenedPage(address: String, reason: String)
  /// A section has other fingerprints than rows, so that they are of no use.
  case unusableFingerprints(section: Int, rows: Int)
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
      "a batch update says something else than the data, which is compared instead: \(reason)"
    case .unopenedPage(let address, let reason):
      "\(address): no page was opened: \(reason)"
    case .unusableFingerprints(let section, let rows):
      "section \(section) has \(rows) rows and another number of fingerprints"
    case .slowDrawing(let view, let duration):
      "\(view) took \(duration) to draw"
    }
  }
}

/// Where diagnostics go; the library itself prints nothing.
///
/// ```swift
/// registry.logger = DiagnosticLogger { log.warning("\($0)") }
/// ```
public struct DiagnosticLogger: Sendable {
  private let handler: @Sendable (Diagnostic) -> Void

  /// Makes a logger that hands each diagnostic to a closure.
  public init(_ handler: @escaping @Sendable (Diagnostic) -> Void) { self.handler = handler }

  /// Drops everything.
  public static let silent = DiagnosticLogger { _ in }

  /// Takes a diagnostic.
  public func log(_ diagnostic: Diagnostic) { handler(diagnostic) }
}
