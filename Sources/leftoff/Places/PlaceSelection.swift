import ArgumentParser
import Places

/// The places that a command works on: ids, or all that match.
struct PlaceSelection: ParsableArguments {
    @Argument(
        help: "Ids, unambiguous prefixes of ids, or @ for the newest place that you captured.", completion: .places)
    var ids: [String] = []

    @Option(help: ArgumentHelp("Select all places that match these words.", valueName: "words"))
    var query: String?

    @OptionGroup var filters: PlaceFilters

    /// Returns the selection.
    ///
    /// - Throws: `ValidationError` if neither ids nor a query are given, or both.
    func selection() throws -> ShelfSelection { .places(ids) }
}

/// The options that narrow a list of places.
struct PlaceFilters: ParsableArguments {
    @Option(help: ArgumentHelp("Only places with this tag.", valueName: "tag"))
    var tag: String?

    @Option(help: ArgumentHelp("Only places of this site.", valueName: "host"), completion: .sites)
    var site: String?

    @Option(
        help: ArgumentHelp("Only places of pages in this state. Repeatable.", valueName: "state"),
        completion: .pageStates)
    var state: [String] = []

    @Option(help: ArgumentHelp("Only places of this kind. Repeatable.", valueName: "kind"))
    var kind: [String] = []

    /// Returns a listing with these filters.
    ///
    /// - Parameter query: The words to search for; nil for none.
    /// - Throws: `ValidationError` if a value is not valid.
    func listing(query: String?) throws -> SnapshotListing { SnapshotListing(query: query, site: site, tag: tag) }
}
