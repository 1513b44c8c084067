import MocoaCore

/// An overlay that requests an answer from the user.
@MainActor
public protocol AnsweringOverlay: OverlayView {
  /// The type of the answer.
  associatedtype Answer
  /// The answer; nil if it is pending, or if the overlay was closed without one.
  var answer: Answer? { get }
}
