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
            With --edit, the command opens the note in the program of $VISUAL, or else $EDITOR, or else vi. If the \
            text cannot be stored, it stays in a file that a message names.

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

    /// The number of bytes after which input is not read; a longer note has too many characters in any case.
    private static let byteLimit = SnapshotMetadata.maximumNoteLength * 4 + (1 << 16)

    func validate() throws {
        if edit, text != nil { throw ValidationError("a text and --edit exclude each other") }
    }

    func run() throws {
        guard edit || text != nil else { return try printNote() }
        let database = try DataHome().existingDatabase()
        let archive = SQLiteSnapshotArchive(database: database, now: { Date() })
        let stored = try place.find(in: archive, isQuiet: quiet)
        guard edit else { return try store(try newText(), for: stored, in: database) }
        let editor = TextEditor(environment: ProcessInfo.processInfo.environment)
        try editor.edit(stored.metadata.note, of: "note", limit: Self.byteLimit) { bytes in
            guard try archive.snapshot(id: stored.id).metadata.note == stored.metadata.note else {
                throw CommandFailure(what: "note", why: "the note was changed meanwhile", status: .someFailed)
            }
            try store(try Self.text(bytes, from: "note"), for: stored, in: database)
        }
    }

    /// Stores a text as the note of a place, and reports that.
    private func store(_ text: String, for stored: StoredSnapshot, in database: LeftoffDatabase) throws {
        let note = Self.withoutFinalLineBreaks(text)
        guard note.unicodeScalars.count <= SnapshotMetadata.maximumNoteLength else { throw Self.tooLong }
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

    /// Returns the text that the user types or gives as an argument.
    private func newText() throws -> String {
        guard text == "-" else { return text ?? "" }
        InputBytes.announce("a note", from: "-", isQuiet: quiet)
        var bytes: [UInt8] = []
        try InputBytes.stream("-") { part in
            bytes += part
            guard bytes.count < Self.byteLimit else { throw Self.tooLong }
        }
        return try Self.text(bytes, from: InputBytes.name(of: "-"))
    }

    /// Returns the text of bytes.
    ///
    /// - Throws: `CommandFailure` (malformed input) if they are too many, or no text.
    private static func text(_ bytes: [UInt8], from source: String) throws -> String {
        guard bytes.count < byteLimit else { throw tooLong }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw CommandFailure(what: source, why: "not UTF-8 text", status: .malformedInput)
        }
        guard !bytes.contains(0) else {
            throw CommandFailure(what: source, why: "a note must not contain a NUL character", status: .malformedInput)
        }
        return text
    }

    private static var tooLong: CommandFailure {
        CommandFailure(
            what: "note", why: "longer than \(SnapshotMetadata.maximumNoteLength) characters", status: .malformedInput)
    }

    /// Removes the line breaks at the end, which programs add to a text, and white space alone.
    private static func withoutFinalLineBreaks(_ text: String) -> String {
        var text = text
        while text.last?.isNewline == true { text.removeLast() }
        return text.allSatisfy(\.isWhitespace) ? "" : text
    }
}
