import LinkPipeline
import TerminalHUD

/// The output of `leftoff links`: standard output, or the file of `-o`.
final class LinksOutput: LinkOutput {
    private var stream: OutputStream
    private let display: any StatusDisplay

    /// Opens the output.
    ///
    /// - Parameters:
    ///   - path: A file's path; nil or `-` for standard output.
    ///   - isPrivate: True to make the file readable for its owner only.
    ///   - display: The display, which is hidden while links are written to the same terminal.
    /// - Throws: `CommandFailure` if the file cannot be created.
    init(path: String?, isPrivate: Bool, display: any StatusDisplay) throws {
        stream = try OutputStream(path: path, isPrivate: isPrivate)
        self.display = display
    }

    func write(_ bytes: [UInt8]) throws { try stream.write(bytes) }

    func flush() throws { try display.whileHidden { try stream.flush() } }

    /// Closes the output.
    ///
    /// - Parameter publishes: False to leave the file of `-o` unchanged.
    /// - Throws: `CommandFailure` for an I/O error.
    func finish(publishes: Bool) throws { try display.whileHidden { try stream.finish(publishes: publishes) } }
}
