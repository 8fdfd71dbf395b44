import ArgumentParser

/// The options of `leftoff links` for its inputs.
struct LinkInputOptions: ParsableArguments {
    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Read inputs from this file, one per line; - for standard input.", valueName: "file"))
    var inputFile: String?

    @Option(help: ArgumentHelp("Read the page of the place with this id; repeatable.", valueName: "id"))
    var snapshot: [String] = []

    @Option(
        help: ArgumentHelp("Resolve relative links against this address instead of the input's own.", valueName: "url"))
    var base: String?
}
