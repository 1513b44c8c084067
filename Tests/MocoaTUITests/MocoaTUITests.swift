import Testing

@Suite struct MocoaTUITests {}
