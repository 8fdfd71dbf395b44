/// An error in a value of `--format`.
package enum LinkFormatError: Error, Sendable, Hashable, CustomStringConvertible {
    /// There is no format with this name.
    case unknownFormat(String)
    /// The template contains a field that links do not have.
    case unknownField(String)
    /// The template contains a brace that is not closed.
    case unclosedField
    /// The template contains a backslash that is not followed by t, n, r, 0 or a backslash.
    case unknownEscape(String)

    package var description: String {
        switch self {
        case .unknownFormat(let name): "unknown format \(name); the formats are \(LinkFormatDescriptor.namesForHelp)"
        case .unknownField(let name):
            "unknown field {\(name)}; the fields are \(LinkField.allCases.map(\.rawValue).joined(separator: " "))"
        case .unclosedField: "{ is not closed by }; write {{ for a brace"
        case .unknownEscape(let text): "unknown escape \(text); the escapes are \\t \\n \\r \\0 \\\\"
        }
    }
}
