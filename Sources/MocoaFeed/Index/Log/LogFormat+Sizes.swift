extension LogFormat {
  private static let sizesEntry: Entry = (
    "du", [#"(?<size>\d+(?:\.\d)?[KMGTPEZY]?)\t(?<path>[^\t]+)"#: "48\tsrc/a b"]
  )

  private static let sizes = LogFormat(sizesEntry, isLoose: true, isOfLines: true)

  /// Returns the format of lines as `du -a src` writes them; nil for others.
  ///
  /// All paths begin with the name of one folder, and a folder is behind what is in it: counts
  /// beside paths are not so.
  static func sizesOfFolder(in lines: [UnsafeRawBufferPointer]) -> LogFormat? {
    let slash = UInt8(ascii: "/")
    var paths: [UnsafeRawBufferPointer] = []
    for line in lines.map(\.withoutCarriageReturn) {
      guard line.first?.isDigit ?? false, let tab = line.firstIndex(of: 0x09),
        tab + 1 < line.count, sizes.reads(line)
      else { return nil }
      paths.append(line[rebased: tab + 1..<line.count])
    }
    func isBelow(_ path: UnsafeRawBufferPointer, _ folder: UnsafeRawBufferPointer) -> Bool {
      path.count > folder.count && path[folder.count] == slash && path.starts(with: folder)
    }
    guard paths.count > 2, let first = paths.first else { return nil }
    let root = first[rebased: 0..<(first.firstIndex(of: slash) ?? first.count)]
    // Those of `.`, and those that begin with a slash, are known without others.
    guard root.contains(where: { $0 != UInt8(ascii: ".") }),
      paths.allSatisfy({ $0.elementsEqual(root) || isBelow($0, root) }),
      zip(paths, paths.dropFirst()).contains(where: { isBelow($0, $1) })
    else { return nil }
    return sizes
  }
}
