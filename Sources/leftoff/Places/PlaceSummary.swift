import Crawling
import FoundationEssentials
import ImportExport
import Places
import Store
import Syntax
import TerminalHUD
import WHATWGURL

/// A place as `leftoff list` prints it as JSON.
struct PlaceSummary: Encodable {
    private let id: String
    private let storedAt: String
    private let capturedAt: String?
    private let url: String
    private let edition: String?
    private let original: String?
    private let title: String?
    private let quote: String?
    private let progress: Double?
    private let origin: String
    private let expiresAt: String?
    /// True if the place is only known by the share of the text.
    private let approximate: Bool
    /// The kinds of copies of the page.
    private let copies: [String]
    private let tags: [String]
    private let note: String
    /// The state of the page; that of a page that is due is `unfinished`.
    private let state: String
    private let until: Nullable<String>
    private let highlight: Bool
    /// The words around the match of a search in the copy.
    private let excerpt: TextExcerpt?
    /// The result of the request: `ok`, `moved`, `gone`, `unreachable` or `refused`; nil if the page was not checked.
    private let page: String?
    /// The status code of the page's final response.
    private let pageStatus: Int?
    /// The address to which the page has moved.
    private let pageAddress: String?
    /// The reason why there was no response.
    private let pageProblem: String?

    /// Creates the entry of a stored place.
    ///
    /// - Parameters:
    ///   - place: The place that is listed.
    ///   - mark: The page mark of its page; nil if the page was never marked.
    ///   - now: The current time.
    ///   - check: The result of requesting its page; nil if it was not checked.
    init(_ place: StoredSnapshot, mark: PageMark?, now: Date, check: PageCheckResult? = nil) {
        id = place.id
        storedAt = RFC3339.string(place.storedAt)
        capturedAt = place.snapshot.capturedAt.map { RFC3339.string($0) }
        url = place.snapshot.url.href
        edition = place.snapshot.edition?.rawValue
        original = place.snapshot.original?.href
        title = place.snapshot.title
        quote = place.snapshot.lineWords
        progress = place.snapshot.progress
        origin = place.origin.rawValue
        expiresAt = place.expiresAt.map { RFC3339.string($0) }
        approximate = place.snapshot.isApproximate
        copies = place.copies.map(\.rawValue)
        tags = place.metadata.tags
        note = place.metadata.note
        state = (mark?.state(at: now) ?? .unfinished).rawValue
        until = Nullable(mark?.until.map { RFC3339.string($0) })
        let hasMarkedWords = place.origin == .imported && !place.snapshot.quotes.isEmpty
        highlight = place.snapshot.isPureHighlight || place.snapshot.selection != nil || hasMarkedWords
        excerpt = place.excerpt
        page = check?.state.rawValue
        pageStatus = check?.status
        pageAddress = check?.address?.href
        pageProblem = check?.problem
    }
}

/// A page as `leftoff list --group page` prints it as JSON.
struct PageSummary: Encodable {
    private let page: String
    /// The state; that of a page that is due is `unfinished`.
    private let state: String
    private let until: Nullable<String>
    private let markedAt: Nullable<String>
    private let places: Int
    private let highlights: Int
    private let minutesLeft: Nullable<Int>
    private let tags: [String]
    private let place: PlaceSummary

    /// Creates the entry of a card.
    ///
    /// - Parameters:
    ///   - card: The card of the page.
    ///   - now: The current time.
    init(_ card: ShelfPage, now: Date) {
        page = card.key
        state = card.mark.state(at: now).rawValue
        until = Nullable(card.mark.until.map { RFC3339.string($0) })
        markedAt = Nullable(card.markedAt.map { RFC3339.string($0) })
        places = card.placeCount
        highlights = card.highlightCount
        minutesLeft = Nullable(card.minutesLeft)
        tags = card.tags
        place = PlaceSummary(card.place, mark: card.mark, now: now)
    }
}

