/// Lists to begin with.
enum Samples {
  static let start = ["Ada", "Bo", "Chloé", "Dmitri"].enumerated().map {
    Contact(id: $0, name: $1, phone: "555010\($0)")
  }

  /// Six contacts, A to F.
  static let first = contacts(["A", "B", "C", "D", "E", "F"])

  /// Some of these six in another order, among others.
  static let second = contacts(
    ["0", "1", "2", "3", "4", "F", "6", "E", "8", "9", "10", "11", "C"])

  private static func contacts(_ names: [String]) -> [Contact] {
    names.map { name in
      let number = name.unicodeScalars.reduce(0) { $0 * 10 + Int($1.value) }
      return Contact(id: 1000 + number, name: "TEST \(name)", phone: "55\(5000 - number)")
    }
  }
}
