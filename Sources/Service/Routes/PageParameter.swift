import HTTPTypes
import JSON
import Snapshots
import WHATWGURL

/// The parameter `page` of requests, the URL of a page.
enum PageParameter {
    /// Returns the page key of a URL.
    ///
    /// - Throws: `Problem` (400) if it is not an http, https or file URL.
    static func pageKey(ofURL url: String) throws -> String {
        // A reader view has an address that no place has.
        let url = WebURL(url).flatMap { OriginalAddress(of: $0) }?.url.href ?? url
        guard let snapshot = try? PageSnapshot(value: .object(["url": .string(url)])) else {
            throw Problem(.badRequest, "page must be an http, https or file URL")
        }
        return snapshot.pageKey
    }
}