/// A removed place as `leftoff list --trash` prints it as JSON: a place with two more keys.
struct TrashSummary: Encodable {
    private let place: PlaceSummary
    private let removedAt: String
    private let erasedAt: String

    private enum CodingKeys: CodingKey {
        case removedAt
        case erasedAt
    }

    /// Creates the entry of a removed place.
    ///
    /// - Parameters:
    ///   - entry: The removed place.
    ///   - mark: The page mark of its page; nil if the page was never marked.
    ///   - now: The current time.
    init(_ entry: TrashEntry, mark: PageMark?, now: Date) {
        place = PlaceSummary(entry.place, mark: mark, now: now)
        removedAt = RFC3339.string(entry.removedAt)
        erasedAt = RFC3339.string(entry.erasedAt)
    }

    func encode(to encoder: any Encoder) throws {
        try place.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(removedAt, forKey: .removedAt)
        try container.encode(erasedAt, forKey: .erasedAt)
    }
}

/// A value that is null in JSON if there is none, where the key of an optional value would be missing.
private struct Nullable<Value: Encodable>: Encodable {
    let value: Value?

    init(_ value: Value?) {
        self.value = value
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if let value { try container.encode(value) } else { try container.encodeNil() }
    }
}

/// The cells of a place in tables for people.
struct PlaceCells {
    /// The local time at which the place was stored.
    let time: String
    /// The share of the page above the place, such as `42 %`.
    let progress: String
    /// The title, or else the words; that of an automatic place is marked.
    let title: String
    /// The address.
    let address: String
    /// The words around the match of a search.
    let excerpt: String

    /// The number of characters before a match, so that a narrow cell shows the match.
    private static let leadLength = 20
    /// The maximum width of a cell on a terminal, so that one long title leaves space for the other columns.
    private static let maximumWidth = 60

    /// Creates the cells of a place.
    init(_ place: StoredSnapshot) {
        let snapshot = place.snapshot
        time = LocalTime.system.minute(place.storedAt)
        let share = snapshot.progress.map { "\(Int(clamping: $0 * 100, to: 0...100)) %" }
        progress = share.map { (snapshot.isApproximate ? "about " : "") + $0 } ?? ""
        title = (place.origin == .automatic ? "[automatic] " : "") + (snapshot.title ?? snapshot.lineWords ?? "")
        address = Self.address(snapshot.url)
        excerpt = place.excerpt.map { Self.lead($0.before) + $0.match + $0.after } ?? ""
    }

    /// Returns the lines of a table of places, which is cut to the width of a terminal.
    static func lines(_ rows: [[String]], rightAligned: Set<Int>) -> [String] {
        var table = TextTable(rows: rows)
        table.rightAligned = rightAligned
        // The times.
        table.lastNarrowed = [1]
        table.width = TerminalWidth.ofOutput
        table.maximumCellWidth = table.width == nil ? .max : maximumWidth
        return table.lines
    }

    /// Returns an address without its scheme, user name, password and fragment.
    private static func address(_ url: WebURL) -> String {
        let text = url.withoutFragment().withoutCredentials().href
        let scheme = ["https://", "http://"].first { text.hasPrefix($0) } ?? ""
        return String(text.dropFirst(scheme.count))
    }

    private static func lead(_ before: String) -> String {
        before.count > leadLength ? "…" + before.suffix(leadLength - 1) : before
    }
}

extension SQLiteBackupStore {
    /// The number of page marks that are read at once.
    private static let markCount = 5_000

    /// Returns the page marks of all pages that were marked, by page.
    ///
    /// - Throws: `StoreError`.
    func allPageMarks() throws -> [String: PageMark] {
        var marks: [String: PageMark] = [:]
        var last: String?
        while true {
            let part = try pageMarks(after: last, limit: Self.markCount)
            guard let end = part.last else { return marks }
            for page in part { marks[page.key] = page.mark }
            last = end.key
        }
    }
}
