import Testing

@Suite struct MocoaFeedTests {}
