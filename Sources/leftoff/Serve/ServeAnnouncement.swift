import Logging
import Service

/// The message that a service prints when it is ready.
struct ServeAnnouncement {
    let address: ServiceAddress
    /// True to print only the login address.
    let isQuiet: Bool

    /// Prints the login address on standard output, and the origin on standard error.
    ///
    /// - Parameters:
    ///   - log: The format of the message on standard error.
    ///   - logger: The logger that writes the message in JSON.
    /// - Throws: `CommandFailure` if standard output cannot be written.
    func write(log: ServiceLog.Format, logger: Logger) throws {
        var output = try OutputStream()
        try output.writeLine(address.loginAddress)
        try output.finish()
        guard !isQuiet else { return }
        switch log {
        case .json:
            var logger = logger
            logger.logLevel = .info
            logger.info("serving", metadata: ["address": "\(address.origin)", "ipv6": "\(address.ipv6 == .listening)"])
        case .text: StandardError.write(lines)
        }
    }

    private var lines: [String] {
        let ipv6 =
            switch address.ipv6 {
            case .listening: " and http://[::1]:\(address.port)"
            case .unavailable: " (IPv6 is not available on this machine)"
            case .usedByOther:
                " only: another program uses the port on [::1], so the service refuses the name localhost"
            }
        return [
            "leftoff: serving on \(address.origin)\(ipv6)",
            "leftoff: open the address above to sign a browser in; it works once. Press Ctrl-C to stop the service.",
        ]
    }
}
