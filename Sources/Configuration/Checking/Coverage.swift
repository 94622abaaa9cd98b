/// Which gestures are on all views of which others.
///
/// The names of views are hashed once for each gesture, not for each pair.
struct Coverage {
  /// The views of each gesture, numbered by name.
  private let views: [[Int]]
  /// Whether a gesture is on whole screens only. One without views is on all of them.
  private let isOnWholeScreens: [Bool]

  init(of gestures: [GestureSettings], screens: [String: SourcePlace]) {
    var numbers: [String: Int] = [:]
    views = gestures.map { gesture in
      gesture.views.map { name in
        let number = numbers[name] ?? numbers.count
        numbers[name] = number
        return number
      }
    }
    isOnWholeScreens = gestures.map { $0.views.allSatisfy { screens[$0] != nil } }
  }

  func has(_ gesture: Int, allViewsOf other: Int) -> Bool {
    if views[gesture].isEmpty { return isOnWholeScreens[other] }
    return !views[other].isEmpty && views[other].allSatisfy(views[gesture].contains)
  }
}
