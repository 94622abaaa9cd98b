import Configuration
import Gestures
import Hands

/// The words after `tickle-edit`. `tickle edit` gives them, and explains them in its own help.
struct EditOptions {
  var file: String?
  var recordings: [String] = []
  /// 0: any that is free.
  var port: UInt16 = 0
  var size: Size?

  struct Mistake: Error { let sentence: String }

  static let usage = "usage: tickle edit [FILE] [--recordings RECORDING ...] [--panel WxHmm] [--port PORT]"

  init(_ words: [String]) throws(Mistake) {
    var words = words[...]
    while let word = words.popFirst() {
      switch word {
      case "--recordings":
        while let next = words.first, !next.hasPrefix("--") {
          recordings.append(next)
          words.removeFirst()
        }
      case "--port":
        guard let value = words.popFirst().flatMap({ UInt16($0) }) else {
          throw Mistake(sentence: "--port must be a number up to 65535, or 0 for any that is free")
        }
        port = value
      case "--panel":
        guard let size = words.popFirst().flatMap(HandPanel.size) else {
          throw Mistake(sentence: "--panel must be a size such as 217x136mm")
        }
        self.size = size
      default:
        guard !word.hasPrefix("--"), file == nil else { throw Mistake(sentence: "\(word.quoted) is not an option") }
        file = word
      }
    }
  }
}
