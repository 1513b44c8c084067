import MocoaCore

/// A row as an app would have it: 40 bytes, an identity of 36 characters, and content.
struct BenchmarkRow: Identifiable, Equatable {
  var id: String
  var title: String
  var revision: Int

  init(_ number: Int) {
    id = Self.identity(number)
    title = "Row \(number)"
    revision = 0
  }

  /// The number as 36 characters that differ all over, like a UUID.
  static func identity(_ number: Int) -> String {
    var generator = BenchmarkGenerator(state: UInt64(number))
    let digits = Array("0123456789abcdef".utf8)
    let (high, low) = (generator.next(), generator.next())
    var bytes: [UInt8] = []
    for place in 0..<32 {
      if [8, 12, 16, 20].contains(place) { bytes.append(UInt8(ascii: "-")) }
      let word = place < 16 ? high : low
      bytes.append(digits[Int(word >> UInt64(place % 16 * 4) & 15)])
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The same row, whose strings share no storage with this one's.
  var fresh: BenchmarkRow {
    var row = self
    row.id = String(decoding: Array(id.utf8), as: UTF8.self)
    row.title = String(decoding: Array(title.utf8), as: UTF8.self)
    return row
  }
}

/// A section of such rows.
struct BenchmarkSection: DifferenceSection, Equatable {
  var id: Int
  var rows: [BenchmarkRow]
}

/// SplitMix64: the same lists in every run.
struct BenchmarkGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}

/// Two lists to compare.
struct RowWorkload {
  var name: String
  var old: [BenchmarkRow]
  var new: [BenchmarkRow]

  /// The same lists without any shared strings.
  var fresh: RowWorkload {
    RowWorkload(name: name + "-fresh", old: old, new: new.map(\.fresh))
  }
}

/// Two lists of sections to compare.
struct SectionWorkload {
  var name: String
  var old: [BenchmarkSection]
  var new: [BenchmarkSection]

  /// The same lists without any shared strings.
  var fresh: SectionWorkload {
    let sections = new.map { BenchmarkSection(id: $0.id, rows: $0.rows.map(\.fresh)) }
    return SectionWorkload(name: name + "-fresh", old: old, new: sections)
  }
}

extension RowWorkload {
  static func rows(_ numbers: Range<Int>) -> [BenchmarkRow] { numbers.map(BenchmarkRow.init) }

  /// The workload of DifferenceKit's README: a part deleted, a part inserted, a part shuffled.
  static func readme(
    _ name: String, count: Int, deleted: Range<Int>, inserted: Range<Int>, shuffled: Range<Int>
  ) -> RowWorkload {
    var generator = BenchmarkGenerator(state: 1)
    let old = rows(0..<count)
    var new = old
    new.removeSubrange(deleted)
    new.insert(contentsOf: rows(count..<(count + inserted.count)), at: inserted.lowerBound)
    new[shuffled].shuffle(using: &generator)
    return RowWorkload(name: name, old: old, new: new)
  }

  /// One row in a hundred deleted, inserted, changed or moved, all over the list.
  static func scattered(_ name: String, count: Int) -> RowWorkload {
    var generator = BenchmarkGenerator(state: 2)
    let old = rows(0..<count)
    var new = old
    for number in 0..<(count / 400) {
      new.remove(at: .random(in: 0..<new.count, using: &generator))
      new.insert(BenchmarkRow(count + number), at: .random(in: 0...new.count, using: &generator))
      new[.random(in: 0..<new.count, using: &generator)].revision += 1
      let row = new.remove(at: .random(in: 0..<new.count, using: &generator))
      new.insert(row, at: .random(in: 0...new.count, using: &generator))
    }
    return RowWorkload(name: name, old: old, new: new)
  }

  /// One row in ten has the identity of another one, and one in a hundred changes.
  static func duplicates(_ name: String, count: Int) -> RowWorkload {
    var workload = scattered(name, count: count)
    var generator = BenchmarkGenerator(state: 3)
    var names: [String: String] = [:]
    for row in workload.old where Int.random(in: 0..<10, using: &generator) == 0 {
      names[row.id] = workload.old[.random(in: 0..<count, using: &generator)].id
    }
    for index in workload.old.indices {
      workload.old[index].id = names[workload.old[index].id] ?? workload.old[index].id
    }
    for index in workload.new.indices {
      workload.new[index].id = names[workload.new[index].id] ?? workload.new[index].id
    }
    return workload
  }

