import GRDB
import Places

/// The statement that selects snapshots.
struct SnapshotQuery {
    let sql: String
    let arguments: StatementArguments

    /// Creates the statement.
    ///
    /// The cheapest restriction drives the query: a full-text index, a tag, a page, or a site. Each of them can return
    /// its rows newest first without sorting.
    ///
    /// - Parameters:
    ///   - listing: The filters and the range.
    ///   - now: The current time, in milliseconds since 1970; expired snapshots do not match.
    ///   - columns: The columns to select from `snapshots`.
    init(_ listing: SnapshotListing, now: Int64, selects columns: String = SnapshotRow.columns) {
        let search = SearchQuery(listing.query ?? "")
        var filter = Filter()
        if let match = search.match { filter.add(wordMatch: match) }
        if let match = search.pairMatch { filter.add(pairMatch: match) }
        if let tag = listing.tag { filter.add(tag: tag.lowercased()) }
        if let pageKey = listing.pageKey { filter.add(pageKey: pageKey) }
        if let site = listing.site { filter.add(site: site) }
        for pattern in search.patterns { filter.add(pattern: pattern) }
        if let origins = listing.origins { filter.add(origins: origins) }
        if let before = listing.before, listing.sort == .newest { filter.add(before: before) }
        filter.addShelf(listing, now: now)
        filter.add(expiringAfter: now)
        let order = Order(listing.sort)
        sql = order.statement(columns, filter, range: "LIMIT ? OFFSET ?")
        // For SQLite a negative limit is no limit.
        arguments = filter.arguments + [listing.limit.map { max(0, $0) } ?? -1, max(0, listing.offset)]
    }

    /// Creates a statement that selects the places at given positions.
    ///
    /// - Parameters:
    ///   - listing: The filters and the order, without the query.
    ///   - positions: The positions of the snapshots, in any order.
    ///   - now: The current time, in milliseconds since 1970; expired snapshots do not match.
    ///   - hasText: True to select only places with a copy of their text.
    ///   - range: The part to select, as the listing's `limit` and `offset`; nil selects all.
    ///   - columns: The columns to select from `snapshots`.
    init(
        _ listing: SnapshotListing, positions: [Int64], now: Int64, hasText: Bool = false,
        range: (limit: Int?, offset: Int)? = nil, selects columns: String = "seq"
    ) {
        var filter = Filter(positions: "[" + positions.map(String.init).joined(separator: ",") + "]")
        if let tag = listing.tag { filter.add(tag: tag.lowercased()) }
        if let pageKey = listing.pageKey { filter.add(pageKey: pageKey) }
        if let site = listing.site { filter.add(site: site) }
        if let origins = listing.origins { filter.add(origins: origins) }
        filter.addShelf(listing, now: now)
        filter.add(expiringAfter: now)
        if hasText { filter.addText() }
        sql = Order(listing.sort).statement(columns, filter, range: "LIMIT ? OFFSET ?")
        arguments = filter.arguments + [range?.limit.map { max(0, $0) } ?? -1, max(0, range?.offset ?? 0)]
    }

    /// An order of snapshots.
    private struct Order {
        private let sort: PlaceSort

        init(_ sort: PlaceSort) {
            self.sort = sort
        }

        /// Returns the statement that selects columns of the snapshots that a filter finds.
        ///
        /// The inner statement finds the positions; the outer one reads the rows, which are long.
        func statement(_ columns: String, _ filter: Filter, range: String) -> String {
            let (position, inner) = (filter.position, "s.seq")
            // The outer names are those of the subselect, because json_each has names of columns of `snapshots`.
            let (key, join, order) =
                switch sort {
                case .newest: ("0", "", "\(position) DESC")
                case .oldest: ("0", "", "\(position)")
                case .site: ("s.site", "", "2, \(inner) DESC")
                case .progress: ("ifnull(o.progress, -1)", Self.properties, "2 DESC, \(inner) DESC")
                case .shortest: ("ifnull(o.minutes_left, 2147483647)", Self.properties, "2, \(inner) DESC")
                }
            let outer =
                switch sort {
                case .newest: "seq DESC"
                case .oldest: "seq"
                case .site, .shortest: "sort_key, seq DESC"
                case .progress: "sort_key DESC, seq DESC"
                }
            return """
                SELECT \(columns) FROM snapshots JOIN (
                    SELECT s.seq, \(key) AS sort_key FROM \(filter.source)\(join)\(filter.sql)
                    ORDER BY \(order) \(range)
                ) USING (seq) ORDER BY \(outer)
                """
        }

