/// What is wrong with a format as it was chosen.
package enum LinkFormatError: Error, Sendable, Hashable, CustomStringConvertible {
    /// No format has this name.
    case unknownFormat(String)
    /// A template names a field that links do not have.
    case unknownField(String)
    /// A template's brace is not closed.
    case unclosedField
    /// A template has a backslash before something else than t, n, r, 0 and a backslash.
    case unknownEscape(String)

    package var description: String {
        switch self {
        case .unknownFormat(let name): "\(name) is none of \(LinkFormatDescriptor.namesForHelp)"
        case .unknownField(let name):
            "{\(name)} is no field; the fields are \(LinkField.allCases.map(\.rawValue).joined(separator: " "))"
        case .unclosedField: "{ is not closed by }; {{ stands for a brace"
        case .unknownEscape(let text): "\(text) is none of \\t \\n \\r \\0 \\\\"
        }
    }
}
