/// A text in which `$NAME` and `${NAME}` stand for variables.
package struct VariableText {
  package struct Variable {
    package let name: String
    /// The variable as it is written: `$NAME`, `${NAME}`, or the beginning of an expression of the shell such as `${NAME#-}`.
    package let written: String
    fileprivate let isExpression: Bool
    /// The text up to the next variable.
    fileprivate let following: Substring

    fileprivate init(afterSign text: Substring) {
      let hasBrace = text.first == "{"
      let name = text.dropFirst(hasBrace ? 1 : 0).prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
      let isClosed = hasBrace && text[name.endIndex...].first == "}"
      let end = isClosed ? text.index(after: name.endIndex) : name.endIndex
      self.name = String(name)
      written = "$" + text[..<end]
      isExpression = hasBrace && !isClosed || name.isEmpty
      following = text[end...]
    }
  }

  package let beginning: String
  package let variables: [Variable]

  package init(_ text: String) {
    let parts = text.split(separator: "$", omittingEmptySubsequences: false)
    beginning = String(parts[0])
    variables = parts.dropFirst().map(Variable.init(afterSign:))
  }

  /// Returns the text with values in the places of variables. Variables for which `value` returns `nil`, and expressions, stay as they are.
  package func filled(_ value: (String) -> String?) -> String {
    variables.reduce(into: beginning) { text, variable in
      text += (variable.isExpression ? nil : value(variable.name)) ?? variable.written
      text += variable.following
    }
  }
}
