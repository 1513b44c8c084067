import MocoaCore
