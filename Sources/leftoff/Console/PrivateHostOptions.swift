import ArgumentParser
import Service
import Transfer
import WHATWGURL

/// The option `--allow-private`, whose help depends on the command.
protocol PrivateHostArguments: ParsableArguments {
    /// The hosts as the user typed them.
    var allowPrivate: [String] { get }
}

/// The option `--allow-private` of the commands that run the whole queue, to which pages may have added downloads.
struct QueuePrivateHostOptions: PrivateHostArguments {
    @Option(help: ArgumentHelp("Allow this host although its address is private; repeatable.", valueName: "host"))
    var allowPrivate: [String] = []

    func validate() throws { try validateHosts() }
}

extension PrivateHostArguments {
    /// The hosts as URLs contain them.
    var hosts: Set<String> { Set(allowPrivate.compactMap(WebURL.hostname(ofHost:))) }

    /// Returns the hosts of the options, and those that the configuration or the settings of the web page allow.
    ///
    /// Without a data directory there are no settings: `links` needs none, for instance in a minimal container.
    ///
    /// - Throws: `CommandFailure` if the configuration is malformed, `ServiceError` if the settings cannot be read.
    func hostsWithSettings() throws -> PermittedHosts {
        guard let home = try? DataHome() else { return PermittedHosts(named: hosts) }
        let configured = try Configuration.load(from: home).allowedPrivateHosts
        return try SettingsFile(home: home.path, privateHosts: hosts.union(configured)).allowedPrivateHosts
    }

    /// Checks the form of the hosts.
    ///
    /// - Throws: `ValidationError` for a text that is not a host.
    func validateHosts() throws {
        for text in allowPrivate where WebURL.hostname(ofHost: text) == nil {
            throw ValidationError("--allow-private must be a host without a port, such as nas.local or [fd00::1]")
        }
    }
}
