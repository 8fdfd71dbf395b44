import ArgumentParser

/// The options of `leftoff links` for its cache of responses.
struct CacheOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Keep responses in a directory and request only stale ones again.", valueName: "dir"))
    var cache: String?

    @Option(
        help: ArgumentHelp(
            "The maximum size of the cache; the least recently used responses are removed. (default: 1G)",
            valueName: "bytes"))
    var cacheSize: ByteLimit?

    func validate() throws {
        if cache == nil, cacheSize != nil { throw ValidationError("--cache-size requires --cache") }
    }
}
