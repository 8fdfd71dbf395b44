import ArgumentParser
import FoundationEssentials
import Places
import Store

/// `leftoff note`: writes or prints a note.
struct NoteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "note",
        abstract: "Write or print the note of a place.",
        discussion: """
            Without a text, the command prints the note, and nothing if there is none. An empty text removes the note. \
            With --edit, the command opens the note in the program of $VISUAL, or else $EDITOR, or else vi.

            An automatic place that gets a note is kept for good.
            """
    )

    @OptionGroup var place: PlaceArgument

    @Argument(help: "The text of the note, or - for standard input.")
    var text: String?

    @Flag(help: "Open the note in an editor.")
    var edit = false

    @Flag(name: .shortAndLong, help: "Print only errors on standard error.")
    var quiet = false

    /// The maximum number of bytes that are read; a longer note has too many characters in any case.
    private static let byteLimit = SnapshotMetadata.maximumNoteLength * 4 + 1

    func validate() throws {
        if edit, text != nil { throw ValidationError("a text and --edit exclude each other") }
    }

    func run() throws {
        guard edit || text != nil else { return try printNote() }
        let database = try DataHome().database()
        let archive = SQLiteSnapshotArchive(database: database, now: { Date() })
        let stored = try place.find(in: archive, isQuiet: quiet)
        let note = Self.withoutFinalLineBreaks(try newText(stored.metadata.note))
        guard note.unicodeScalars.count <= SnapshotMetadata.maximumNoteLength else {
            throw CommandFailure(
                what: "note", why: "longer than \(SnapshotMetadata.maximumNoteLength) characters",
                status: .malformedInput)
        }
        guard note != stored.metadata.note else {
            if !quiet { StandardError.writeLine("leftoff: note not changed") }
            return
        }
        let receipt = try SQLiteShelf(database: database, now: { Date() }).apply(.note(note), to: .places([stored.id]))
        if receipt.changed > 0, !quiet {
            let verb = note.isEmpty ? "removed" : stored.metadata.note.isEmpty ? "added" : "changed"
            StandardError.writeLine("leftoff: \(verb) the note of \(stored.id); 'leftoff undo' takes it back")
        }
        try receipt.reportOmissions()
    }

    private func printNote() throws {
        let stored = try place.find(in: try SQLiteSnapshotArchive.forReading(), isQuiet: quiet)
        let note = stored.metadata.note
        if !note.isEmpty { try OutputStream.print(lines: [note]) }
    }

    /// Returns the text that the user types, edits or gives as an argument.
    private func newText(_ old: String) throws -> String {
        if edit { return try TextEditor(environment: ProcessInfo.processInfo.environment).edit(old, of: "note") }
        guard text == "-" else { return text ?? "" }
        InputBytes.announce("a note", from: "-", isQuiet: quiet)
        let bytes = try InputBytes.read("-", limit: Self.byteLimit)
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw CommandFailure(what: InputBytes.name(of: "-"), why: "not UTF-8 text", status: .malformedInput)
        }
        return text
    }

    /// Removes the line breaks at the end, which programs add to a text.
    private static func withoutFinalLineBreaks(_ text: String) -> String {
        var text = text
        while text.last?.isNewline == true { text.removeLast() }
        return text
    }
}
