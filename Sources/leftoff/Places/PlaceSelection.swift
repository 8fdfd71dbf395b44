import ArgumentParser
import FoundationEssentials
import Places
import Store
import Syntax

/// The places that a command works on: ids, or all that match.
struct PlaceSelection: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "Ids, unambiguous prefixes of ids, or @ for the newest place that you captured.", valueName: "id"),
        completion: .places)
    var ids: [String] = []

    @Option(help: ArgumentHelp("Select all places that match these words; '' with a filter alone.", valueName: "words"))
    var query: String?

    @OptionGroup(title: "Filters") var filters: PlaceFilters

    /// The words of a question about the selected places.
    var predicate: Confirmation.Predicate { query == nil ? Confirmation.named : Confirmation.matching }

    /// True if nothing is selected.
    var isEmpty: Bool { ids.isEmpty && query == nil && filters.isEmpty }

    func validate() throws {
        if !ids.isEmpty, query != nil { throw ValidationError("ids and --query exclude each other") }
        if query == nil, !filters.isEmpty { throw Self.filtersAlone }
    }

    /// Returns the selection.
    ///
    /// - Throws: `ValidationError` if neither ids nor a query are given.
    func selection() throws -> ShelfSelection { try Self.selection(ids: ids, query: query, filters: filters) }

    /// Returns the selection by ids or by a query.
    ///
    /// - Parameters:
    ///   - ids: Ids, unambiguous prefixes of ids, or `@`.
    ///   - query: The words that the places match; nil to select by ids.
    ///   - filters: The filters of the query.
    /// - Returns: The places by their ids, or those that match.
    /// - Throws: `ValidationError` if neither ids nor a query are given, or nothing restricts the query.
    static func selection(ids: [String], query: String?, filters: PlaceFilters) throws -> ShelfSelection {
        guard let query else {
            guard filters.isEmpty else { throw filtersAlone }
            guard !ids.isEmpty else { throw ValidationError("name places, or select them with --query") }
            return .places(ids)
        }
        // An empty variable of a script must not select everything.
        guard !filters.isEmpty || query.contains(where: { !$0.isWhitespace }) else {
            throw ValidationError("--query '' requires a filter, such as --tag")
        }
        return .matchingPlaces(try filters.listing(query: query))
    }

    private static var filtersAlone: ValidationError {
        ValidationError("filters are only for --query; --query '' selects by filters alone")
    }
}

/// A kind of place by which lists can be filtered.
enum PlaceKind: String, CaseIterable {
    /// A place that the reader captured.
    case captured
    /// A place that the extension kept when the reader left the page.
    case automatic
    /// A place from a file of another program.
    case imported
    /// A place whose words the reader selected.
    case highlight
    /// A place with a copy of its page.
    case copy

    /// The origin of places of this kind; nil if they may have any.
    var origin: SnapshotOrigin? {
        switch self {
        case .captured: .click
        case .automatic: .automatic
        case .imported: .imported
        case .highlight, .copy: nil
        }
    }
}

/// The options that narrow a list of places.
struct PlaceFilters: ParsableArguments {
    @Option(help: ArgumentHelp("Only places with this tag.", valueName: "tag"), completion: .tags)
    var tag: String?

    @Option(
        help: ArgumentHelp("Only places of this site, given by its host or an address.", valueName: "host"),
        completion: .sites)
    var site: String?

    @Option(
        help: ArgumentHelp(
            "Only places of pages in this state: unfinished, later or finished. Repeatable; several states may be "
                + "separated by commas.", valueName: "state"),
        completion: .pageStates)
    var state: [String] = []

    @Option(
        help: ArgumentHelp(
            "Only places of one of these kinds: captured, automatic or imported. The kinds highlight and copy narrow "
                + "the list further, to places with selected words and with a copy of the page. Repeatable; several "
                + "kinds may be separated by commas.", valueName: "kind"),
        completion: .list(PlaceKind.allCases.map(\.rawValue)))
    var kind: [String] = []

    /// True if no filter is given.
    var isEmpty: Bool { tag == nil && site == nil && state.isEmpty && kind.isEmpty }

    func validate() throws { _ = try listing(query: nil) }