  /// All workloads of one section.
  static func small() -> [RowWorkload] {
    var generator = BenchmarkGenerator(state: 4)
    let many = rows(0..<100_000)
    return [
      readme("rows-100", count: 100, deleted: 40..<50, inserted: 60..<70, shuffled: 0..<4),
      readme(
        "readme-5k", count: 5_000, deleted: 2_000..<3_000, inserted: 3_000..<4_000,
        shuffled: 0..<200),
      readme(
        "readme-100k", count: 100_000, deleted: 20_000..<30_000, inserted: 30_000..<40_000,
        shuffled: 0..<2_000),
      scattered("scattered-100k", count: 100_000),
      scattered("scattered-100k", count: 100_000).fresh,
      duplicates("duplicates-100k", count: 100_000),
      RowWorkload(name: "first-to-last-100k", old: many, new: Array(many[1...] + many[..<1])),
      RowWorkload(name: "reverse-100k", old: many, new: many.reversed()),
      RowWorkload(name: "shuffle-100k", old: many, new: many.shuffled(using: &generator)),
      RowWorkload(name: "replace-100k", old: many, new: rows(100_000..<200_000)),
    ]
  }

  /// The workloads of a million rows.
  static func large() -> [RowWorkload] {
    let old = rows(0..<1_000_000)
    let more = rows(1_000_000..<1_001_000)
    var updated = old
    updated[500_000].revision += 1
    var copied = old
    copied.reserveCapacity(old.count + 1)
    let shared = [
      RowWorkload(name: "append-1M", old: old, new: old + more),
      RowWorkload(name: "prepend-1M", old: old, new: more + old),
      RowWorkload(name: "update-1M", old: old, new: updated),
      RowWorkload(name: "unchanged-1M", old: old, new: copied),
    ]
    return shared + shared.map(\.fresh)
  }
}

extension SectionWorkload {
  /// A hundred sections of a thousand rows, of which seven in a hundred change.
  static func sections(_ name: String, duplicates: Bool) -> SectionWorkload {
    var generator = BenchmarkGenerator(state: 5)
    var old = (0..<100).map { section in
      BenchmarkSection(id: section, rows: RowWorkload.rows(section * 1_000..<(section + 1) * 1_000))
    }
    if duplicates {
      for _ in 0..<10_000 {
        let (from, to) = (path(old, &generator), path(old, &generator))
        old[to.0].rows[to.1].id = old[from.0].rows[from.1].id
      }
    }
    var new = old
    for number in 0..<1_000 {
      var place = path(new, &generator)
      new[place.0].rows.remove(at: place.1)
      place = path(new, &generator)
      new[place.0].rows.insert(BenchmarkRow(100_000 + number), at: place.1)
      for _ in 0..<3 {
        place = path(new, &generator)
        new[place.0].rows[place.1].revision += 1
      }
      for _ in 0..<2 {
        place = path(new, &generator)
        let row = new[place.0].rows.remove(at: place.1)
        place = path(new, &generator)
        new[place.0].rows.insert(row, at: place.1)
      }
    }
    for _ in 0..<5 {
      let section = new.remove(at: .random(in: 0..<new.count, using: &generator))
      new.insert(section, at: .random(in: 0..<new.count, using: &generator))
    }
    new.remove(at: 30)
    new.insert(BenchmarkSection(id: 100, rows: RowWorkload.rows(200_000..<201_000)), at: 60)
    return SectionWorkload(name: name, old: old, new: new)
  }

  private static func path(
    _ sections: [BenchmarkSection], _ generator: inout BenchmarkGenerator
  ) -> (Int, Int) {
    let section = Int.random(in: 0..<sections.count, using: &generator)
    return (section, Int.random(in: 0..<sections[section].rows.count, using: &generator))
  }

  /// All workloads of several sections.
  static func all() -> [SectionWorkload] {
    let unique = sections("sections-100k", duplicates: false)
    let repeated = sections("sections-duplicates-100k", duplicates: true)
    return [unique, unique.fresh, repeated, repeated.fresh]
  }
}
