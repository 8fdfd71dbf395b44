import ArgumentParser
import DownloadImportExport
import TerminalHUD

/// The options of the commands that import downloads, and the messages before they add any.
struct ListImportOptions: ParsableArguments {
    @Flag(
        name: .customLong("trust-list"),
        help: ArgumentHelp(
            "Obey a list of your own: also its directories, proxies, credentials, credential files, header fields "
                + "and private hosts."))
    var trustsList = false

    @Flag(name: .customLong("dry-run"), help: "Only print what would be added, and add nothing.")
    var isDryRun = false

    /// The maximum number of directories that are printed; a list may name thousands.
    private static let listedDirectoryCount = 20

    /// Prints what an import will add and leave out, before it adds anything.
    ///
    /// The choices of a trusted list are printed even if nothing else is.
    ///
    /// - Parameters:
    ///   - plan: The downloads that would be added, and what was left out.
    ///   - name: The name of the list for messages.
    ///   - isQuiet: True to print only what a trusted list chooses.
    func announce(_ plan: DownloadPlan, of name: String, isQuiet: Bool) {
        for line in plan.obeyed { StandardError.writeLine("leftoff: trusting \(name): \(line)") }
        guard !isQuiet, !plan.downloads.isEmpty else { return }
        let directories = plan.directories
        let count = counted(plan.downloads.count, "download")
        if let only = directories.first, directories.count == 1 {
            StandardError.writeLine("leftoff: \(name): \(count) to \(only.path)")
        } else {
            StandardError.writeLine("leftoff: \(name): \(count) to \(directories.count) directories")
            for directory in directories.prefix(Self.listedDirectoryCount) {
                StandardError.writeLine("leftoff: \(directory.path): \(counted(directory.count, "download"))")
            }
            let rest = directories.dropFirst(Self.listedDirectoryCount)
            if !rest.isEmpty {
                let downloads = counted(rest.reduce(0) { $0 + $1.count }, "download")
                let more = rest.count == 1 ? "1 more directory" : "\(rest.count) more directories"
                StandardError.writeLine("leftoff: \(more): \(downloads)")
            }
        }
        for note in plan.omissions.notes { StandardError.writeLine("leftoff: \(note)") }
        if !plan.omissions.kinds.isEmpty {
            StandardError.writeLine("leftoff: --trust-list imports them too, if the list is your own")
        }
    }
}
