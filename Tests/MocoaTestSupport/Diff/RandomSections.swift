import MocoaDiff

extension RandomNumberGenerator {
  /// A pair of lists of sections, where the second is made from the first or from nothing.
  package mutating func sectionPair() -> (old: [TestSection], new: [TestSection]) {
    let letters = Int.random(in: 1...12, using: &self)
    let old = sections(letters: letters)
    if Int.random(in: 0..<4, using: &self) == 0 { return (old, sections(letters: letters)) }
    var new = old
    for _ in 0..<Int.random(in: 0...5, using: &self) { mutate(&new, letters: letters) }
    return (old, new)
  }

  /// A list of up to four sections of up to six rows.
  mutating func sections(letters: Int) -> [TestSection] {
    (0..<Int.random(in: 0...4, using: &self)).map { _ in section(letters: letters) }
  }

  private mutating func section(letters: Int) -> TestSection {
    TestSection(
      Int.random(in: 0..<6, using: &self), content: Int.random(in: 0..<2, using: &self),
      rows: (0..<Int.random(in: 0...6, using: &self)).map { _ in row(letters: letters) })
  }

  private mutating func row(letters: Int) -> TestRow {
    TestRow(
      Int.random(in: 0..<letters, using: &self), content: Int.random(in: 0..<2, using: &self))
  }

  /// Changes a list as its users would: a section or a row comes, goes, moves or changes.
  private mutating func mutate(_ sections: inout [TestSection], letters: Int) {
    guard !sections.isEmpty else { return sections.append(section(letters: letters)) }
    let place = Int.random(in: 0..<sections.count, using: &self)
    switch Int.random(in: 0..<8, using: &self) {
    case 0: sections.insert(section(letters: letters), at: place)
    case 1: sections.remove(at: place)
    case 2:
      let section = sections.remove(at: place)
      sections.insert(section, at: anyIndex(of: sections.count))
    case 3: sections[place].content = 1 - sections[place].content
    case 4: sections[place].rows.insert(row(letters: letters), at: anyIndex(of: place, sections))
    case 5: sections[place].rows.shuffle(using: &self)
    default: moveRow(from: place, in: &sections)
    }
  }

  /// Takes a row out, changes it perhaps, and puts it in anywhere, or drops it.
  private mutating func moveRow(from section: Int, in sections: inout [TestSection]) {
    guard let item = sections[section].rows.indices.randomElement(using: &self) else { return }
    var row = sections[section].rows.remove(at: item)
    if Bool.random(using: &self) { row.content = 1 - row.content }
    let target = Int.random(in: 0...sections.count, using: &self)
    guard target < sections.count else { return }
    sections[target].rows.insert(row, at: anyIndex(of: target, sections))
  }

  private mutating func anyIndex(of section: Int, _ sections: [TestSection]) -> Int {
    anyIndex(of: sections[section].rows.count)
  }

  private mutating func anyIndex(of count: Int) -> Int { Int.random(in: 0...count, using: &self) }

  /// A pair of lists of up to some two hundred rows, which differ in blocks and in single rows.
  package mutating func blockPair() -> (old: [TestRow], new: [TestRow]) {
    let letters = Bool.random(using: &self) ? 1_000 : Int.random(in: 2...60, using: &self)
    let count = Int.random(in: 0...160, using: &self)
    let old = (0..<count).map { TestRow($0 % letters) }
    var new = old
    for _ in 0..<Int.random(in: 0...4, using: &self) {
      let length = Int.random(in: 1...40, using: &self)
      let lower = anyIndex(of: new.count)
      let range = lower..<Swift.min(lower + length, new.count)
      switch Int.random(in: 0..<6, using: &self) {
      case 0: new.removeSubrange(range)
      case 1:
        let rows = (0..<length).map { _ in row(letters: letters) }
        new.insert(contentsOf: rows, at: anyIndex(of: new.count))
      case 2: new[range].shuffle(using: &self)
      case 3: for index in range { new[index].content = 1 - new[index].content }
      case 4: new[range].reverse()
      default:
        let block = Array(new[range])
        new.removeSubrange(range)
        new.insert(contentsOf: block, at: anyIndex(of: new.count))
      }
    }
    return (old, new)
  }
}
