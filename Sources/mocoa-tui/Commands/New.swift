import ArgumentParser
import MocoaFeedUI
import MocoaItems
import MocoaSystem

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Writes a package: `mocoa-tui new Contacts`.
struct New: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mocoa-tui new",
    abstract: "Writes a Swift package that shows a feed in a list of its own, with tests.",
    discussion: """
      The package has a model, a view model and a cell for the rows of the feed, as mocoa-tui \
      generate writes them, a program, and tests of the rows and of the screen. In its folder, \
      swift run shows the feed, and swift test runs the tests.
      """)

  @Argument(help: "The name of the package and of its folder, such as Contacts.")
  var name: String

  @Option(help: "The feed to show (default: some contacts).", completion: .file())
  var feed: String?

  @Option(
    help: ArgumentHelp(
      """
      The Mocoa package: a URL, or a path from the new folder (default: the checkout that the \
      program was built in, if it still is there).
      """, valueName: "url"))
  var package: String?

  func validate() throws {
    let isName = name.first?.isLetter == true && name.utf8.allSatisfy(\.isNamePart)
    guard isName else {
      throw ValidationError("'\(name)' is not a name of a package; use letters, digits and _.")
    }
    guard name.utf8.count <= 100 else {
      throw ValidationError("The name of a package has at most 100 letters.")
    }
    // A dangling symbolic link exists, too.
    if (try? FileManager.default.attributesOfItem(atPath: name)) != nil {
      throw ValidationError("\(name) exists already; remove it, or choose another name.")
    }
  }

  func run() throws {
    do { try write() } catch { throw ExitCode(Output.report(error)) }
  }

  private func write() throws {
    guard let library = package ?? Self.checkout else {
      throw UsageError("Name the Mocoa package: --package URL, or the path of a checkout.")
    }
    let (code, rows) = try MainActor.assumeIsolated { try read() }
    let dependency = FeedCode.Dependency(library, version: Version.current)
    // The folder is renamed when it is complete.
    let folder = URL(filePath: ".\(name).\(getpid())", directoryHint: .isDirectory)
    let files =
      code.files(ofPackage: name, dependency: dependency) + [("\(code.domain).json", rows)]
    do {
      for file in files {
        let url = folder.appending(path: file.path)
        try FileManager.default.createDirectory(
          at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try file.text.write(to: url, atomically: false, encoding: .utf8)
      }
      try FileManager.default.moveItem(atPath: folder.path, toPath: name)
    } catch {
      try? FileManager.default.removeItem(at: folder)
      throw error
    }
    try Output.standard.write("cd \(name) && swift run\n")
  }

  /// Reads the feed; returns its code, and its first rows as JSON.
  @MainActor private func read() throws -> (FeedCode, rows: String) {
    let feed =
      if let feed { try WholeSource(name: feed).feed() } else {
        Feed(source: MemorySource(Self.contacts, name: "contacts.json"))
      }
    feed.wait(forRows: .max, timeout: .seconds(3_600))
    if case .failed(let error, _) = feed.status { throw error }
    let model = feed.listModel
    let rows = (0..<min(100, model.numberOfRows)).map { "  \(model.row($0).json)" }
    let code = FeedCode(sample: FeedSample(model), feedName: feed.name)
    return (code, "[\n\(rows.joined(separator: ",\n"))\n]\n")
  }

  /// The checkout in which the program was built, or nil if it is elsewhere.
  private static var checkout: String? {
    var folder = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    while folder.path.count > 1 {
      folder.deleteLastPathComponent()
      let core = folder.appending(path: "Sources/MocoaCore")
      if FileManager.default.fileExists(atPath: core.path) { return folder.path }
    }
    return nil
  }

  private static let contacts = """
    [{"id":1,"name":"Ada Moreau","phone":"+33 1 70 18 99 01"},
     {"id":2,"name":"Bruno Keller","phone":"+49 30 5550 1742"},
     {"id":3,"name":"山田 太郎","phone":"+81 3 5550 1111"}]
    """
}

extension UInt8 {
  /// A Boolean value that indicates whether the byte can be part of the name of a package.
  fileprivate var isNamePart: Bool { isASCIILetter || isDigit || self == UInt8(ascii: "_") }
}
