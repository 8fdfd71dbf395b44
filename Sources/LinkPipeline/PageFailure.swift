import Crawling
import LinkHarvest

/// The failure of one page.
package struct PageFailure: Error, Sendable {
    /// The name of the page: its URL without credentials, its path, or `-`.
    package let source: String
    /// The underlying error.
    package let error: any Error

    /// True if the resource is not a document with links, or if a site's rules exclude it.
    ///
    /// A page may link to anything, so such a failure counts only if the user named the page.
    var meansNoDocument: Bool {
        switch error {
        case is LinkHarvestError, is RobotsGate.Refusal: true
        case LinkPipelineError.empty: true
        default: false
        }
    }
}
