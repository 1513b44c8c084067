import MocoaCore
import MocoaSystem

/// An overlay for choosing a file in a folder or in those below it; the answer is its path.
///
/// ```swift
/// if let path = await page.present(FileChooser(in: ".")) { open(path) }
/// ```
/// It is a ``ListPage`` with its keys: folders are a tree and are read when they are expanded,
/// Enter chooses a file, and `.` shows hidden files. The error of a folder is in a row below it.
@MainActor
public final class FileChooser: OverlayView, AnsweringOverlay {
  /// The path of the chosen file, which begins with the folder; nil if none was chosen.
  public private(set) var answer: String?

  private let files: ListPage<FileEntry>

  /// Creates an overlay with the files in a folder.
  public init(in folder: String = ".", title: String = "Choose a file") {
    let reader = FolderReader()
    let files = ListPage(folder) { try await reader.files(in: folder) }
      .columns {
        Column("NAME", \.name, width: .share(1)).style { $0.isFolder ? .title : .body }
        Column("SIZE", \.size, format: .byteCount).sortable()
      }
      .children(where: \.isFolder) { try await reader.files(in: $0.path) }
      .empty("No files")
    self.files = files
    super.init()
    files.onSelect { [weak self] in self?.open($0) }
    files.on(".", help: "Show or hide hidden files") { [unowned files] in
      reader.showsHidden.toggle()
      files.reload()
    }
    addSubview(BorderView(title: title, content: files))
  }

  private func open(_ file: FileEntry) {
    if file.isFolder {
      if let path = files.table.cursor { files.toggle(at: path.item) }
    } else if access(file.path, F_OK) != 0 {
      files.status.show("\(file.name): \(String(cString: strerror(errno)))", style: .error)
    } else {
      answer = file.path
      dismiss()
    }
  }

  public override var preferredFocus: View? { files }

  public override func sizeThatFits(_ available: Size) -> Size {
    let rows = max(available.rows * 2 / 3, min(12, available.rows))
    return Size(columns: min(80, available.columns), rows: rows)
  }

  public override func layoutSubviews() { subviews.first?.frame = bounds }

  /// The keys of the overlay besides those of its list.
  public override var keyMap: KeyMap { .fileChooser }
}

extension KeyMap {
  fileprivate static let fileChooser = KeyMap(
    for: FileChooser.self, title: "Files", [.dismissal([.escape], help: "Close without a choice")])
}

/// Reads folders, with or without hidden files.
@MainActor
private final class FolderReader {
  var showsHidden = false

  func files(in folder: String) async throws -> [FileEntry] {
    let files = try await FileEntry.files(in: folder)
    return showsHidden ? files : files.filter { !$0.name.hasPrefix(".") }
  }
}

/// The reason why a folder could not be read.
private struct FolderFault: Error, CustomStringConvertible {
  let description: String

  /// Creates the reason from the error of the last call of the system.
  init() { description = String(cString: strerror(errno)) }
}

struct FileEntry: Identifiable, Equatable, Sendable {
  let path: String
  let name: String
  /// A Boolean value that indicates whether the file, or what it links to, is a folder.
  let isFolder: Bool
  /// The size in bytes; nil if the file is no regular one.
  let size: Int?

  var id: String { path }

  private init(_ name: String, in folder: String) {
    self.name = name
    path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
    var status = stat()
    let kind = stat(path, &status) == 0 ? status.st_mode & S_IFMT : 0
    isFolder = kind == S_IFDIR
    size = kind == S_IFREG ? Int(status.st_size) : nil
  }

  /// Returns what is in a folder: folders first, then by name.
  @concurrent static func files(in folder: String) async throws -> [FileEntry] {
    var names: [String] = []
    let isRead = forEachFile(inFolder: folder) { name, _ in
      names.append(String(decoding: name, as: UTF8.self))
    }
    guard isRead else { throw FolderFault() }
    return names.map { FileEntry($0, in: folder) }
      .sorted { ($0.isFolder ? 0 : 1, $0.name) < ($1.isFolder ? 0 : 1, $1.name) }
  }
}
