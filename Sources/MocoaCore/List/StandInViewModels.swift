/// A cell without a module, or whose model does not fit; its resolution is the reason.
@MainActor final class StandInCellViewModel: CellViewModel {}

/// A supplementary element without a module, or whose model does not fit.
@MainActor final class StandInSupplementaryViewModel: SupplementaryViewModel {}
