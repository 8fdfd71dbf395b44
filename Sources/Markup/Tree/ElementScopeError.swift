/// Why no elements could be selected.
package enum ElementScopeError: Error, Hashable, CustomStringConvertible {
    /// The selector is malformed, or asks for what is not supported.
    case badSelector(String, reason: String)
    /// The page's elements are nested too deeply for a tree.
    case tooDeep
    /// The selector takes too long on this page.
    case tooLong(String)
    /// There was no memory.
    case outOfMemory

    /// What failed and why, on one line.
    package var description: String {
        switch self {
        case .badSelector(let selector, let reason): "selector '\(selector)': \(reason)"
        case .tooDeep: "more than 512 elements inside each other, too many to select from"
        case .tooLong(let selector): "selector '\(selector)': it takes too long on this page"
        case .outOfMemory: "out of memory"
        }
    }
}
