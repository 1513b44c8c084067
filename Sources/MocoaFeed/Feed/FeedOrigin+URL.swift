extension FeedOrigin {
  /// The body that an address leads to.
  ///
  /// When it is reloaded, the server is asked for a newer one only, where it supports that.
  public static func url(
    _ url: String, options: FetchOptions = FetchOptions()
  ) -> FeedOrigin {
    FeedOrigin(name: ByteSources.shownName(ofURL: url)) { previous in
      try ByteSources.fetch(url, options: options, after: (previous as? StreamSource)?.report)
    }
  }
}
