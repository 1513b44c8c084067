import Observation
import Synchronization

/// Observes the properties that a closure reads, until one of them changes or the tracker ends.
///
/// The only use of observation tracking. A tracker observes its last reading only: tracking cannot
/// be cancelled and stays registered until a property changes, so each reading also reads a
/// property of the tracker, which changes when the reading ends.
@MainActor package final class PropertyTracker: Observable {
  private nonisolated let registrar = ObservationRegistrar()
  /// The number of the reading whose properties are observed; 0 for none.
  private nonisolated let observed = Atomic(0)
  private nonisolated let hasChanged = Atomic(false)
  private var readingCount = 0

  package nonisolated init() {}

  deinit { end() }

  /// A Boolean value that indicates whether a property has changed since the last reading.
  ///
  /// It is observable, and set on the thread of the change, before the property has its new value.
  package nonisolated var isChanged: Bool {
    registrar.access(self, keyPath: \.isChanged)
    return hasChanged.load(ordering: .acquiring)
  }

  private nonisolated var reading: Int { observed.load(ordering: .acquiring) }

  /// Reads a value, and observes the properties that are read.
  ///
  /// `onChange` is called once after a change, and never after another reading or the end. If it is
  /// immediate, and the change is made on the main actor, it is called before the property has its
  /// new value, instead of once for all changes of a turn.
  @discardableResult
  package func track<Value>(
    _ read: () -> Value, isImmediate: Bool = false, onChange: (@MainActor () -> Void)? = nil
  ) -> Value {
    reset()
    readingCount += 1
    let number = readingCount
    observed.store(number, ordering: .releasing)
    return withObservationTracking {
      registrar.access(self, keyPath: \.reading)
      return read()
    } onChange: { [weak self] in
      guard let self, didEnd(number) else { return }
      setChanged()
      guard let onChange else { return }
      let deliver: @MainActor () -> Void = { [weak self] in
        guard let self, number == readingCount, isChanged else { return }
        onChange()
      }
      if isImmediate {
        Task.immediate { @MainActor in deliver() }
      } else {
        Task { @MainActor in deliver() }
      }
    }
  }

  /// Ends the observation as if a property had changed, without a call of `onChange`.
  package nonisolated func invalidate() {
    end()
    setChanged()
  }

  /// Ends the observation, as if nothing had changed.
  package nonisolated func reset() {
    end()
    hasChanged.store(false, ordering: .releasing)
  }

  private nonisolated func end() {
    guard observed.exchange(0, ordering: .acquiringAndReleasing) != 0 else { return }
    registrar.withMutation(of: self, keyPath: \.reading) {}
  }

  /// Ends the observation of a reading, and returns whether it was the one that is observed.
  private nonisolated func didEnd(_ number: Int) -> Bool {
    observed.compareExchange(expected: number, desired: 0, ordering: .acquiringAndReleasing)
      .exchanged
  }

  private nonisolated func setChanged() {
    guard !hasChanged.exchange(true, ordering: .acquiringAndReleasing) else { return }
    registrar.withMutation(of: self, keyPath: \.isChanged) {}
  }
}
