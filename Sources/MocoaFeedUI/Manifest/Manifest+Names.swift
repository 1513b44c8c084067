import MocoaFeed
import MocoaTUI

extension Manifest {
  /// Returns the manifest with names of members resolved as those of filters are.
  func resolved(in catalog: ColumnCatalog) -> Manifest {
    var manifest = self
    manifest.modules = modules.map { $0.resolved(in: catalog) }
    return manifest
  }
}

extension ManifestModule {
  fileprivate func resolved(in catalog: ColumnCatalog) -> ManifestModule {
    var module = self
    if let filter = condition?.resolved(by: catalog.meaning), filter != condition {
      module.condition = filter
    }
    module.cell = cell.map(catalog.resolvingKnownNames)
    module.columns = columns.map { $0.resolved(in: catalog) }
    return module
  }
}

extension FeedColumn {
  /// Returns the column with the names of its members resolved as those of filters are.
  package func resolved(in catalog: ColumnCatalog) -> FeedColumn {
    var column = self
    column.template = template.map(catalog.resolvingKnownNames)
    // A template that represents no member has another id than its first one.
    let path = template?.paths.first ?? MemberPath(keys: self.column.memberPointer.tokens)
    guard self.column.id == JSONPointer(tokens: path.keys).description,
      let known = try? catalog.memberPath(named: path.typed)
    else { return column }
    column.column.id = JSONPointer(tokens: known.keys).description
    return column
  }
}
