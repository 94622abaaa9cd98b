extension Configuration {
  /// What it asks for and this version does not do; each a sentence for a warning.
  package var notCarriedOut: [String] {
    var sentences: [String] = []
    for screen in screens where screen.intercept {
      sentences.append("screen \(screen.name.quoted): `intercept` is not carried out yet: applications see all touches")
    }
    return sentences
  }
}
