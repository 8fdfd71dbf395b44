import ArgumentParser

/// The options of `leftoff queue add` and `leftoff get` for lists, and for the file of a single address.
struct DownloadInputOptions: ParsableArguments {
    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Read addresses from this file, one per line; - for standard input. Repeatable.", valueName: "file"))
    var inputFile: [String] = []

    @Option(help: ArgumentHelp("Save under this file name; only for a single address.", valueName: "name"))
    var name: String?

    @Option(
        help: ArgumentHelp(
            "Require this digest (sha256, sha512, sha1 or md5); only for a single address.", valueName: "sha256=hex"))
    var checksum: String?
}
