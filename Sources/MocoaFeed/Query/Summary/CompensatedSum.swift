/// A sum whose error does not grow with the number of terms (Neumaier, 1974).
struct CompensatedSum: Sendable {
  private var sum = 0.0
  private var correction = 0.0

  var value: Double { sum + correction }

  mutating func add(_ term: Double) {
    let next = sum + term
    correction += abs(sum) >= abs(term) ? (sum - next) + term : (term - next) + sum
    sum = next
  }
}
