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
        let count = try Self.count(selection, shelf)
        try Confirmation.require(
            question, of: command, noun: count.pages == nil ? "place" : noun,
            count: isOfPages ? count.pages ?? count.places : count.places, isConfirmed: options.yes)
        if case .places(let ids) = selection {
            // `@` may denote another place after the change.
            let archive = SQLiteSnapshotArchive(database: database, now: { Date() })
            try NewestPlaceNotice.show(for: ids, in: archive, isQuiet: options.quiet)
        }
        let receipt = try shelf.apply(change, to: selection)
        try report(receipt, isQuiet: options.quiet)
        return receipt
    }

    /// Returns the number of selected places, and of their pages unless the places are named by their ids.
    ///
    /// Damaged places are named too, of which the shelf counts only those whose ids it can read.
    ///
    /// - Parameters:
    ///   - selection: The places or pages.
    ///   - shelf: The shelf that counts the places that match.
    /// - Returns: At least one place.
    /// - Throws: `CommandFailure` if nothing matches, and the errors of the shelf.
    static func count(_ selection: ShelfSelection, _ shelf: SQLiteShelf) throws -> (places: Int, pages: Int?) {
        if case .places(let ids) = selection { return (Set(ids).count, nil) }
        let count = try shelf.count(selection)
        guard count.places > 0 else { throw CommandFailure.noPlaceMatches }
        return (count.places, count.pages)
    }

    private var isOfPages: Bool { if case .mark = change { true } else { false } }

    private var noun: String { isOfPages ? "page" : "place" }

    private func report(_ receipt: ShelfReceipt, isQuiet: Bool) throws {
        if !isQuiet {
            if receipt.changed > 0 {
                let undo = receipt.changeID == nil ? "" : "; 'leftoff undo' takes it back"
                StandardError.writeLine("leftoff: \(result(counted(receipt.changed, noun)))\(undo)")
            }
            if receipt.unchanged > 0 {
                let verb = receipt.unchanged == 1 ? "was" : "were"
                StandardError.writeLine("leftoff: \(counted(receipt.unchanged, noun)) \(verb) already so")
            }
        }
        try receipt.reportOmissions()
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
