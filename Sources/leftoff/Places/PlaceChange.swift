import FoundationEssentials
import Places
import Store
import TerminalHUD

/// A change of places or pages by a command: with its question before more than ten, and its messages.
struct PlaceChange {
    /// The change.
    let change: ShelfChange
    /// The command.
    let command: String
    /// The change as the end of the question “type yes to …”.
    let question: String
    /// The change as a verb in the past with its object, such as `forgot 3 places`.
    let result: (_ subject: String) -> String

    /// Applies the change to the places of a selection, and reports the result.
    ///
    /// - Parameters:
    ///   - selection: The places or pages.
    ///   - database: The database of the shelf.
    ///   - options: The options of the command.
    /// - Returns: The receipt of the change.
    /// - Throws: `CommandFailure` if nothing matches or the user does not confirm, `ExitStatus` if some places were
    ///   left out, and the errors of the shelf.
    @discardableResult
    func apply(
        to selection: ShelfSelection, in database: LeftoffDatabase, options: PlaceChangeOptions
    ) throws -> ShelfReceipt {
        let shelf = SQLiteShelf(database: database, now: { Date() })
        let count = try self.count(selection, shelf)
        // Until the answer, more places may come to match.
        let isAsked = count > Confirmation.threshold && !options.yes
        let target = isAsked ? .places(try shelf.placeIDs(of: selection)) : selection
        try Confirmation.require(
            question, of: command, noun: noun, predicate: selection.predicate, count: count, isConfirmed: options.yes)
        if case .places(let ids) = selection {
            // `@` may denote another place after the change.
            let archive = SQLiteSnapshotArchive(database: database, now: { Date() })
            try NewestPlaceNotice.show(for: ids, in: archive, isQuiet: options.quiet)
        }
        let receipt = try shelf.apply(change, to: target)
        try report(receipt, of: shelf, isQuiet: options.quiet)
        return receipt
    }

    /// Returns the number of places or pages that the change concerns.
    private func count(_ selection: ShelfSelection, _ shelf: SQLiteShelf) throws -> Int {
        let (places, pages) = try Self.count(selection, shelf)
        return isOfPages ? pages ?? places : places
    }

    /// Returns the number of selected places, and of their pages.
    ///
    /// Damaged places are named too, of which the shelf counts only those whose ids it can read.
    ///
    /// - Parameters:
    ///   - selection: The places or pages.
    ///   - shelf: The shelf that counts the places that match.
    /// - Returns: At least one place; no pages if they cannot be counted.
    /// - Throws: `CommandFailure` if nothing matches, and the errors of the shelf.
    static func count(_ selection: ShelfSelection, _ shelf: SQLiteShelf) throws -> (places: Int, pages: Int?) {
        if case .places(let ids) = selection { return (Set(ids).count, try? shelf.count(selection).pages) }
        let count = try shelf.count(selection)
        guard count.places > 0 else { throw CommandFailure.noPlaceMatches }
        return (count.places, count.pages)
    }

    private var isOfPages: Bool { if case .mark = change { true } else { false } }

    private var noun: String { isOfPages ? "page" : "place" }

    private func report(_ receipt: ShelfReceipt, of shelf: SQLiteShelf, isQuiet: Bool) throws {
        if !isQuiet {
            if receipt.changed > 0 {
                let damagedCount = try damagedCount(in: receipt, shelf)
                let canUndo = receipt.changeID != nil && damagedCount < receipt.changed
                let undo = canUndo ? "; 'leftoff undo' takes it back" : ""
                StandardError.writeLine("leftoff: \(result(counted(receipt.changed, noun)))\(undo)")
                if damagedCount > 0 {
                    StandardError.writeLine(
                        "leftoff: \(counted(damagedCount, "place")) cannot be read, and cannot be put back")
                }
            }
            if receipt.unchanged > 0 {
                let verb = receipt.unchanged == 1 ? "was" : "were"
                StandardError.writeLine("leftoff: \(counted(receipt.unchanged, noun)) \(verb) already so")
            }
        }
        try receipt.reportOmissions()
    }

    /// The number of forgotten places up to which those are counted that cannot be put back.
    private static let checkedCount = 500

    /// Returns the number of forgotten places that cannot be read, and therefore stay in the trash.
    private func damagedCount(in receipt: ShelfReceipt, _ shelf: SQLiteShelf) throws -> Int {
        guard case .forget = change, receipt.changed <= Self.checkedCount else { return 0 }
        let forgotten = Set(receipt.placeIDs)
        // They are the newest in the trash.
        return try shelf.trash(before: nil, limit: receipt.changed).damaged.count(where: { forgotten.contains($0.id) })
    }
}

extension ShelfReceipt {
    /// Writes a line for each reason why places were left out to standard error.
    ///
    /// - Throws: `ExitStatus.someFailed` if there are any.
    func reportOmissions() throws {
        guard !omissions.isEmpty else { return }
        for line in omissions { StandardError.writeLine("leftoff: \(line)") }
        throw ExitStatus.someFailed
    }
}

extension ShelfSelection {
    /// The words of a question about the selected places.
    var predicate: Confirmation.Predicate {
        switch self {
        case .places: Confirmation.named
        case .pages: ("is on these pages", "are on these pages")
        case .matchingPlaces, .matchingPages: Confirmation.matching
        }
    }
}
