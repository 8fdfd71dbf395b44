/// Why no links could be taken from a page.
package enum LinkHarvestError: Error, CustomStringConvertible {
    /// The page could not be read as markup.
    case unreadable(source: String, underlying: any Error)

    /// What failed and why, on one line.
    package var description: String {
        switch self {
        case .unreadable(let source, let underlying): "\(source): \(underlying)"
        }
    }
}
