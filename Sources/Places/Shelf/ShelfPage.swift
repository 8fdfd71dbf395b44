package import FoundationEssentials
import WHATWGURL

/// A page on the shelf: one card.
package struct ShelfPage: Sendable, Hashable {
    /// The page; see ``PageSnapshot/pageKey``.
    package let key: String
    /// The page mark; a page that was never marked is unfinished.
    package let mark: PageMark
    /// The time of the mark; nil if the page was never marked.
    package let markedAt: Date?
    /// The shown place; in a search the newest place that matches, with its excerpt.
    package var place: StoredSnapshot
    /// The id of the shown place, which *Resume* opens.
    package let resumeID: String
    /// The number of its places.
    package let placeCount: Int
    /// The number of its highlights.
    package let highlightCount: Int
    /// The tags of all its places, the newest spelling of each, sorted by name.
    package let tags: [String]
    /// The estimated minutes for the rest of the text; nil if unknown.
    package let minutesLeft: Int?
    /// The time of the newest activity.
    package let latestAt: Date

    /// Creates a card.
    package init(
        key: String, mark: PageMark, markedAt: Date?, place: StoredSnapshot, resumeID: String, placeCount: Int,
        highlightCount: Int, tags: [String], minutesLeft: Int?, latestAt: Date
    ) {
        self.key = key
        self.mark = mark
        self.markedAt = markedAt
        self.place = place
        self.resumeID = resumeID
        self.placeCount = placeCount
        self.highlightCount = highlightCount
        self.tags = tags
        self.minutesLeft = minutesLeft
        self.latestAt = latestAt
    }
}

/// A part of the shelf.
package struct ShelfPart: Sendable, Hashable {
    /// The cards, in the order of the listing.
    package var pages: [ShelfPage] = []
    /// The shown places in this part that cannot be read.
    package var damaged: [UnreadableRecord] = []
    /// The end of this part; nil if the shelf ends with it.
    package var next: PageCursor?

    /// Creates the end of a shelf.
    package init() {}
}

/// The position of a page in a sorted shelf, as clients send it back.
package struct PageCursor: Sendable, Hashable {
    /// The order of the shelf.
    package let sort: PlaceSort
    /// The sorted value as text: milliseconds, a share, minutes, or a site.
    ///
    /// In a search: the number of pages before.
    package let value: String
    /// The time of the page's newest activity, in milliseconds since 1970.
    package let at: Int64
    /// The page's number in the store.
    package let id: Int64

    /// Creates a cursor.
    package init(sort: PlaceSort, value: String, at: Int64, id: Int64) {
        self.sort = sort
        self.value = value
        self.at = at
        self.id = id
    }

    /// The maximum length of a cursor in bytes; that of a host is 253.
    private static let maximumLength = 1_024

    /// Parses a cursor.
    ///
    /// - Parameter text: A ``text``; the result is nil for anything else.
    package init?(_ text: String) {
        guard text.utf8.count <= Self.maximumLength else { return nil }
        let parts = text.split(separator: ":", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 4, let sort = PlaceSort(rawValue: String(parts[0])), let at = Int64(parts[1]),
            let id = Int64(parts[2]),
            let value = String(validating: PercentEncoding.decode(parts[3].utf8), as: UTF8.self)
        else { return nil }
        self.init(sort: sort, value: value, at: at, id: id)
    }

    /// The cursor as `sort:at:id:value`, with the value percent-encoded.
    package var text: String { "\(sort.rawValue):\(at):\(id):\(Self.encoded(value))" }

    /// Percent-encodes all but letters, digits, `.` and `-`, so that the text is valid in a query.
    private static func encoded(_ value: String) -> String {
        let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-".utf8)
        return value.utf8.map { byte in
            if plain.contains(byte) { return String(Unicode.Scalar(byte)) }
            let hex = String(byte, radix: 16, uppercase: true)
            return "%" + (hex.count == 1 ? "0" : "") + hex
        }.joined()
    }
}

/// An order of places and pages.
package enum PlaceSort: String, Sendable, Hashable, CaseIterable {
    /// Newest activity first.
    case newest
    /// Oldest activity first.
    case oldest
    /// Furthest progress first; unknown progress comes last.
    case progress
    /// By site, and newest first within a site.
    case site
    /// Least text left to read first; an unknown length comes last.
    case shortest
}