    /// Returns a listing with these filters.
    ///
    /// Of the kinds, captured, automatic and imported places are alternatives, and the others narrow the list further.
    ///
    /// - Parameter query: The words to search for; nil for none.
    /// - Returns: The criteria.
    /// - Throws: `ValidationError` if a value is not valid.
    func listing(query: String?) throws -> SnapshotListing {
        let kinds: Set<PlaceKind> = try Self.values(of: kind, "--kind")
        let states: Set<PageState> = try Self.values(of: state, "--state")
        let origins = Set(kinds.compactMap(\.origin))
        var listing = try Self.listing(tag: tag, site: site)
        listing.query = query
        listing.origins = origins.isEmpty ? nil : origins
        listing.states = states.isEmpty ? nil : states
        if kinds.contains(.copy) { listing.hasCopy = true }
        if kinds.contains(.highlight) { listing.isHighlight = true }
        return listing
    }

    /// Returns a listing of the places with a tag and of a site.
    ///
    /// - Parameters:
    ///   - tag: The tag; nil for any.
    ///   - site: A host or an address; nil for any.
    /// - Returns: The criteria.
    /// - Throws: `ValidationError` if the tag is empty, or the site is neither.
    static func listing(tag: String?, site: String?) throws -> SnapshotListing {
        if let tag, tag.allSatisfy(\.isWhitespace) { throw ValidationError("--tag must not be empty") }
        return SnapshotListing(site: try site.map(Self.site(of:)), tag: tag)
    }

    /// Returns the site of a host or of an address.
    private static func site(of text: String) throws -> String {
        let address = text.contains("://") ? text : "https://\(text)/"
        // A snapshot knows the site of its page.
        let snapshot = try? PageSnapshot(json: JSONValue.object(["url": .string(address)]).encoded())
        guard let site = snapshot?.site, !site.isEmpty else {
            throw ValidationError("--site must be a host or an address, such as example.org")
        }
        return site
    }

    /// Returns the values that an option names.
    private static func values<Value: RawRepresentable & CaseIterable & Hashable>(
        of texts: [String], _ option: String
    ) throws -> Set<Value> where Value.RawValue == String {
        let names = Value.allCases.map(\.rawValue)
        let list = names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
        return Set(
            try texts.flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }.map { name in
                guard let value = Value(rawValue: String(name)) else {
                    throw ValidationError("\(option) must be \(list)")
                }
                return value
            })
    }
}

/// The options of commands that change places.
struct PlaceChangeOptions: ParsableArguments {
    @Flag(name: .shortAndLong, help: "Do not ask for confirmation.")
    var yes = false

    @Flag(name: .shortAndLong, help: "Print only errors on standard error.")
    var quiet = false
}

/// The message that says which place `@` denotes, if a newer place exists or the reader did not capture it.
enum NewestPlaceNotice {
    /// Writes the message to standard error, if there is one.
    ///
    /// - Parameters:
    ///   - ids: The ids on the command line.
    ///   - archive: The archive in which `@` is looked up.
    ///   - place: The place that the command uses for `@`; nil for the one that the archive finds.
    ///   - isQuiet: True to write nothing.
    /// - Throws: `StoreError`. If there is no place, nothing is written, because the command reports that.
    static func show(
        for ids: [String], in archive: SQLiteSnapshotArchive, place: StoredSnapshot? = nil, isQuiet: Bool
    ) throws {
        guard !isQuiet, ids.contains("@") else { return }
        let newest: StoredSnapshot
        do { newest = try place ?? archive.snapshot(id: "@") } catch is SnapshotArchiveError { return }
        if let skipped = try archive.newestSkippedByAt() {
            StandardError.writeLine(
                "leftoff: @ is \(newest.id), the newest place that you captured; \(skipped.id) was "
                    + "\(verb(of: skipped)) later")
        } else if newest.origin != .click || newest.snapshot.isPureHighlight {
            StandardError.writeLine("leftoff: @ is \(newest.id), which was \(verb(of: newest))")
        }
    }

    /// True if a command without `-q` writes no message: if nobody reads it at once.
    static var isQuietByDefault: Bool { !StandardDescriptors.errorIsTerminal }

    private static func verb(of place: StoredSnapshot) -> String {
        switch place.origin {
        case .click: "highlighted"
        case .automatic: "kept automatically"
        case .imported: "imported"
        }
    }
}

extension CommandFailure {
    /// The failure for a query that no place matches.
    static var noPlaceMatches: CommandFailure { CommandFailure(message: "no place matches", status: .notFound) }
}
