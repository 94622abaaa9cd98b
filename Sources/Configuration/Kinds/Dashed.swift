/// A name of the library as configurations write it: `togglePlayPause` is "toggle-play-pause".
package struct Dashed<Name: RawRepresentable<String> & CaseIterable & Hashable>: RawRepresentable, CaseIterable,
  Hashable
{
  package let name: Name

  package init(_ name: Name) { self.name = name }

  package init?(rawValue: String) {
    guard let one = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = one
  }

  package var rawValue: String {
    name.rawValue.map { $0.isUppercase ? "-\($0.lowercased())" : "\($0)" }.joined()
  }

  package static var allCases: [Self] { Name.allCases.map { Self($0) } }
}
