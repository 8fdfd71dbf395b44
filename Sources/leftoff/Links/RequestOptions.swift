import ArgumentParser

/// The options of `leftoff links` for its requests.
struct RequestOptions: PrivateHostArguments {
    @Option(parsing: .unconditional, help: ArgumentHelp("Run at most this many transfers at once.", valueName: "n"))
    var jobs = 64

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Run at most this many transfers at once with one host. (default: 8; web archives: 2; this machine: 32)",
            valueName: "n"))
    var perHost: Int?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Wait at least this long between two requests to one host.", valueName: "seconds"))
    var delay: Double = 0

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Give up on a page after this time, including its redirects. (default: 300; web archives: no limit)",
            valueName: "seconds"))
    var timeout: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Make this many further attempts after a temporary failure. (default: 2; web archives: 8)", valueName: "n"))
    var retries: Int?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Read at most this much of a page after decompression. (default: 64M; web archives: no limit)",
            valueName: "bytes"))
    var maxBytes: ByteLimit?

    @Option(help: ArgumentHelp("Send this User-Agent.", valueName: "text"))
    var userAgent: String?

    @Option(
        help: ArgumentHelp(
            "Send an additional field to the origins of the inputs, 'Name: value'; repeatable.", valueName: "field"))
    var header: [String] = []

    @Option(
        help: ArgumentHelp(
            "Read cookies from this file in Netscape's format, and replace it at the end.", valueName: "file"))
    var cookieJar: String?

    @Flag(help: "Read user names and passwords from $NETRC or ~/.netrc.")
    var netrc = false

    @Option(help: ArgumentHelp("Use this proxy instead of the environment variables' proxy.", valueName: "url"))
    var proxy: String?

    @Option(
        help: ArgumentHelp(
            "Allow redirects to this host although its address is private; repeatable.", valueName: "host"))
    var allowPrivate: [String] = []

    @Option(help: ArgumentHelp("Trust the certificates in this PEM file instead of the system's.", valueName: "file"))
    var caFile: String?

    func validate() throws {
        try validateHosts()
        guard (1...1_000).contains(jobs) else { throw ValidationError("--jobs must be from 1 to 1000") }
        guard (1...1_000).contains(perHost ?? 1) else {
            throw ValidationError("--per-host must be from 1 to 1000")
        }
        guard (0...86_400).contains(delay) else { throw ValidationError("--delay must be from 0 to 86400 seconds") }
        guard timeout.map({ $0 > 0 && $0 <= 86_400 }) ?? true else {
            throw ValidationError("--timeout must be above 0 and at most 86400 seconds")
        }
        guard (0...100).contains(retries ?? 0) else { throw ValidationError("--retries must be from 0 to 100") }
        if let proxy, !ProxyArgument.isValid(proxy) {
            throw ValidationError("--proxy must be \(ProxyArgument.expectedForm)")
        }
        for text in header { _ = try HeaderArgument(argument: text) }
        if let userAgent, userAgent.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) {
            throw ValidationError("--user-agent must be one line of text")
        }
    }
}
