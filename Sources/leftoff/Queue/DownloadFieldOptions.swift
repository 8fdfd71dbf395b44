import ArgumentParser

/// The options of commands that add downloads for the requests of these downloads.
struct DownloadFieldOptions: PrivateHostArguments {
    @Option(help: ArgumentHelp("Send this Referer.", valueName: "url"))
    var referer: String?

    @Option(help: ArgumentHelp("Send an additional request field, 'Name: value'; repeatable.", valueName: "field"))
    var header: [String] = []

    @Option(help: ArgumentHelp("Send this User-Agent.", valueName: "text"))
    var userAgent: String?

    @Option(help: ArgumentHelp("Use this proxy instead of the environment variables' proxy.", valueName: "url"))
    var proxy: String?

    @Flag(
        name: .customLong("accept-html"),
        help: "Also download an HTML page where the address or the name promises another kind of file.")
    var acceptsHTML = false

    @Flag(help: "Read user names and passwords from $NETRC or ~/.netrc.")
    var netrc = false

    @Option(
        help: ArgumentHelp("Send the cookies in this Netscape cookie file to their hosts.", valueName: "file"))
    var cookies: String?

    @Option(
        help: ArgumentHelp(
            "Allow redirects to this host although its address is private; repeatable.", valueName: "host"))
    var allowPrivate: [String] = []

    func validate() throws { try validateHosts() }
}
