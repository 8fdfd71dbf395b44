import HTTPTypes
import Hummingbird
import WHATWGURL

extension HTTPField.Name {
    /// Link (RFC 8288).
    static let link = HTTPField.Name("Link") ?? .location
}

extension Request {
    /// The `Link` field that leads to the next part of a list (RFC 8288), nil where the list ends.
    ///
    /// - Parameter cursor: What the next request says as `after`; nil where there is no more.
    /// - Returns: The header fields.
    func linkToNext(after cursor: String?) -> HTTPFields {
        guard let cursor else { return [:] }
        let kept = (uri.query ?? "").split(separator: "&").filter { pair in
            !["after", "offset"].contains(String(pair.prefix { $0 != "=" }))
        }
        let query = (kept.map(String.init) + ["after=\(cursor)"]).joined(separator: "&")
        // What a query may not hold was refused by the parser; what could end the field's brackets is encoded.
        let safe = query.replacing(">", with: "%3E").replacing("<", with: "%3C").replacing("\"", with: "%22")
        return [.link: "<\(uri.path)?\(safe)>; rel=\"next\""]
    }
}
