import VisibleText
import WHATWGURL

/// An error with the message that the user sees, `what failed: why`, and the exit code.
struct CommandFailure: Error, CustomStringConvertible {
    /// The message: a single line that is safe to print.
    let description: String
    /// The exit code of a command that ends with this failure.
    let status: ExitStatus

    /// The maximum length of a message in characters.
    ///
    /// An address in it may be longer, but the line must stay readable.
    private static let maximumLength = 1_000

    /// Creates a failure from the subject and the reason.
    ///
    /// - Parameters:
    ///   - what: The subject, such as a path, an address or an option.
    ///   - why: The reason, with advice where that helps.
    ///   - status: The exit code.
    init(what: String, why: String, status: ExitStatus) {
        self.init(message: "\(what): \(why)", status: status)
    }

    /// Creates a failure from a complete message.
    ///
    /// - Parameters:
    ///   - message: The subject and the reason; passwords in addresses are masked, and unsafe characters replaced.
    ///   - status: The exit code.
    init(message: String, status: ExitStatus) {
        // An address in the message may contain a password, and messages end up in log files.
        let masked = CredentialMask.masked(message)
        description = VisibleText.line(String(masked.prefix(Self.maximumLength)))
        self.status = status
    }
}
