import ArgumentParser
import FoundationEssentials
import Places
import Store
import Syntax

/// `leftoff later`: marks pages to be read later.
struct LaterCommand: ParsableCommand, OperandListCommand {
    static let configuration = CommandConfiguration(
        commandName: "later",
        abstract: "Mark pages to be read later.",
        discussion: """
            The pages of the places are no longer listed as unfinished, or not before a date, by which they are \
            sorted then. A capture on a page makes it unfinished at once.

            A date is a day such as 2027-01-31, a time such as 2027-01-31T18:00, tomorrow, a day of the week such as \
            friday, or a time from now such as 6h, 3d or 2w. A day begins at 00:00, local time. The latest date is in \
            the year 9998. Automatic places of the pages are kept for good.
            """
    )

    @OptionGroup var selection: PlaceSelection

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The date from which the pages are unfinished again; none by default.", valueName: "date"))
    var until: String?

    @OptionGroup var options: PlaceChangeOptions

    static var operands: WritableKeyPath<Self, [String]> { \.selection.ids }

    func validate() throws { _ = try selection.selection() }

    func run() throws {
        let date = try until.map { try DateArgument(until: $0, now: Date()).date }
        let change = PlaceChange(
            change: .mark(PageMark(.later, until: date)), command: "later", question: "put them off",
            result: { "put off \($0)" + (date.map { " until \(Self.text($0))" } ?? "") })
        try change.apply(to: try selection.selection(), in: try DataHome().existingDatabase(), options: options)
    }

    /// Returns a date without its time of day if that is 00:00.
    private static func text(_ date: Date) -> String {
        let text = LocalTime.system.minute(date)
        return text.hasSuffix(" 00:00") ? LocalTime.system.day(date) : text
    }
}

/// `leftoff finish`: marks pages as finished.
struct FinishCommand: ParsableCommand, OperandListCommand {
    static let configuration = CommandConfiguration(
        commandName: "finish",
        abstract: "Mark pages as finished, or reopen them.",
        discussion: """
            A page is also finished by a capture at its end, and reopened by a capture anywhere else on it. The places \
            of a finished page stay.
            """
    )

    @OptionGroup var selection: PlaceSelection

    @Flag(help: "Mark the pages as unfinished instead.")
    var undo = false

    @OptionGroup var options: PlaceChangeOptions

    static var operands: WritableKeyPath<Self, [String]> { \.selection.ids }

    func validate() throws { _ = try selection.selection() }

    func run() throws {
        let change = PlaceChange(
            change: .mark(PageMark(undo ? .unfinished : .finished)), command: "finish",
            question: undo ? "reopen them" : "finish them", result: { (undo ? "reopened " : "finished ") + $0 })
        try change.apply(to: try selection.selection(), in: try DataHome().existingDatabase(), options: options)
    }
}

/// `leftoff next`: opens the next unfinished page.
struct NextCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "next",
        abstract: "Open the next unfinished page.",
        discussion: """
            The next page is the first one of `leftoff list --group page --state unfinished`: the page with the newest \
            place, or one that has become due since. The command prints the id of the place that it opens.
            """
    )

    @Flag(help: "Open one of the unfinished pages by chance.")
    var random = false

    @Option(help: ArgumentHelp("Only pages with a place that has this tag.", valueName: "tag"), completion: .tags)
    var tag: String?

    @Option(
        help: ArgumentHelp("Only pages of this site, given by its host or an address.", valueName: "host"),
        completion: .sites)
    var site: String?

    @Flag(help: "Print the address instead of opening it.")
    var print = false

    func validate() throws { _ = try listing() }

    func run() throws {
        let shelf = try SQLiteShelf.forReading()
        let listing = try listing()
        guard let page = try random ? shelf.randomPage(listing) : first(of: shelf, listing) else {
            throw CommandFailure(message: "nothing is unfinished", status: .notFound)
        }
        let address = page.place.snapshot.textFragmentURL
        if print { return try OutputStream.print(lines: [address]) }
        try OutputStream.print(lines: [page.resumeID])
        try OpenCommand.openInBrowser(address, command: "next")
    }

    private func listing() throws -> SnapshotListing {
        var listing = try PlaceFilters.listing(tag: tag, site: site)
        listing.states = [.unfinished]
        listing.limit = 1
        return listing
    }

    /// Returns the first page whose place can be read.
    private func first(of shelf: SQLiteShelf, _ listing: SnapshotListing) throws -> ShelfPage? {
        var part = try shelf.pages(listing, after: nil)
        while part.pages.isEmpty, let next = part.next { part = try shelf.pages(listing, after: next) }
        return part.pages.first
    }
}
