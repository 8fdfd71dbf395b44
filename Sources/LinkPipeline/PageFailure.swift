import Crawling
import LinkHarvest

/// The failure of one page.
package struct PageFailure: Error, Sendable {
    /// The name of the page: its URL without credentials, its path, or `-`.
    package let source: String
    /// The underlying error.
    package let error: any Error

    /// True if the error says that the resource is no document with links, or that a site's rules exclude it.
    ///
    /// A page may link to anything, so such a failure counts only for a page that the user named.
    var meansNoDocument: Bool {
        switch error {
        case is LinkHarvestError, is RobotsGate.Refusal: true
        case LinkPipelineError.empty: true
        default: false
        }
    }
}
