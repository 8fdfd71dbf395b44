import FoundationEssentials
import GRDB
import ImportExport
import Places
import WHATWGURL

/// The stored places of the pages that an import has met, by which it finds places that are stored already.
///
/// The places of a page are read once, so that the time of an import is linear, however many places of one page there
/// are. A place takes some hundred bytes of memory.
struct KnownPlaces {
    /// A hash of texts that identify a place; two values are equal by chance once in 2^128 cases.
    private struct Key: Hashable {
        private let (first, second): (Int, Int)

        init(_ kind: Kind, _ texts: String...) {
            var (one, other) = (Hasher(), Hasher())
            other.combine(0)
            for hashed in [kind.rawValue] + texts {
                one.combine(hashed)
                other.combine(hashed)
            }
            (first, second) = (one.finalize(), other.finalize())
        }
    }

    /// The ways in which places are equal.
    private enum Kind: String {
        /// All quotes on the same page.
        case quotes
        /// The quote of a place among several, as a table contains it.
        case highlight
        /// A place without quotes at the same URL.
        case address
        /// A place that is only known by a share of the text.
        case progress
        /// The whole content of a place without quotes.
        case content
        /// The scroll offsets at a URL.
        case offsets
        /// The URL with the text directive of a place with quotes.
        case fragment
        /// All quotes on the same page, with the words around the first one.
        case passage
    }

    /// The place that an imported one repeats.
    enum Match: Equatable {
        /// A place that was stored before the import.
        case stored
        /// A place of the same import: its number, in the order in which they were remembered.
        case imported(Int)
    }

    /// The ends of the words around a quote.
    private struct Passage {
        let (prefix, suffix): (String, String)
        let match: Match

        /// Creates the passage of a place.
        init(of snapshot: PageSnapshot, _ match: Match) {
            self.match = match
            let quote = snapshot.primaryAnchor?.quote
            prefix = String((quote?.prefix ?? "").suffix(KnownPlaces.contextLength))
            suffix = String((quote?.suffix ?? "").prefix(KnownPlaces.contextLength))
        }

        /// Returns true if both may be the same passage: the text around one is the beginning of that around the other.
        func mayEqual(_ other: Passage) -> Bool {
            (prefix.hasSuffix(other.prefix) || other.prefix.hasSuffix(prefix))
                && (suffix.hasPrefix(other.suffix) || other.suffix.hasPrefix(suffix))
        }
    }

    /// The number of compared characters before and after a quote; programs store up to 32.
    private static let contextLength = 256
    /// The number of compared passages with the same words on one page.
    ///
    /// Further ones are found only with the same words around them. With more, the time of a hostile file grows.
    private static let passageLimit = 256

    /// The number of pages that are read in one statement.
    private static let readLength = 64

    /// The current time, in milliseconds since 1970: an expired place is no longer there.
    private let now: Int64

    /// The pages whose places have been read.
    private var pages: Set<String> = []
    /// The pages whose text directives have been read, which takes longer and is rarely needed.
    private var fragmentPages: Set<String> = []
    private var passages: [Key: [Passage]] = [:]
    private var keys: [Key: Match] = [:]
    /// The ids of the imported places that were found to be new.
    private(set) var ids: [String] = []
    /// The numbers of the first imported places by their ids.
    private var numbers: [String: Int] = [:]

    /// Creates an empty set.
    init(at now: Date) {
        self.now = SnapshotRow.milliseconds(now)
    }

    /// Returns the place that an imported one repeats, and otherwise remembers it.
    ///
    /// A place repeats one with the same quotes on the same page, or one that equals it in an export of bookmarks or in
    /// CSV. Without quotes, places differ by their addresses, whose fragments are not part of the page's key.
    ///
    /// - Parameters:
    ///   - kind: The kind of the place.
    ///   - new: The row of the place.
    ///   - connection: A connection in a transaction.
    ///   - store: Stores the places that were found to be new, if they are not stored yet.
    /// - Returns: The other place; nil if the place is new.
    /// - Throws: `DatabaseError`, or the error of `store`.
    mutating func match(
        _ kind: ImportedPlace.Kind, _ new: SnapshotRow, _ connection: Database, storing store: () throws -> Void = {}
    ) throws -> Match? {
        let (page, href) = (new.pageKey, new.snapshot.url.href)
        try read([page], connection)
        let match =
            switch kind {
            case .approximate where new.quotes.isEmpty: keys[Self.progressKey(new.snapshot, page: page)]
            // An annotation without words is known by its whole content, which includes its id: a bookmark of its page
            // is no counterpart.
            case .highlight where new.quotes.isEmpty: keys[Self.contentKey(new.snapshot, page: page)]
            // The time of the last visit of a tab changes, even if the reader does not scroll.
            case .scrolled where new.quotes.isEmpty: keys[Self.offsetsKey(new.snapshot, page: page)]
            case .approximate, .highlight, .top, .scrolled:
                try match(new, page: page, href: href, connection, store)
            }
        if match == nil {
            insert(new.snapshot, .imported(ids.count), page: page, quotes: new.quotes, isTop: kind == .top)
            ids.append(new.id)
        }
        return match
    }

