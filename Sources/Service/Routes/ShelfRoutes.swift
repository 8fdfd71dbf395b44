import FoundationEssentials
import HTTPTypes
import Hummingbird
import Places
import Syntax

/// `/api/shelf`: the cards of the pages and their highlights.
struct ShelfRoutes: Sendable {
    let shelf: any PageShelf
    let now: @Sendable () -> Date

    /// The maximum and the default number of cards in a response.
    private static let limits = (maximum: 200, standard: 100)
    /// The maximum number of highlights of a page in a response.
    private static let highlightLimit = 500
    /// The maximum number of sites with highlights in a response.
    private static let siteLimit = 10_000

    /// The routes.
    var routes: [Route] {
        [
            .get("/api/shelf", list), .get("/api/shelf/page", show), .get("/api/shelf/next", next),
            .get("/api/shelf/highlights", highlights), .get("/api/shelf/highlight-sites", highlightSites),
        ]
    }

    /// Returns true if the query of a listing has something to search for, as the store counts it.
    private static func isSearch(_ listing: SnapshotListing) -> Bool {
        listing.query?.unicodeScalars.contains { !$0.properties.isWhitespace && $0 != "\0" } == true
    }

    @Sendable
    private func list(_ request: Request, _ context: ServiceContext) async throws -> Response {
        try request.expectParameters(
            ShelfFilters.parameters.union(["limit", "offset", "after"]), lists: ShelfFilters.lists)
        var filters = try ShelfFilters.listing(request)
        filters.limit = try request.number("limit", standard: Self.limits.standard, in: 1...Self.limits.maximum)
        filters.offset = try request.number("offset", standard: 0, in: 0...Int(Int32.max))
        var cursor: PageCursor?
        if let text = request.queryValue("after") {
            guard let parsed = PageCursor(text), parsed.sort == filters.sort else {
                throw Problem(.badRequest, "after must be the value in the Link field of the previous page")
            }
            cursor = parsed
        }
        let (listing, position) = (filters, cursor)
        let (part, counts, trashCount) = try await Blocking.run { [shelf] in
            (
                try shelf.pages(listing, after: position), try position == nil ? shelf.stateCounts(listing) : nil,
                try shelf.trashCount()
            )
        }
        context.report(part.damaged)
        let isSearch = Self.isSearch(listing)
        let now = now()
        var document: [String: JSONValue] = [
            "pages": .array(part.pages.map { CardDocument(page: $0, now: now, isSearch: isSearch).json }),
            "isLast": .bool(part.next == nil), "trash": .number(Double(trashCount)),
        ]
        if let counts {
            let wanted = listing.states ?? Set(PageState.allCases)
            let total = wanted.reduce(0) { $0 + (counts[$1] ?? 0) }
            document["total"] = isSearch ? .null : .number(Double(total))
            let numbers = PageState.allCases.map { ($0.rawValue, JSONValue.number(Double(counts[$0] ?? 0))) }
            document["counts"] = .object(Dictionary(numbers) { first, _ in first })
        }
        // The value of a cursor is percent-encoded, and once more in a query.
        let after = part.next?.text.replacing("%", with: "%25")
        return .json(.object(document), fields: request.linkToNext(after: after))
    }

    @Sendable
    private func show(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let key = try Self.pageKey(request)
        return try card(try await Blocking.run { [shelf] in try shelf.page(key: key) })
    }

    @Sendable
    private func next(_ request: Request, _ context: ServiceContext) async throws -> Response {
        try request.expectParameters(ShelfFilters.parameters.union(["random"]), lists: ShelfFilters.lists)
        let isRandom = try request.flag("random")
        var filters = try ShelfFilters.listing(request)
        if filters.states == nil { filters.states = [.unfinished] }
        filters.limit = 1
        let listing = filters
        let page = try await Blocking.run { [shelf] in
            isRandom ? try shelf.randomPage(listing) : try shelf.pages(listing, after: nil).pages.first
        }
        return try card(page)
    }

    private func card(_ page: ShelfPage?) throws -> Response {
        guard let page else { throw Problem(.notFound, "no page matches") }
        return .json(CardDocument(page: page, now: now(), isSearch: false).json)
    }

    @Sendable
    private func highlights(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let key = try Self.pageKey(request)
        let list = try await Blocking.run { [shelf] in try shelf.highlights(of: key, limit: Self.highlightLimit) }
        context.report(list.damaged)
        let documents = list.snapshots.compactMap { place -> JSONValue? in
            guard let quote = place.snapshot.highlightQuote else { return nil }
            return .object([
                "id": .string(place.id), "exact": .string(quote.exact), "prefix": .string(quote.prefix),
                "suffix": .string(quote.suffix), "note": .string(place.metadata.note),
                "tags": .array(place.metadata.tags.map(JSONValue.string)),
                "storedAt": .string(RFC3339.string(place.storedAt)),
            ])
        }
        return .json(.array(documents))
    }

    @Sendable
    private func highlightSites(_ request: Request, _ context: ServiceContext) async throws -> Response {
        try request.expectParameters([])
        let sites = try await Blocking.run { [shelf] in try shelf.highlightSites(limit: Self.siteLimit) }
        return .json(.array(sites.map(JSONValue.string)))
    }

    private static func pageKey(_ request: Request) throws -> String {
        try request.expectParameters(["page"])
        return try PageParameter.pageKey(of: request)
    }
}
