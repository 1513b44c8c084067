import MocoaItems
import MocoaTUI

/// The phone number that was signed in with last, kept in a file.
///
/// The code is not kept: it is no more than a password that is good for once.
struct SavedLogin {
  /// The file; nil keeps nothing.
  var path: String?

  private let archive = ItemArchive(keys: ["phone"])

  init(path: String? = nil) { self.path = path }

  /// The phone number, or nothing where there is none that can be read.
  var phone: String {
    guard let path, let list = try? archive.list(fromFile: path) else { return "" }
    return list.common["phone"]?.string ?? ""
  }

  /// Keeps a phone number; that it cannot be written is no reason not to sign in.
  func save(_ phone: String) {
    guard let path else { return }
    try? archive.write(ItemList(common: ["phone": .string(phone)]), to: path)
  }
}
