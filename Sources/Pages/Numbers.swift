import Text

/// Formats a number for an attribute, without digits that make no visible difference.
package func compact(_ value: Double, decimals: Int = 2) -> String { Decimal.plain(value, decimals: decimals) }

/// Formats a place along an axis as a percentage of it: the drawing then fits any width while its text keeps its size.
package func percent(_ value: Double, of whole: Double) -> String {
  compact(whole > 0 ? max(0, min(1, value / whole)) * 100 : 0, decimals: 3) + "%"
}

package func seconds(_ time: Double) -> String { Decimal.fixed(time, decimals: 3) + " s" }

package func millimetres(_ length: Double) -> String { Decimal.fixed(length, decimals: 1) + " mm" }
