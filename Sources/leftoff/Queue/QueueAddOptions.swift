import ArgumentParser
import DownloadImportExport
import DownloadLists
import DownloadQueue
import TerminalHUD
import WHATWGURL

/// What `leftoff queue add` and `leftoff get` take: addresses, and how to download them.
struct QueueAddOptions: ParsableArguments {
    @Argument(help: ArgumentHelp("http and https addresses.", valueName: "url"))
    var urls: [String] = []

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("A list of addresses, one a line, or -; repeatable.", valueName: "file"))
    var inputFile: [String] = []

    @Option(help: ArgumentHelp("The file's name, for a single address.", valueName: "name"))
    var name: String?

    @Option(
        help: ArgumentHelp(
            "The digest that the file must have, for a single address: sha256, sha512, sha1 or md5.",
            valueName: "sha256=hex"))
    var checksum: String?

    @OptionGroup var request: DownloadRequestOptions

    /// Reads and checks everything, so that nothing is added when anything is wrong.
    ///
    /// - Parameter options: Whether to say what becomes of a name.
    /// - Returns: What is asked for, in order.
    /// - Throws: `CommandFailure`.
    func newItems(_ options: GlobalOptions) throws -> [NewQueueItem] {
        let addresses = try urls.map(address)
        guard inputFile.count(where: { $0 == "-" }) < 2 else {
            throw CommandFailure(what: "usage", why: "standard input can be read only once", status: .usage)
        }
        guard !addresses.isEmpty || !inputFile.isEmpty else {
            throw CommandFailure(what: "usage", why: "name an address, or a list with -i", status: .usage)
        }
        if let name, FileName.safe(name) == nil {
            throw CommandFailure(what: "--name \(name)", why: "not a name that a file can have", status: .usage)
        }
        let checksum = try checksum.map { try Checksum($0) }
        let fill = try request.filling()
        let listed = try inputFile.flatMap { try ImportedList.read($0, format: .lines, directory: "").items }
        if addresses.count + listed.count > 1, name != nil || checksum != nil {
            throw CommandFailure(
                what: "usage", why: "--name and --checksum take a single address", status: .usage)
        }
        // Made only now that nothing else is wrong.
        let directory = try request.directory()
        if let name, let safe = FileName.safe(name), safe != name, !options.quiet {
            StandardError.writeLine(
                "leftoff: \(TerminalText.sanitized("--name \(name): the file will be called \(safe)"))")
        }
        return (addresses + listed.map(\.url)).map { url in
            fill(NewQueueItem(url: url, directory: directory, name: name, checksum: checksum))
        }
    }

    private func address(_ text: String) throws -> WebURL {
        guard !text.isEmpty else {
            throw CommandFailure(
                what: "an empty address", why: "one such as https://example.org/file is needed", status: .malformedInput
            )
        }
        guard let url = WebURL(text) else {
            throw CommandFailure(what: text, why: "not an address by the URL Standard", status: .malformedInput)
        }
        guard url.isHTTP else {
            throw CommandFailure(
                what: text, why: "only http and https addresses are downloaded", status: .malformedInput)
        }
        return url
    }
}
