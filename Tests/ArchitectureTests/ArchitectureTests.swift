import Testing

@Suite struct ArchitectureTests {}
