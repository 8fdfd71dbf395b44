import ArgumentParser

/// The options of `leftoff links` for its inputs.
struct LinkInputOptions: ParsableArguments {
    @Option(name: .shortAndLong, help: ArgumentHelp("A file with one input per line, or -.", valueName: "file"))
    var inputFile: String?

    @Option(help: ArgumentHelp("Read the page of the place with this id; repeatable.", valueName: "id"))
    var snapshot: [String] = []

    @Option(help: ArgumentHelp("The base of relative links, instead of the input's own address.", valueName: "url"))
    var base: String?
}
