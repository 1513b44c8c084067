import Observation
import Synchronization

/// Observes the properties that a view reads during its last drawing.
///
/// Observation tracking cannot be cancelled: it stays registered until a tracked property changes,
/// so a view that is drawn often would accumulate registrations with a model that never changes. As
/// a change of any tracked property ends a registration, every drawing also reads a property of the
/// tracker, and the next drawing starts by changing it.
@MainActor @Observable
final class DrawTracker {
  private var drawing = 0
  @ObservationIgnored private let isEnding = Atomic(false)

  /// Draws, and calls a closure once if a property that was read changes before the next drawing.
  func track(_ draw: () -> Void, onChange: @escaping @MainActor () -> Void) {
    isEnding.store(true, ordering: .relaxed)
    drawing &+= 1
    isEnding.store(false, ordering: .relaxed)
    withObservationTracking {
      _ = drawing
      draw()
    } onChange: { [weak self] in
      guard let self, !isEnding.load(ordering: .relaxed) else { return }
      // Immediate if the change is made on the main actor, so that it is drawn in the same frame.
      Task.immediate { @MainActor in onChange() }
    }
  }
}
