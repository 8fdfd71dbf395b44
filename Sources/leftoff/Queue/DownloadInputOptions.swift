import ArgumentParser

/// The options of `leftoff queue add` and `leftoff get` for lists, and for the file of a single address.
struct DownloadInputOptions: ParsableArguments {
    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Read addresses from this file, one per line; - for standard input. Repeatable.", valueName: "file"))
    var inputFile: [String] = []

    @Option(help: ArgumentHelp("The file name, for a single address.", valueName: "name"))
    var name: String?

    @Option(
        help: ArgumentHelp(
            "The expected digest, for a single address: sha256, sha512, sha1 or md5.", valueName: "sha256=hex"))
    var checksum: String?
}
