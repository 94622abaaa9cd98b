/// A line through points, as text for a path's `d` attribute.
package struct Polyline {
  package private(set) var text = ""
  private var count = 0

  package init() {}

  package mutating func add(_ x: Double, _ y: Double, decimals: Int = 1) {
    text += count == 0 ? "M" : count == 1 ? "L" : " "
    text += compact(x, decimals: decimals) + "," + compact(y, decimals: decimals)
    count += 1
  }
}