    /// Reads the stored places of pages, if that has not been done yet.
    ///
    /// - Parameters:
    ///   - keys: The keys of the pages, many of which are read in one statement.
    ///   - connection: A connection in a transaction.
    /// - Throws: `DatabaseError`.
    mutating func read(_ keys: some Sequence<String>, _ connection: Database) throws {
        var rest = keys.filter { pages.insert($0).inserted }[...]
        while !rest.isEmpty {
            // Statements of two lengths only, because each is kept.
            let length = rest.count >= Self.readLength ? Self.readLength : 1
            try forEachRow(of: Array(rest.prefix(length)), connection) { known, row, page, quotes in
                // A damaged row does not keep its own place from being imported again.
                if let snapshot = try? SnapshotRow.stored(row).snapshot {
                    known.insert(snapshot, .stored, page: page, quotes: quotes)
                }
            }
            rest = rest.dropFirst(length)
        }
    }

    private mutating func match(
        _ new: SnapshotRow, page: String, href: String, _ connection: Database, _ store: () throws -> Void
    ) throws -> Match? {
        let quotes = new.snapshot.quotes
        guard let quote = quotes.first else {
            if let match = keys[Key(.address, page, href)] { return match }
            guard href.utf8.contains(UInt8(ascii: "#")), href.contains(":~:") else { return nil }
            if !fragmentPages.contains(page) { try store() }
            try readFragments(of: page, connection)
            return keys[Key(.fragment, page, href)]
        }
        let passage = Passage(of: new.snapshot, .stored)
        if let match = keys[Self.passageKey(passage, page: page, quotes: new.quotes)] { return match }
        let candidates = passages[Key(.quotes, page, new.quotes)] ?? []
        if let equal = candidates.first(where: { $0.mayEqual(passage) }) { return equal.match }
        guard quotes.count == 1 else { return nil }
        return passages[Key(.highlight, page, quote)]?.first { $0.mayEqual(passage) }?.match
    }

    /// Remembers a place.
    ///
    /// - Parameters:
    ///   - snapshot: The snapshot of the place.
    ///   - match: What a place that repeats it is a repetition of.
    ///   - page: The key of its page.
    ///   - quotes: The quotes of the place, one per line.
    ///   - isTop: True for a place of an import that is only known by its address.
    private mutating func insert(
        _ snapshot: PageSnapshot, _ match: Match, page: String, quotes: String, isTop: Bool = false
    ) {
        guard !quotes.isEmpty else {
            remember(match, Key(.address, page, snapshot.url.href))
            // The export as a bookmark.
            if let timed = snapshot.mediaTimeURL { remember(match, Key(.address, page, timed)) }
            if !isTop {
                remember(match, Self.contentKey(snapshot, page: page))
                remember(match, Self.offsetsKey(snapshot, page: page))
            }
            if snapshot.isApproximate { remember(match, Self.progressKey(snapshot, page: page)) }
            return
        }
        let passage = Passage(of: snapshot, match)
        remember(match, Self.passageKey(passage, page: page, quotes: quotes))
        append(passage, to: Key(.quotes, page, quotes))
        if let highlight = snapshot.highlight { append(passage, to: Key(.highlight, page, highlight)) }
        if fragmentPages.contains(page) { insertFragment(of: snapshot, match, page: page) }
    }

    /// Remembers a place by a key, unless an earlier one has it.
    private mutating func remember(_ match: Match, _ key: Key) {
        if keys[key] == nil { keys[key] = match }
    }

    private mutating func append(_ passage: Passage, to key: Key) {
        guard passages[key, default: []].count < Self.passageLimit else { return }
        passages[key, default: []].append(passage)
    }

    private mutating func readFragments(of page: String, _ connection: Database) throws {
        guard fragmentPages.insert(page).inserted else { return }
        for number in numbers.count..<ids.count { numbers[ids[number]] = number }
        try forEachRow(of: [page], connection) { known, row, page, quotes in
            guard !quotes.isEmpty, let stored = try? SnapshotRow.stored(row) else { return }
            known.insertFragment(
                of: stored.snapshot, known.numbers[stored.id].map(Match.imported) ?? .stored, page: page)
        }
    }

    private mutating func insertFragment(of snapshot: PageSnapshot, _ match: Match, page: String) {
        if let url = WebURL(snapshot.textFragmentURL) { remember(match, Key(.fragment, page, url.href)) }
    }

    /// Calls a closure with each row of some pages, its page and its quotes.
    private mutating func forEachRow(
        of pages: [String], _ connection: Database, _ body: (inout KnownPlaces, Row, String, String) -> Void
    ) throws {
        let rows = try Row.fetchCursor(
            connection.cachedStatement(
                sql: """
                    SELECT \(SnapshotRow.columns), quotes, page_key FROM snapshots
                    WHERE page_key IN (\(SQLText.list(of: "?", count: pages.count)))
                    AND \(SnapshotRow.isLive)
                    """),
            arguments: StatementArguments(pages) + [now])
        while let row = try rows.next() { body(&self, row, row.value(10) ?? "", row.value(9) ?? "") }
    }

    private static func passageKey(_ passage: Passage, page: String, quotes: String) -> Key {
        Key(.passage, page, quotes, passage.prefix, passage.suffix)
    }

    private static func progressKey(_ snapshot: PageSnapshot, page: String) -> Key {
        Key(.progress, page, snapshot.url.href, "\(snapshot.textProgress ?? 0)")
    }

    private static func offsetsKey(_ snapshot: PageSnapshot, page: String) -> Key {
        Key(.offsets, page, snapshot.url.href, "\(snapshot.pageXOffset ?? 0),\(snapshot.pageYOffset ?? 0)")
    }

    private static func contentKey(_ snapshot: PageSnapshot, page: String) -> Key {
        Key(.content, page, String(decoding: snapshot.encoded(), as: UTF8.self))
    }
}
