import ArgumentParser
import DownloadLists
import LinkFormats

/// The options that say how links are printed, and where to.
struct LinkFormatOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("How to print: \(LinkFormatDescriptor.namesForHelp) (default: lines).", valueName: "format"),
        transform: { try LinkFormatDescriptor(parsing: $0) })
    var format = LinkFormatDescriptor.lines

    @Option(
        name: .shortAndLong, help: ArgumentHelp("A file to print to, instead of standard output.", valueName: "file"))
    var output: String?

    @Option(
        help: ArgumentHelp("The directory that aria2 and curl are told to save files in.", valueName: "directory"))
    var dir: String?

    /// Checks that the format can carry the directory.
    ///
    /// - Throws: `CommandFailure` (usage) if it cannot, or if the directory is empty or has a line break.
    func checkDirectory() throws {
        guard let dir else { return }
        guard format.contents.contains(.directory) else {
            throw CommandFailure(what: "--dir", why: "\(format.name) carries no directory", status: .usage)
        }
        guard !dir.isEmpty, DownloadEntry.fitsLine(dir) else {
            throw CommandFailure(what: "--dir", why: "empty or with a line break", status: .usage)
        }
    }
}
