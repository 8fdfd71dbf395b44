import ArgumentParser
import FoundationEssentials
import Places
import Store
import Syntax
import TerminalHUD

/// `leftoff undo`: takes back the newest change.
struct UndoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo",
        abstract: "Take back the newest change of places.",
        discussion: """
            Takes back what `leftoff tag`, `note`, `later`, `finish` and `forget`, or the web page, changed at once, \
            also if it was many places. Repeat the command to take back earlier changes, up to 50 and for 30 days. \
            What was changed later stays: a note that was edited since is not replaced.
            """
    )

    @Flag(help: "List the changes that can be taken back instead, newest first.")
    var list = false

    @Flag(name: .shortAndLong, help: "Print only errors on standard error.")
    var quiet = false

    func run() throws {
        if list { return try listChanges() }
        let receipt = try SQLiteShelf.forReading().undo(nil)
        if !quiet {
            if receipt.changed > 0 { StandardError.writeLine("leftoff: \(Self.result(of: receipt))") }
            // The places that the omissions count are unchanged too.
            if receipt.unchanged > 0, receipt.omissions.isEmpty {
                let noun = Self.noun(of: receipt.kind)
                let subject = counted(receipt.unchanged, noun)
                StandardError.writeLine(
                    "leftoff: \(subject) \(receipt.unchanged == 1 ? "is" : "are") gone, or already so")
            }
        }
        try receipt.reportOmissions()
    }

    private func listChanges() throws {
        let changes = try SQLiteShelf.forReading().changes()
        let rows = changes.map { change in
            [LocalTime.system.minute(change.madeAt), change.kind, counted(change.count, Self.noun(of: change.kind))]
        }
        try OutputStream.print(lines: PlaceCells.lines(rows, rightAligned: []))
        if rows.isEmpty, !quiet { StandardError.writeLine("leftoff: there is nothing to undo") }
    }

    /// Returns the noun for the records of a kind of change.
    private static func noun(of kind: String) -> String { kind == "mark" ? "page" : "place" }

    /// Returns the result of an undo as a sentence.
    private static func result(of receipt: ShelfReceipt) -> String {
        let subject = counted(receipt.changed, noun(of: receipt.kind))
        return switch receipt.kind {
        case "forget": "put back \(subject)"
        case "tags": "restored the tags of \(subject)"
        case "note": "restored the note of \(subject)"
        case "mark": "restored the state of \(subject)"
        default: "restored \(subject)"
        }
    }
}
