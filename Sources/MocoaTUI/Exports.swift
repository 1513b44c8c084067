// One import for a program that draws lists: the core is part of the interface of the views.
@_exported import MocoaCore
