import TerminalHUD
import WHATWGURL

/// An error as people see it: one line, `what failed: why`, and the exit code.
struct CommandFailure: Error, CustomStringConvertible {
    /// What failed and why, with what to do where that helps; one line, fit for a terminal.
    let description: String
    /// The exit code of a command that ends with this failure.
    let status: ExitStatus

    // An address may be as long as its sender likes; a line of an error is read by people.
    private static let maximumLength = 1_000

    /// Makes a failure of what was tried and the reason.
    ///
    /// - Parameters:
    ///   - what: What was tried, for instance a path or an address.
    ///   - why: Why it failed.
    ///   - status: The exit code.
    init(what: String, why: String, status: ExitStatus) {
        self.init(message: "\(what): \(why)", status: status)
    }

    /// Makes a failure of a line that says both.
    ///
    /// - Parameters:
    ///   - message: What failed and why.
    ///   - status: The exit code.
    init(message: String, status: ExitStatus) {
        // A name or an address of which nothing came may hold a password, and a line of an error may be kept.
        let discreet = CredentialMask.masked(message)
        description = TerminalText.sanitized(String(discreet.prefix(Self.maximumLength)))
        self.status = status
    }
}
