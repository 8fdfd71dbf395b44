import FoundationEssentials
import Glibc
import Syntax

/// The user's text editor.
struct TextEditor {
    /// The environment variables, of which `VISUAL` and `EDITOR` name the program and its arguments, as for a shell.
    let environment: [String: String]

    /// The editor if none is named, which every system has (POSIX, `vi`).
    private static let standard = "vi"
    /// Lets the user edit a text in a private temporary file, and uses what was saved.
    ///
    /// If anything fails after the user has changed the file, it is kept, and a message names it.
    ///
    /// - Parameters:
    ///   - text: The text to begin with, without a line break at its end.
    ///   - command: The subject of messages, which is also part of the file's name.
    ///   - limit: The number of bytes after which the rest of the file is not read.
    ///   - use: Called with the bytes that the user has saved, at most `limit`.
    /// - Throws: `CommandFailure` if the editor cannot be started or fails, or if the file cannot be written or read;
    ///   and the errors of `use`.
    func edit(_ text: String, of command: String, limit: Int, _ use: ([UInt8]) throws -> Void) throws {
        let original = text.isEmpty ? "" : text + "\n"
        let path = try createFile(original, name: "leftoff-\(command)")
        do {
            try run(on: path, command)
            try use(try contents(of: path, limit: limit))
        } catch {
            var status = stat()
            if let bytes = try? contents(of: path, limit: limit), bytes.elementsEqual(original.utf8) {
                unlink(path)
            } else if lstat(path, &status) == 0 {
                StandardError.writeLine("leftoff: the text is kept in \(path)")
            }
            throw error
        }
        unlink(path)
    }

    /// Reads the file, in whose place the editor may have put anything.
    private func contents(of path: String, limit: Int) throws -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            let number = errno
            throw CommandFailure(
                what: path, why: number == ELOOP ? "not a regular file" : SystemError.text(number), status: .ioError)
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw CommandFailure(what: path, why: "not a regular file", status: .ioError)
        }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count < limit {
            let count = read(descriptor, &part, min(part.count, limit - bytes.count))
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw CommandFailure(what: path, why: SystemError.text(errno), status: .ioError) }
            if count == 0 { break }
            bytes += part[..<count]
        }
        return bytes
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
