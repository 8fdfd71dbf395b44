import ArgumentParser
import DownloadImportExport
import DownloadLists
import DownloadQueue
import WHATWGURL

/// The addresses that `leftoff queue add` and `leftoff get` download.
struct DownloadAddresses: ParsableArguments {
    @Argument(help: ArgumentHelp("The http or https addresses to download.", valueName: "url"))
    var urls: [String] = []
}

/// The options of `leftoff queue add` and `leftoff get`: addresses and the settings of their downloads.
struct QueueAddOptions {
    /// The addresses as the user typed them.
    var urls: [String]
    /// The lists, and what only one download can have.
    var input: DownloadInputOptions
    /// The destination, request fields and start time.
    var request: DownloadRequestOptions

    /// Checks all options and reads all lists, so that nothing is added if one of them is invalid.
    ///
    /// - Parameter options: The global options; unless `--quiet` is set, a changed file name is reported.
    /// - Returns: The new items in the order of the addresses.
    /// - Throws: `CommandFailure`, and the errors of reading lists and places.
    func newItems(_ options: GlobalOptions) throws -> [NewQueueItem] {
        let addresses = try urls.map(Self.address)
        try checkInputs()
        if let name = input.name, FileName.chosen(name) == nil {
            throw CommandFailure(what: "--name \(name)", why: "not a valid file name", status: .usage)
        }
        let checksum = try input.checksum.map { try Checksum($0) }
        let defaults = try request.defaults()
        let listed = try input.inputFile.flatMap { try DownloadListInput.read($0, format: .lines).items }
        if addresses.count + listed.count > 1, input.name != nil || checksum != nil {
            throw CommandFailure(
                what: "usage", why: "--name and --checksum need a single address", status: .usage)
        }
        // Created last, after all checks have passed.
        let directory = try request.destination.create()
        if let name = input.name, let safe = FileName.chosen(name), safe != name, !options.quiet {
            StandardError.writeLine("leftoff: --name \(name): the file is named \(safe)")
        }
        return (addresses + listed.map(\.url)).map { url in
            defaults.applied(to: NewQueueItem(url: url, directory: directory, name: input.name, checksum: checksum))
        }
    }

    private func checkInputs() throws {
        guard input.inputFile.count(where: { $0 == "-" }) < 2 else {
            throw CommandFailure(what: "usage", why: "standard input can be read only once", status: .usage)
        }
        guard !urls.isEmpty || !input.inputFile.isEmpty else {
            throw CommandFailure(
                what: "usage", why: "specify an address, or a list of addresses with -i", status: .usage)
        }
    }

    private static func address(_ text: String) throws -> WebURL {
        guard !text.isEmpty else {
            throw CommandFailure(
                what: "empty address", why: "expected one such as https://example.org/file", status: .malformedInput)
        }
        guard let url = WebURL(text) else {
            throw CommandFailure(what: text, why: "not a valid URL", status: .malformedInput)
        }
        guard url.isHTTP else {
            throw CommandFailure(
                what: text, why: "only http and https addresses can be downloaded", status: .refused)
        }
        return url
    }
}