        private static let properties = " LEFT JOIN page_place AS o ON o.seq = s.seq"
    }

    /// The tables and conditions of a query, added from the cheapest to the most expensive.
    private struct Filter {
        /// The tables in SQL; the first one drives the query.
        private(set) var source = "snapshots AS s"
        /// The column with the position of a snapshot in the driving table.
        private(set) var position = "s.seq"
        private(set) var arguments = StatementArguments()
        private var conditions: [String] = []
        /// True if the query is driven by an index other than the index of positions.
        private var isDriven = false

        init() {}

        /// Creates conditions on the places at given positions, a JSON array.
        init(positions: String) {
            drive("json_each(?) AS j CROSS JOIN snapshots AS s ON s.seq = j.value", position: "j.value")
            arguments = [positions]
        }

        /// The WHERE clause with a leading space; empty without conditions.
        var sql: String { conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ") }

        mutating func add(wordMatch match: String) {
            drive("snapshot_search AS f CROSS JOIN snapshots AS s ON s.seq = f.rowid", position: "f.rowid")
            add("snapshot_search MATCH ?", [match])
        }

        mutating func add(pairMatch match: String) {
            if isDriven {
                add("+s.seq IN (SELECT rowid FROM snapshot_pair_search WHERE snapshot_pair_search MATCH ?)", [match])
            } else {
                drive("snapshot_pair_search AS p CROSS JOIN snapshots AS s ON s.seq = p.rowid", position: "p.rowid")
                add("snapshot_pair_search MATCH ?", [match])
            }
        }

        mutating func add(tag: String) {
            if isDriven {
                add("EXISTS (SELECT 1 FROM snapshot_tag WHERE tag = ? AND seq = s.seq)", [tag])
            } else {
                drive("snapshot_tag AS t CROSS JOIN snapshots AS s ON s.seq = t.seq", position: "t.seq")
                add("t.tag = ?", [tag])
            }
        }

        // The unary plus keeps SQLite from using the index of a column.

        mutating func add(pageKey: String) {
            add(isDriven ? "+s.page_key = ?" : "s.page_key = ?", [pageKey])
            isDriven = true
        }

        mutating func add(site: String) { add(isDriven ? "+s.site = ?" : "s.site = ?", [site]) }

        mutating func add(pattern: String) {
            let columns = ["title", "address", "quotes", "tags", "note"]
            add(
                "(" + columns.map { "s.\($0) LIKE ? ESCAPE '\\'" }.joined(separator: " OR ") + ")",
                columns.map { _ in pattern })
        }

        // Most snapshots are clicks. The others are found in an index, and their rows are not read.

        mutating func add(origins: Set<SnapshotOrigin>) {
            let isPositive = !origins.contains(.click)
            let listed = SnapshotOrigin.allCases.filter { $0 != .click && origins.contains($0) == isPositive }
            guard isPositive || !listed.isEmpty else { return }
            let marks = listed.map { _ in "?" }.joined(separator: ", ")
            add(
                """
                s.seq \(isPositive ? "" : "NOT ")IN
                (SELECT seq FROM snapshots WHERE origin <> 'click' AND origin IN (\(marks)))
                """, listed.map(\.rawValue))
        }

        mutating func add(expiringAfter now: Int64) {
            add("s.seq NOT IN (SELECT seq FROM snapshots WHERE \(SnapshotRow.hasExpired))", [now])
        }

        mutating func addText() {
            add("EXISTS (SELECT 1 FROM page_copy WHERE place = s.id AND kind = 'text')", [])
        }

        /// Adds the filters on the state of the page, copies and highlights.
        mutating func addShelf(_ listing: SnapshotListing, now: Int64) {
            if let states = listing.states, states.count < PageState.allCases.count {
                add(
                    """
                    EXISTS (SELECT 1 FROM page_place AS pp JOIN page AS p ON p.id = pp.page
                        WHERE pp.seq = s.seq AND (\(Self.condition(on: states))))
                    """, states.filter { $0 != .finished }.map { _ in now })
            }
            if let hasCopy = listing.hasCopy {
                add("s.seq \(hasCopy ? "" : "NOT ")IN (SELECT position FROM page_copy)", [])
            }
            if let isHighlight = listing.isHighlight {
                add(
                    """
                    \(isHighlight ? "" : "NOT ")EXISTS
                    (SELECT 1 FROM page_place AS h WHERE h.seq = s.seq AND h.highlight > 0)
                    """, [])
            }
        }

        /// Returns the condition that a page, named `p`, has one of some states; a page that is due is unfinished.
        ///
        /// Each state but `finished` has the current time as its argument.
        private static func condition(on states: Set<PageState>) -> String {
            let conditions = PageState.allCases.filter(states.contains).map { state in
                switch state {
                case .unfinished: "p.state = 'unfinished' OR (p.state = 'later' AND p.until <= ?)"
                case .later: "(p.state = 'later' AND p.until > ?)"
                case .finished: "p.state = 'finished'"
                }
            }
            return conditions.isEmpty ? "FALSE" : conditions.joined(separator: " OR ")
        }

        mutating func add(before last: Int64) { add("\(position) < ? AND +\(position) < ?", [last, last]) }

        private mutating func drive(_ source: String, position: String) {
            self.source = source
            self.position = position
            isDriven = true
        }

        private mutating func add(_ condition: String, _ values: [any DatabaseValueConvertible]) {
            conditions.append(condition)
            arguments += StatementArguments(values.map { $0.databaseValue })
        }
    }
}

/// A search as the user typed it, converted to conditions on the table `snapshots`.
///
/// The text is split at white space, and every piece must be found. No character is an operator.
///
/// A piece with letters or digits is looked up in the full-text index as a prefix of words, without regard to case and
/// accents.
///
/// Two kinds of pieces have no words in the index: text in scripts without spaces between words (Chinese, Japanese,
/// Thai…), and symbols alone (`"`, `*`, emoji). Both are searched anywhere in the text. For the scripts, an index of
/// character pairs narrows the search (``BigramTokenizer``).
struct SearchQuery: Equatable {
    /// The maximum number of pieces that are searched: more hardly narrow a search, and SQLite limits the depth of
    /// expressions.
    static let maximumPieceCount = 32
    /// The length to which pieces are cut, so that patterns stay within SQLite's limits.
    static let maximumPieceLength = 200

