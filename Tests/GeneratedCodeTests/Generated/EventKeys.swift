// swift-format-ignore-file: written by mocoa-tui generate.

import Foundation
import MocoaFeed
import MocoaItems

extension ItemKey where Value == Bool {
  static var eventIsPublic: Self { "is_public" }
}

extension ItemKey where Value == Date {
  static var eventCreatedAt: Self { "created_at" }
}

extension ItemKey where Value == Double {
  static var eventDuration: Self { "duration" }
}

extension ItemKey where Value == Int {
  static var eventAttempts: Self { "attempts" }
}

extension ItemKey where Value == String {
  static var eventActor: Self { "actor" }
  static var eventId: Self { "id" }
  static var eventTitle: Self { "title" }
  static var eventType: Self { "type" }
}

extension ItemKey where Value == URL {
  static var eventUrl: Self { "url" }
}
