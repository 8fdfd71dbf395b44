/// An error that prevents elements from being selected.
package enum ElementScopeError: Error, Hashable, CustomStringConvertible {
    /// The selector is malformed or uses an unsupported feature.
    case badSelector(String, reason: String)
    /// The elements of the page are nested too deeply for a tree.
    case tooDeep
    /// The selector takes too long on this page.
    case tooLong(String)
    /// Memory could not be allocated.
    case outOfMemory

    /// The error in one line.
    package var description: String {
        switch self {
        case .badSelector(let selector, let reason): "selector '\(selector)': \(reason)"
        case .tooDeep: "elements are nested more than 512 deep, too deep for a selector"
        case .tooLong(let selector): "selector '\(selector)': it takes too long on this page"
        case .outOfMemory: "out of memory"
        }
    }
}
