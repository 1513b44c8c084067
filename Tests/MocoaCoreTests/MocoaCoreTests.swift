import Testing

@Suite struct MocoaCoreTests {}
