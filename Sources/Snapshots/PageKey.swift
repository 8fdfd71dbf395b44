import Normalization
import WHATWGURL

/// A normalization under which the URLs of two visits to one page are equal.
///
/// The page of an archive's copy, of an AMP page in a cache or of a reader view is the original, see
/// ``OriginalAddress``.
///
/// Removes the user name, the password, the default port, tracking parameters and the fragment. A query that is then
/// empty is removed too. A fragment that begins with `/` or `!` selects a page in many applications, so only its
/// fragment directive (`:~:`) is removed.
///
/// Keeps the scheme, `www.`, the case and encoding of the path, a trailing slash, and the order and repetition of the
/// other parameters, because each of them selects a different page on enough sites.
enum PageKey {
    /// Returns the page key of a URL.
    static func key(of url: WebURL) -> String { normalized(OriginalAddress(of: url)?.url ?? url) }

    /// Returns the page key of the URL of an original page.
    static func normalized(_ url: WebURL) -> String {
        let page = URLNormalization([.credentials, .tracking, .fragment]).apply(to: url).href
        guard let fragment = url.fragment, fragment.hasPrefix("/") || fragment.hasPrefix("!") else { return page }
        let directive = fragment.firstRange(of: ":~:")?.lowerBound ?? fragment.endIndex
        return page + "#" + fragment[..<directive]
    }
}
