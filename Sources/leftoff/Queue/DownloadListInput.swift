import DownloadImportExport
import QueueControl

/// A list of downloads, read from a file or from standard input.
enum DownloadListInput {
    /// The maximum size of a list; 256 MiB contain about two million addresses.
    private static let byteLimit = 256 << 20

    /// Reads a list, in which all entries must be valid.
    ///
    /// - Parameters:
    ///   - path: A file's path, or `-` for standard input.
    ///   - format: The format; nil to detect it from the content.
    /// - Returns: The entries of the list.
    /// - Throws: `CommandFailure` if the file cannot be read, or `QueueControlError` if a line is invalid. If several
    ///   lines are invalid, the first ones have been printed on standard error.
    static func read(_ path: String, format: QueueImportFormat?) throws -> QueueImport {
        let bytes = try InputBytes.read(path, limit: byteLimit) { try InputBytes.checkText($0, of: path) }
        let list = (format ?? .sniff(bytes)).read(bytes)
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
