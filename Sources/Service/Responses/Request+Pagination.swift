import HTTPTypes
import Hummingbird
import WHATWGURL

extension Request {
    /// Returns the `Link` field that leads to the next page of a list (RFC 8288), or no fields at the end of the list.
    ///
    /// - Parameter cursor: The value of `after` in the next request; nil at the end.
    /// - Returns: The header fields.
    func linkToNext(after cursor: String?) -> HTTPFields {
        guard let cursor else { return [:] }
        let kept = (uri.query ?? "").split(separator: "&").filter { pair in
            !["after", "offset"].contains(String(pair.prefix { $0 != "=" }))
        }
        let query = (kept.map(String.init) + ["after=\(cursor)"]).joined(separator: "&")
        // The parser has rejected characters that a query must not contain. Characters that could end the brackets of
        // the field are encoded.
        let safe = query.replacing(">", with: "%3E").replacing("<", with: "%3C").replacing("\"", with: "%22")
        return [.link: "<\(uri.path)?\(safe)>; rel=\"next\""]
    }
}
