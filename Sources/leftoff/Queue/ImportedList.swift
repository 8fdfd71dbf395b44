import DownloadImportExport

/// A list of downloads that a person hands over: all of it is taken, or nothing.
enum ImportedList {
    /// How many refused lines are shown one by one.
    private static let shownProblems = 20

    /// The longest list: two million addresses; more is not a list a person meant.
    private static let byteLimit = 256 << 20

    /// Reads a list.
    ///
    /// - Parameters:
    ///   - path: A file's path, or `-` for standard input.
    ///   - format: Its format; nil tells it by its content.
    ///   - directory: The directory for files of which the list says nothing.
    /// - Returns: The list, of which nothing was refused.
    /// - Throws: `CommandFailure` (malformed input) when a line was refused; each has been named on standard error then.
    static func read(
        _ path: String, format: QueueImportFormat?, directory: String
    ) throws -> QueueImport {
        let bytes = try InputBytes.read(path, limit: byteLimit)
        let list = (format ?? .sniff(bytes)).read(bytes, defaults: QueueImport.Defaults(directory: directory))
        guard let first = list.problems.first else { return list }
        if list.problems.count == 1 { throw failure(path, first) }
        for problem in list.problems.prefix(shownProblems) {
            StandardError.writeLine("leftoff: \(failure(path, problem))")
        }
        let more = list.problems.count - shownProblems
        let rest = more > 0 ? " (\(more) more than are shown)" : ""
        throw CommandFailure(
            what: path, why: "\(list.problems.count) lines were refused\(rest); nothing was added",
            status: .malformedInput)
    }

    private static func failure(_ path: String, _ problem: QueueImport.Problem) -> CommandFailure {
        let text = problem.text.isEmpty ? "" : ": \(problem.text)"
        return CommandFailure(what: "\(path):\(problem.line)\(text)", why: problem.reason, status: .malformedInput)
    }
}
