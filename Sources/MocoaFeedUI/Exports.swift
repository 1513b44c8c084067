// One import for a program that shows a feed.
@_exported import MocoaCore
@_exported import MocoaFeed
@_exported import MocoaTUI
