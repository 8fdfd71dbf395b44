import FoundationEssentials
import HTTPTypes
import Hummingbird
import Places
import Syntax

/// The filters of the shelf, as requests have them.
struct ShelfFilters {
    /// The names of the query parameters with one value.
    static let parameters: Set<String> = ["q", "sort", "site", "tag"]
    /// The names of the query parameters that may occur several times.
    static let lists: Set<String> = ["state", "kind"]

    /// Returns the listing of a request.
    ///
    /// - Throws: `Problem` (400) for an unknown value.
    static func listing(_ request: Request) throws -> SnapshotListing {
        var listing = try listing(
            query: request.queryValue("q"), states: request.queryValues("state"), site: request.queryValue("site"),
            tag: request.queryValue("tag"), kinds: request.queryValues("kind"))
        if let name = request.queryValue("sort") { listing.sort = try value(name, named: "sort") }
        return listing
    }

    /// Returns a listing of pages.
    ///
    /// Of the kinds, captured, automatic and imported places are alternatives, and the others narrow the list further.
    ///
    /// - Throws: `Problem` (400) for an unknown value.
    static func listing(
        query: String?, states: [String], site: String?, tag: String?, kinds: [String]
    ) throws -> SnapshotListing {
        let states = Set(try names(states).map { try value($0, named: "state") as PageState })
        var listing = SnapshotListing(query: query, states: states.isEmpty ? nil : states)
        listing.site = site.flatMap { $0.isEmpty ? nil : Self.site(ofHost: $0) }
        listing.tag = tag.flatMap { $0.isEmpty ? nil : $0 }
        var origins: Set<SnapshotOrigin> = []
        for name in names(kinds) {
            switch name {
            case "captured": origins.insert(.click)
            case "automatic": origins.insert(.automatic)
            case "imported": origins.insert(.imported)
            case "highlight": listing.isHighlight = true
            case "copy": listing.hasCopy = true
            default: throw Problem(.badRequest, "kind must be captured, automatic, imported, highlight or copy")
            }
        }
        if !origins.isEmpty { listing.origins = origins }
        return listing
    }

    /// Returns the site of a host; see `PageSnapshot.site`.
    private static func site(ofHost host: String) -> String {
        var host = host.lowercased()
        if host.hasSuffix(".") { host.removeLast() }
        return host.hasPrefix("www.") && host.utf8.count > 4 ? String(host.dropFirst(4)) : host
    }

    /// Returns the parts of values that are separated by commas.
    static func names(_ values: [String]) -> [String] {
        values.flatMap { $0.split(separator: ",").map(String.init) }
    }

    /// Returns the value with a name.
    static func value<Value: RawRepresentable & CaseIterable>(
        _ name: String, named parameter: String
    ) throws -> Value where Value.RawValue == String {
        guard let value = Value(rawValue: name) else {
            let names = Value.allCases.map(\.rawValue).joined(separator: ", ")
            throw Problem(.badRequest, "\(parameter) must be one of \(names)")
        }
        return value
    }
}

/// A card of the shelf as the API represents it.
struct CardDocument {
    let page: ShelfPage
    /// The current time, by which a page is due.
    let now: Date
    /// True in a search, whose excerpts show the match.
    let isSearch: Bool

    /// The document as JSON.
    var json: JSONValue {
        let until = page.mark.until.map { JSONValue.string(RFC3339.string($0)) } ?? .null
        let state = JSONValue.string(page.mark.state.rawValue)
        var place = SnapshotDocument(page.place).json.object ?? [:]
        place["page"] = .string(page.key)
        place["state"] = state
        place["until"] = until
        place["excerpt"] = excerpt
        return .object([
            "page": .string(page.key), "state": state, "until": until, "isDue": .bool(page.mark.isDue(at: now)),
            "markedAt": page.markedAt.map { .string(RFC3339.string($0)) } ?? .null,
            "places": .number(Double(page.placeCount)), "highlights": .number(Double(page.highlightCount)),
            "minutesLeft": page.minutesLeft.map { .number(Double($0)) } ?? .null,
            "tags": .array(page.tags.map(JSONValue.string)), "latestAt": .string(RFC3339.string(page.latestAt)),
            "resume": .string(page.resumeID), "place": .object(place),
        ])
    }

    private var excerpt: JSONValue {
        let sentence = SentenceStart.of(page.place.snapshot)
        guard isSearch else { return sentence.map(JSONValue.string) ?? .null }
        // A search for signs only has no words to show.
        let excerpt =
            page.place.excerpt
            ?? TextExcerpt(before: sentence ?? page.place.snapshot.title ?? page.key, match: "", after: "")
        return .object([
            "before": .string(excerpt.before), "match": .string(excerpt.match), "after": .string(excerpt.after),
        ])
    }
}
