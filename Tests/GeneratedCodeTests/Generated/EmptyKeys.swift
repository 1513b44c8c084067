// swift-format-ignore-file: written by mocoa-tui generate.

import Foundation
import MocoaFeed
import MocoaItems
