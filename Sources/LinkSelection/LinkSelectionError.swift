/// An error in the options that describe a selection.
package enum LinkSelectionError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A pattern with a syntax error, and the reason.
    case pattern(String, reason: String)
    /// A value that an option does not accept, and the accepted values.
    case value(String, option: String, expected: String)

    package var description: String {
        switch self {
        case .pattern(let text, let reason): "pattern \(text): \(reason)"
        case .value(let text, let option, let expected): "--\(option) \(text): \(expected)"
        }
    }
}