    /// An FTS5 expression for the pieces that are words; nil if there are none.
    let match: String?
    /// Patterns for `LIKE` with `\` as the escape character.
    let patterns: [String]
    /// An FTS5 expression for the index of pairs, which narrows the search with the patterns; nil if there is none.
    let pairMatch: String?

    /// Parses a query.
    ///
    /// - Parameter text: The text as it was typed.
    init(_ text: String) {
        var phrases: [String] = []
        var patterns: [String] = []
        var pairs: [String] = []
        // Splits by scalars: a space with a combining mark is a separator, and the mark belongs to the following piece.
        let pieces = text.unicodeScalars.split { $0.properties.isWhitespace || $0 == "\0" }.prefix(
            Self.maximumPieceCount)
        for piece in pieces {
            let scalars = piece.prefix(Self.maximumPieceLength)
            let piece = String(scalars)
            if scalars.contains(where: Self.isWordCharacter), !scalars.contains(where: BigramTokenizer.isUnspaced) {
                phrases.append("\"" + piece.replacing("\"", with: "\"\"") + "\"*")
            } else if !piece.isEmpty {
                patterns.append("%" + piece.replacing(#/[\\%_]/#) { "\\" + $0.output } + "%")
                pairs += BigramTokenizer.phrases(in: piece)
            }
        }
        match = phrases.isEmpty ? nil : phrases.joined(separator: " AND ")
        self.patterns = patterns
        pairMatch = pairs.isEmpty ? nil : pairs.prefix(Self.maximumPieceCount).joined(separator: " AND ")
    }

    /// Returns true if the tokenizer unicode61 counts the character as part of a word.
    private static func isWordCharacter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber, .privateUse:
            true
        default: false
        }
    }
}
