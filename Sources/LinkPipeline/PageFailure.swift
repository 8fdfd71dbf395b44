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

    /// True if the site refused the request, which a check reports as a blocked link rather than a broken one.
    var isRefusal: Bool {
        guard case LinkPipelineError.status(_, let code) = error else { return false }
        return LinkCheckResult.Refusal(status: code) != nil
    }
}
