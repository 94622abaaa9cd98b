import Actions

extension Configuration {
  /// What it asks for and this version does not do; each a sentence for a warning.
  package var notCarriedOut: [String] {
    var sentences: [String] = []
    for gesture in gestures {
      if case .stroke = gesture.kind {
        sentences.append("gesture \(gesture.name.quoted): strokes are not recognized yet")
      }
      for binding in gesture.actions where !binding.action.isCarriedOut {
        sentences.append("gesture \(gesture.name.quoted): `\(binding.action.keyword)` actions are not carried out yet")
      }
    }
    for screen in screens where screen.intercept {
      sentences.append("screen \(screen.name.quoted): `intercept` is not carried out yet: applications see all touches")
    }
    if daemon.watch { sentences.append("`watch` is not carried out yet: send SIGHUP to reload") }
    return sentences
  }
}

extension Action {
  fileprivate var isCarriedOut: Bool {
    switch self {
    case .shell, .exec, .sound, .key, .stream, .led, .haptic, .log: true
    case .mode: false
    }
  }
}
