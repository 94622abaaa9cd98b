extension Dictionary {
  /// Creates a dictionary of pairs; of several with a key, the first one counts.
  package init(firstOf pairs: some Sequence<(Key, Value)>) {
    self.init()
    for (key, value) in pairs where self[key] == nil { self[key] = value }
  }
}
