import FoundationEssentials
import Glibc
import Syntax

/// The user's text editor.
struct TextEditor {
    /// The environment variables, of which `VISUAL` and `EDITOR` name the program and its arguments, as for a shell.
    let environment: [String: String]

    /// The editor if none is named, which every system has (POSIX, `vi`).
    private static let standard = "vi"
    /// The maximum size of an edited text, which is that of a snapshot.
    private static let byteLimit = 1 << 20

    /// Lets the user edit a text in a private temporary file.
    ///
    /// - Parameters:
    ///   - text: The text to begin with, without a line break at its end.
    ///   - command: The subject of messages, which is also part of the file's name.
    /// - Returns: The text that the user has saved, with a line break at its end.
    /// - Throws: `CommandFailure` if the editor cannot be started or fails, or if the file cannot be written or read.
    func edit(_ text: String, of command: String) throws -> String {
        let path = try createFile(text.isEmpty ? "" : text + "\n", name: "leftoff-\(command)")
        defer {
            unlink(path)
            TemporaryOutputFile.keepOnSignal()
        }
        TemporaryOutputFile.removeOnSignal(path)
        try run(on: path, command)
        let bytes = try InputBytes.read(path, limit: Self.byteLimit)
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw CommandFailure(what: command, why: "not UTF-8 text", status: .malformedInput)
        }
        return text
    }

    private func run(on path: String, _ command: String) throws {
        let editor = ["VISUAL", "EDITOR"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? Self.standard
        // The variable may contain arguments.
        let launch = ProgramLaunch(
            command: ["/bin/sh", "-c", "\(editor) \"$@\"", editor, path], environment: environment)
        // Ctrl+C in the terminal is for the editor only.
        let numbers = [SIGINT, SIGQUIT]
        let handlers = numbers.map { signal($0, SIG_IGN) }
        defer { for (number, handler) in zip(numbers, handlers) { signal(number, handler) } }
        let status: Int32
        do { status = try launch.runInForeground() } catch {
            throw CommandFailure(what: command, why: "\(error)", status: .unavailable)
        }
        guard status == 0 else {
            throw CommandFailure(
                what: command, why: "\(editor) failed, so nothing was changed", status: .unavailable)
        }
    }

    /// Creates a file that only the user can read.
    private func createFile(_ text: String, name: String) throws -> String {
        let directory = environment["TMPDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
        let suffix = ".txt"
        var template = Array("\(directory)/\(name)-XXXXXX\(suffix)".utf8CString)
        let descriptor = mkstemps(&template, Int32(suffix.utf8.count))
        let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        guard descriptor >= 0 else {
            throw CommandFailure(what: directory, why: SystemError.text(errno), status: .cannotCreate)
        }
        let isWritten = Array(text.utf8).withUnsafeBytes { $0.writeAll(to: descriptor) }
        let number = errno
        close(descriptor)
        guard isWritten else {
            unlink(path)
            throw CommandFailure(what: path, why: SystemError.text(number), status: .ioError)
        }
        return path
    }
}
