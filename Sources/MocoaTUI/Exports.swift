// A program that draws a list needs the names of all three layers: one import brings them.
@_exported import MocoaCore
@_exported import MocoaFeed
