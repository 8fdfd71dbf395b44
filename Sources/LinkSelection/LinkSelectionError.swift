/// What is wrong with how links are to be chosen.
package enum LinkSelectionError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A pattern that cannot be read, and why.
    case pattern(String, reason: String)
    /// A value that an option does not know, and what it takes.
    case value(String, option: String, expected: String)

    package var description: String {
        switch self {
        case .pattern(let text, let reason): "pattern \(text): \(reason)"
        case .value(let text, let option, let expected): "--\(option) \(text): \(expected)"
        }
    }
}
