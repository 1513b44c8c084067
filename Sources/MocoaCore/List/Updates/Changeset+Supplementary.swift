// Observers of a list get changesets, so an import of the list imports these.
@_exported public import MocoaDiff

extension SupplementaryPath {
  init(kind: ModuleKind, section: Int, index: Int) {
    self.init(kind: kind.rawValue, section: section, index: index)
  }
}
