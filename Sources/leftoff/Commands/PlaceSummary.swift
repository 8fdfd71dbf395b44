import Crawling
import Numbers
import PageCopies
import Snapshots
import TextDirectives
import Timestamps
import WHATWGURL

/// An entry of `leftoff list`.
struct PlaceSummary: Encodable {
    var id: String
    var storedAt: String
    var capturedAt: String?
    var url: String
    var edition: String?
    var original: String?
    var title: String?
    var quote: String?
    var progress: Double?
    var origin: String
    var expiresAt: String?
    /// True if the place is only known by the share of the text.
    var approximate: Bool
    /// The kinds of copies of the page.
    var copies: [String]
    /// The words around the match of a search in the copy.
    var excerpt: TextExcerpt?

    /// The number of characters before a match that the table shows.
    private static let leadLength = 20
    /// The state of the page: `ok`, `moved`, `gone`, `unreachable` or `refused`; nil if it was not checked.
    var page: String?
    /// The status code of the page's final response.
    var pageStatus: Int?
    /// The address to which the page has moved.
    var pageAddress: String?
    /// The reason why there was no response.
    var pageProblem: String?

    /// Creates the entry of a stored place.
    ///
    /// - Parameters:
    ///   - place: The place that is listed.
    ///   - check: The result of requesting its page; nil if it was not checked.
    init(_ place: StoredSnapshot, check: PageCheckResult? = nil) {
        id = place.id
        storedAt = RFC3339.string(place.storedAt)
        capturedAt = place.snapshot.capturedAt.map { RFC3339.string($0) }
        url = place.snapshot.url.href
        edition = place.snapshot.edition?.rawValue
        original = place.snapshot.original?.href
        title = place.snapshot.title
        quote = place.snapshot.primaryAnchor?.quote?.exact
        progress = place.snapshot.progress
        origin = place.origin.rawValue
        expiresAt = place.expiresAt.map { RFC3339.string($0) }
        approximate = place.snapshot.isApproximate
        copies = place.copies.map(\.rawValue)
        excerpt = place.excerpt
        page = check?.state.rawValue
        pageStatus = check?.status
        pageAddress = check?.address?.href
        pageProblem = check?.problem
    }

    /// Returns the end of the text before a match, so that a narrow cell shows the match.
    private static func lead(_ before: String) -> String {
        before.count > leadLength ? "…" + before.suffix(leadLength - 1) : before
    }

    /// The cells of the table: id, time at which the place was stored, progress, title, address, and the words around
    /// the match.
    ///
    /// The title of an automatic place is marked.
    var row: [String] {
        [
            id, String(storedAt.prefix(16)).replacing("T", with: " "),
            progress.map { "\(approximate ? "about " : "")\(Int(clamping: $0 * 100, to: 0...100)) %" } ?? "",
            (origin == SnapshotOrigin.automatic.rawValue ? "[automatic] " : "") + (title ?? quote ?? ""), url,
            excerpt.map { Self.lead($0.before) + $0.match + $0.after } ?? "",
        ]
    }
}
