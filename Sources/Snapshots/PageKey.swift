import Normalization
import WHATWGURL

/// A normalization under which the URLs of two visits to one page are equal.
///
/// Removed are the user name, the password and the default port; tracking parameters, and a query that is then empty;
/// and the fragment. A fragment that begins with `/` or `!` is kept without its fragment directive (`:~:`), because
/// applications use it to select a page.
///
/// Kept are the scheme, `www.`, the case and encoding of the path, a trailing slash, and the order and repetition of
/// the other parameters, because on enough sites they select a different page.
enum PageKey {
    /// Returns the page key of a URL.
    static func key(of url: WebURL) -> String {
        let page = URLNormalization([.credentials, .tracking, .fragment]).apply(to: url).href
        guard let fragment = url.fragment, fragment.hasPrefix("/") || fragment.hasPrefix("!") else { return page }
        let directive = fragment.firstRange(of: ":~:")?.lowerBound ?? fragment.endIndex
        return page + "#" + fragment[..<directive]
    }
}
