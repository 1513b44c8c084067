import Observation
import Synchronization

/// Observes what a view reads while it draws, for one drawing at a time.
///
/// Observation has no way to stop: what is tracked stays registered until something changes, so a
/// view that is drawn often would leave ever more registrations with a model that never changes. A
/// change to any of the tracked properties ends them all, though. So every drawing also reads a
/// property of the tracker, and the next one begins by changing it.
@MainActor @Observable
final class DrawTracker {
  private var drawing = 0
  @ObservationIgnored private let isEnding = Atomic(false)

  /// Draws, and calls a closure once, on the main actor, when something that was read changes
  /// before the next drawing.
  func track(_ draw: () -> Void, onChange: @escaping @MainActor () -> Void) {
    isEnding.store(true, ordering: .relaxed)
    drawing &+= 1
    isEnding.store(false, ordering: .relaxed)
    withObservationTracking {
      _ = drawing
      draw()
    } onChange: { [weak self] in
      guard let self, !isEnding.load(ordering: .relaxed) else { return }
      // At once where the change comes from the main actor, so that it is seen in the same frame.
      Task.immediate { @MainActor in onChange() }
    }
  }
}
