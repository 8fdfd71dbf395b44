import Normalization
import WHATWGURL

/// The form of an address in which two visits to one page compare equal.
///
/// Dropped are: user name, password and default port; query parameters that only say where a reader came from; a query
/// that is then empty; and the fragment, unless it chooses the page, as in applications that route by `#/` or `#!`, whose
/// fragment loses a fragment directive (`:~:`). Kept are: scheme, `www.`, case and encoding of the path, a slash at its
/// end, and order and repetition of the other parameters. These change which page is shown on enough sites.
enum PageKey {
    /// The key of an address.
    static func key(of url: WebURL) -> String {
        let page = URLNormalization([.credentials, .tracking, .fragment]).apply(to: url).href
        guard let fragment = url.fragment, fragment.hasPrefix("/") || fragment.hasPrefix("!") else { return page }
        let directive = fragment.firstRange(of: ":~:")?.lowerBound ?? fragment.endIndex
        return page + "#" + fragment[..<directive]
    }
}
