import ArgumentParser

/// The options of `leftoff links` for its cache of responses.
struct CacheOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Keep responses in this directory, and request only stale ones again.", valueName: "dir"))
    var cache: String?

    @Option(
        help: ArgumentHelp(
            "Keep the cache below this size by removing what was not used for the longest time. (default: 1G)",
            valueName: "bytes"))
    var cacheSize: ByteLimit?

    func validate() throws {
        if cache == nil, cacheSize != nil { throw ValidationError("--cache-size requires --cache") }
    }
}
