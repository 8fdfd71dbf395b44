import DownloadImportExport
import QueueControl

/// A list of downloads in a file or on standard input.
enum DownloadListInput {
    /// The largest list that is read: 256 MiB hold about two million addresses.
    private static let byteLimit = 256 << 20

    /// Reads a list, all of which must be valid.
    ///
    /// - Parameters:
    ///   - path: A file's path, or `-` for standard input.
    ///   - format: The format; nil to detect it from the content.
    ///   - directory: The destination of downloads for which the list names none.
    /// - Returns: The list without invalid lines.
    /// - Throws: `CommandFailure` if the file cannot be read, `QueueControlError` if a line is invalid; of several
    ///   invalid lines, the first ones have been printed on standard error.
    static func read(_ path: String, format: QueueImportFormat?, directory: String) throws -> QueueImport {
        let bytes = try InputBytes.read(path, limit: byteLimit)
        let list = (format ?? .sniff(bytes)).read(bytes, defaults: QueueImport.Defaults(directory: directory))
        guard list.problems.isEmpty else {
            let error = QueueControlError.invalidLines(list: path, problems: list.problems)
            for line in error.details {
                StandardError.writeLine("leftoff: \(CommandFailure(message: line, status: .malformedInput))")
            }
            throw error
        }
        return list
    }
}
