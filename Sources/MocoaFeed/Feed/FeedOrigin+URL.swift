extension FeedOrigin {
  /// What a URL leads to.
  ///
  /// When it is read anew, only something newer is asked for, where the host knows about that.
  public static func url(
    _ url: String, options: FetchOptions = FetchOptions()
  ) -> FeedOrigin {
    let memory = FetchMemory()
    return FeedOrigin(name: url, forget: { memory.forget() }) {
      try ByteSources.fetch(url, options: options, memory: memory)
    }
  }
}
