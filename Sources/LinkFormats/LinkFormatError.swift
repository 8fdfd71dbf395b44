/// The error of a value of `--format` that cannot be used.
package enum LinkFormatError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The name of a format that does not exist.
    case unknownFormat(String)
    /// A template with a field that links do not have.
    case unknownField(String)
    /// A template with a brace that is not closed.
    case unclosedField
    /// A template with a backslash that is not followed by t, n, r, 0 or a backslash.
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
