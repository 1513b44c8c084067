/// What the rows of a column are sorted by, read from all rows beforehand.
protocol ColumnKeys: Sendable {
  /// Compares two rows by their numbers.
  ///
  /// - Returns: A negative number if the first one precedes the other one, and 0 if neither does.
  func compare(_ one: Int, _ other: Int, isDescending: Bool) -> Int
}

/// The values of rows; rows without a value are last in both directions.
struct ValueKeys<Value: Comparable & Sendable>: ColumnKeys {
  let values: [Value?]

  func compare(_ one: Int, _ other: Int, isDescending: Bool) -> Int {
    switch (values[one], values[other]) {
    case (nil, nil): 0
    case (nil, _): 1
    case (_, nil): -1
    case (let one?, let other?):
      one < other ? (isDescending ? 1 : -1) : other < one ? (isDescending ? -1 : 1) : 0
    }
  }
}

/// The rows, which a closure compares.
struct ComparedKeys<Model: Sendable>: ColumnKeys {
  let models: [Model]
  let areInIncreasingOrder: @Sendable (Model, Model) -> Bool

  func compare(_ one: Int, _ other: Int, isDescending: Bool) -> Int {
    let (first, second) = isDescending ? (other, one) : (one, other)
    if areInIncreasingOrder(models[first], models[second]) { return -1 }
    return areInIncreasingOrder(models[second], models[first]) ? 1 : 0
  }
}

/// A column that rows are sorted by, and the direction.
struct ColumnSort: Hashable, Sendable {
  var id: TableColumn.ID
  var order: TableColumn.Order
}

extension Array {
  /// Changes the order by one key in turns: ascending, descending, and not at all; if it is added,
  /// the other keys remain before it.
  package mutating func toggleOrder(
    isAdded: Bool, of isKey: (Element) -> Bool, isDescending: (Element) -> Bool,
    makeKey: (_ isDescending: Bool) -> Element
  ) {
    let index = firstIndex(where: isKey)
    let old = index.map { remove(at: $0) }
    if !isAdded { self = [] }
    guard old.map(isDescending) != true else { return }
    insert(makeKey(old != nil), at: isAdded ? index ?? count : 0)
  }
}

/// The keys of all columns that rows are sorted by.
struct RowOrder: Sendable {
  let count: Int
  let keys: [(keys: any ColumnKeys, isDescending: Bool)]

  /// Returns the numbers of the rows in order; rows that are equal keep theirs.
  func sorted() -> [Int] { (0..<count).sorted(by: precedes) }

  /// Returns whether a row is before another one; of equal rows, that with the lower number is.
  func precedes(_ one: Int, _ other: Int) -> Bool {
    for (keys, isDescending) in keys {
      let order = keys.compare(one, other, isDescending: isDescending)
      if order != 0 { return order < 0 }
    }
    return one < other
  }

  /// Returns the numbers of the rows in order, which are sorted off the main actor.
  @concurrent func sortedInBackground() async -> [Int] { sorted() }
}
