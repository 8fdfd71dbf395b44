import FoundationEssentials
import HTTPTypes
import Hummingbird
import Places
import Syntax
package import WHATWGURL

/// A place without a title, whose page can be fetched for it.
package struct UntitledPlace: Sendable, Hashable {
    /// The id of the place.
    package let id: String
    /// The address of its page.
    package let url: WebURL
}

/// `/api/shelf/changes` and `/api/shelf/places`: changes of many pages at once, and new pages.
struct ShelfChangeRoutes: Sendable {
    let shelf: any PageShelf
    let settings: SettingsFile
    let onPlacesAdded: @Sendable (Int) -> Void
    /// Called with the new places whose titles are to be fetched.
    let onUntitled: @Sendable ([UntitledPlace]) -> Void
    let now: @Sendable () -> Date

    /// The maximum size of a body, in bytes.
    static let bodyLimit = 1 << 20
    /// The maximum number of pages or places that a change names.
    private static let selectionLimit = 10_000
    /// The maximum number of addresses in a request.
    private static let addressLimit = 1_000

    /// The routes.
    var routes: [Route] {
        [
            .post("/api/shelf/changes", change), .action("/api/shelf/changes/{id}/undo", undo),
            .post("/api/shelf/places", add),
        ]
    }

    /// A text, or several.
    private struct Texts: Decodable {
        let values: [String]

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let value = try? container.decode(String.self) {
                values = [value]
            } else {
                values = try container.decode([String].self)
            }
        }
    }

    private struct ChangeRequest: Decodable {
        struct Change: Decodable {
            var kind: String
            var add: [String]?
            var remove: [String]?
            var note: String?
            var state: String?
            var until: String?
        }

        struct Filters: Decodable {
            var q: String?
            var state: Texts?
            var site: String?
            var tag: String?
            var kind: Texts?

            /// Rejects filters that are given and narrow nothing, with which all pages would be changed.
            ///
            /// - Throws: `Problem` (422) with the name of the filter.
            func check() throws {
                let filters = [
                    ("q", q.map { [$0] }), ("state", state.map { ShelfFilters.names($0.values) }),
                    ("site", site.map { [$0] }), ("tag", tag.map { [$0] }),
                    ("kind", kind.map { ShelfFilters.names($0.values) }),
                ]
                for case (let name, let values?) in filters where !values.contains(where: Self.isFilter) {
                    throw Problem(.unprocessableContent, "\"selection.matching.\(name)\" is empty")
                }
            }

            private static func isFilter(_ text: String) -> Bool {
                text.unicodeScalars.contains { !$0.properties.isWhitespace && $0 != "\0" }
            }
        }

        struct Selection: Decodable {
            var pages: [String]?
            var places: [String]?
            var matching: Filters?
            var expected: Int?
        }

        static let fields: Set<String> = [
            "change.kind", "change.add", "change.remove", "change.note", "change.state", "change.until",
            "selection.pages", "selection.places", "selection.matching.q", "selection.matching.state",
            "selection.matching.site", "selection.matching.tag", "selection.matching.kind", "selection.expected",
        ]

        var change: Change
        var selection: Selection
    }

    private struct NewPlaces: Decodable {
        static let fields: Set<String> = ["addresses", "tags", "note", "fetch", "state", "until"]

        var addresses: [String]
        var tags: [String]?
        var note: String?
        var fetch: Bool?
        var state: String?
        var until: String?
    }

    @Sendable
    private func change(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let order = try await request.decoded(
            ChangeRequest.self, limit: Self.bodyLimit, fields: ChangeRequest.fields,
            expected: "an object with the objects \"change\", which has a \"kind\", and \"selection\"")
        let change = try Self.change(order.change)
        let receipt = try await Blocking.run { [shelf] in
            try shelf.apply(change, to: Self.selection(order.selection), expected: order.selection.expected)
        }
        return Self.response(receipt)
    }

    @Sendable
    private func undo(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let id = try context.parameters.require("id")
        return Self.response(try await Blocking.run { [shelf] in try shelf.undo(id) })
    }

    private static func response(_ receipt: ShelfReceipt) -> Response {
        .json(
            .object([
                "id": receipt.changeID.map(JSONValue.string) ?? .null, "kind": .string(receipt.kind),
                "changed": .number(Double(receipt.changed)), "unchanged": .number(Double(receipt.unchanged)),
                "omissions": .array(receipt.omissions.map(JSONValue.string)),
            ]))
    }

    private static func change(_ document: ChangeRequest.Change) throws -> ShelfChange {
        // A misspelled value does not go unnoticed, even if the change has no use for it.
        let mark = try mark(document.state, until: document.until)
        switch document.kind {
        case "tags": return .tags(add: document.add ?? [], remove: document.remove ?? [])
        case "note":
            guard let note = document.note else { throw Problem(.unprocessableContent, "\"note\" is missing") }
            return .note(note)
        case "mark":
            guard let mark else { throw Problem(.unprocessableContent, "\"state\" is missing") }
            return .mark(mark)
        case "forget": return .forget
        default: throw Problem(.unprocessableContent, "\"kind\" must be tags, note, mark or forget")
        }
    }

    private static func mark(_ state: String?, until: String?) throws -> PageMark? {
        let date = try until.map { text in
            guard let date = RFC3339.date(text) else {
                throw Problem(
                    .unprocessableContent, "\"until\" must be a date and time such as 2027-01-31T00:00:00Z")
            }
            return date
        }
        guard let state else { return nil }
        guard let state = PageState(rawValue: state) else {
            throw Problem(.unprocessableContent, "\"state\" must be unfinished, later or finished")
        }
        return PageMark(state, until: date)
    }

    private static func selection(_ document: ChangeRequest.Selection) throws -> ShelfSelection {
        switch (document.pages, document.places, document.matching) {
        case (let pages?, nil, nil):
            try check(pages.count)
            return .pages(try pages.map(PageParameter.pageKey))
        case (nil, let places?, nil):
            try check(places.count)
            // The newest place can change at any moment.
            if places.contains("@") { throw Problem(.notFound, "@ can only be read: use an id") }
            return .places(places)
        case (nil, nil, let filters?):
            try filters.check()
            return .matchingPages(
                try ShelfFilters.listing(
                    query: filters.q, states: filters.state?.values ?? [], site: filters.site, tag: filters.tag,
                    kinds: filters.kind?.values ?? []))
        default:
            throw Problem(
                .unprocessableContent, "\"selection\" must have one of \"pages\", \"places\" and \"matching\"")
        }
    }

    private static func check(_ count: Int) throws {
        guard count <= selectionLimit else {
            throw Problem(.unprocessableContent, "\"selection\" must have at most \(selectionLimit) pages or places")
        }
    }

    @Sendable
    private func add(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let order = try await request.decoded(
            NewPlaces.self, limit: Self.bodyLimit, fields: NewPlaces.fields,
            expected: "an object with \"addresses\", an array of strings")
        guard (1...Self.addressLimit).contains(order.addresses.count) else {
            throw Problem(.unprocessableContent, "\"addresses\" must have 1 to \(Self.addressLimit) addresses")
        }
        let metadata = try SnapshotMetadata(tags: order.tags ?? [], note: order.note ?? "")
        let mark = try Self.mark(order.state, until: order.until)
        let snapshots = try snapshots(order.addresses)
        let added = try await Blocking.run { [shelf] in
            try shelf.addTops(snapshots, metadata: metadata, mark: mark)
        }
        let newCount = added.count { $0.isNew }
        if newCount > 0 { onPlacesAdded(newCount) }
        if order.fetch ?? true { fetchTitles(of: added.map(\.place)) }
        let documents = zip(order.addresses, added).map { address, added -> JSONValue in
            .object([
                "address": .string(address), "place": SnapshotDocument(added.place).json,
                "isNew": .bool(added.isNew),
            ])
        }
        return .json(.object(["places": .array(documents)]))
    }

    /// Returns a place at the top of each page.
    ///
    /// - Throws: `Problem` (400) with all addresses that are not valid.
    private func snapshots(_ addresses: [String]) throws -> [PageSnapshot] {
        let capturedAt = RFC3339.string(now())
        var snapshots: [PageSnapshot] = []
        var invalid: [Problem.InvalidAddress] = []
        for address in addresses {
            guard let url = WebURL(address), url.isHTTP else {
                invalid.append(.init(address: address, reason: "not an http or https address"))
                continue
            }
            do throws(SnapshotError) {
                snapshots.append(
                    try PageSnapshot(
                        value: .object([
                            "url": .string(url.href), "pageXOffset": .number(0), "pageYOffset": .number(0),
                            "capturedAt": .string(capturedAt),
                        ])))
            } catch {
                invalid.append(.init(address: address, reason: error.reason))
            }
        }
        guard !invalid.isEmpty else { return snapshots }
        let noun = invalid.count == 1 ? "1 address is" : "\(invalid.count) addresses are"
        var problem = Problem(.badRequest, "\(noun) invalid, so nothing was stored")
        problem.invalid = invalid
        throw problem
    }

    private func fetchTitles(of places: [StoredSnapshot]) {
        let excluded = ExcludedHosts(settings.current.neverCaptured)
        var seen: Set<String> = []
        let untitled = places.filter { place in
            (place.snapshot.title ?? "").isEmpty && excluded.host(of: place.snapshot) == nil
                && seen.insert(place.id).inserted
        }
        guard !untitled.isEmpty else { return }
        onUntitled(untitled.map { UntitledPlace(id: $0.id, url: $0.snapshot.url) })
    }
}
