import ArgumentParser
import DownloadLists
import LinkFormats

/// The options that say how links are printed, and where to.
struct LinkFormatOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("How to print: \(LinkFormatChoice.names) (default: lines).", valueName: "format"),
        transform: { try LinkFormatChoice($0) })
    var format = LinkFormatChoice.named(.lines)

    @Option(
        name: .shortAndLong, help: ArgumentHelp("A file to print to, instead of standard output.", valueName: "file"))
    var output: String?

    @Option(
        help: ArgumentHelp("The directory that aria2 and curl are told to save files in.", valueName: "directory"))
    var dir: String?

    /// Makes the writer.
    ///
    /// - Parameter repeats: Whether an address that was printed before may be printed again.
    /// - Returns: A writer for one output.
    /// - Throws: `CommandFailure` (usage) for a directory that the format cannot say.
    func makeFormat(repeats: Bool) throws -> any LinkFormat {
        if let dir {
            guard format.carriesDirectory else {
                throw CommandFailure(what: "--dir", why: "\(format) carries no directory", status: .usage)
            }
            guard !dir.isEmpty, DownloadEntry.fitsLine(dir) else {
                throw CommandFailure(what: "--dir", why: "empty or with a line break", status: .usage)
            }
        }
        return format.makeFormat(directory: dir, repeats: repeats)
    }
}
