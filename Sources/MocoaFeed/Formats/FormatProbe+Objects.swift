/// Objects that are documents with a list of rows, and those that are rows.
extension FormatProbe {
  /// The keys under which an empty array is a list without rows.
  private static let keysOfLists: Set<String> = [
    "data", "edges", "entries", "features", "hits", "items", "list", "nodes", "records", "results",
    "rows", "sections", "value", "values",
  ]

  /// Returns whether an object has an array that would be the rows of a document.
  func holdsList(_ object: Slice<UnsafeRawBufferPointer>) -> Bool {
    var holdsList = false
    var arrayCount = 0
    var memberCount = 0
    JSONBytes(Array(object)).forEachMember { key, value in
      memberCount += 1
      arrayCount += value.kind == .array ? 1 : 0
      holdsList = Self.isList(value, key: key)
      if !holdsList, value.kind == .object {
        value.forEachMember { key, value in
          holdsList = Self.isList(value, key: key)
          return !holdsList
        }
      }
      return !holdsList
    }
    return holdsList || memberCount == 1 && arrayCount == 1
  }

  /// Returns whether an object is a map of rows: several objects, of whose members all have half.
  func isMap(_ object: Slice<UnsafeRawBufferPointer>) -> Bool {
    var (common, all, count, areObjects) = (Set<String>(), Set<String>(), 0, true)
    JSONBytes(Array(object)).forEachMember { _, value in
      areObjects = value.kind == .object
      guard areObjects else { return false }
      let keys = Set(value.members.map(\.key))
      common = count == 0 ? keys : common.intersection(keys)
      all.formUnion(keys)
      count += 1
      return !common.isEmpty
    }
    return areObjects && count > 1 && !common.isEmpty && common.count * 2 >= all.count
  }

  /// Returns whether an object has members, none of which is an object or array.
  func isFlat(_ object: Slice<UnsafeRawBufferPointer>) -> Bool {
    let object = JSONBytes(Array(object))
    guard (try? object.check()) != nil else { return false }
    let kinds = Set(object.members.map(\.value.kind))
    return !kinds.isEmpty && kinds.isDisjoint(with: [.array, .object, nil])
  }

  private static func isList(_ value: JSONBytes, key: String) -> Bool {
    guard value.kind == .array else { return false }
    var isEmpty = true
    var holdsContainer = false
    value.forEachElement { element in
      isEmpty = false
      holdsContainer = element.kind == .object || element.kind == .array
      return false
    }
    return holdsContainer || isEmpty && keysOfLists.contains(key)
  }

  /// Returns whether an object has an array of many objects.
  func isList(_ object: Slice<UnsafeRawBufferPointer>) -> Bool {
    var isList = false
    JSONBytes(Array(object)).forEachMember { _, value in
      var count = 0
      if value.kind == .array {
        value.forEachElement { element in
          count += element.kind == .object ? 1 : 0
          return count < Self.rowsOfList
        }
      }
      isList = count == Self.rowsOfList
      return !isList
    }
    return isList
  }
}
