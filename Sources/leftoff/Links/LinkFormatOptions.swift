import ArgumentParser
import DownloadLists
import LinkFormats

/// The options of `leftoff links` for the output format and its destination.
struct LinkFormatOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The output format: \(LinkFormatDescriptor.namesForHelp) (default: lines).", valueName: "format"),
        transform: { try LinkFormatDescriptor(parsing: $0) })
    var format = LinkFormatDescriptor.lines

    @Option(
        name: .shortAndLong, help: ArgumentHelp("Write to this file instead of standard output.", valueName: "file"))
    var output: String?

    @Option(
        help: ArgumentHelp("The directory of the downloaded files; only for aria2 and curl.", valueName: "directory"))
    var dir: String?

    /// Checks that the format can represent the directory.
    ///
    /// - Throws: `CommandFailure` (usage) if it cannot, or if the directory is empty or contains a line break.
    func checkDirectory() throws {
        guard let dir else { return }
        guard format.contents.contains(.directory) else {
            throw CommandFailure(what: "--dir", why: "\(format.name) cannot represent a directory", status: .usage)
        }
        guard !dir.isEmpty, DownloadEntry.fitsLine(dir) else {
            throw CommandFailure(what: "--dir", why: "must not be empty or contain a line break", status: .usage)
        }
    }
}
