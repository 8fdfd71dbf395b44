import Hummingbird
import Logging
import NIOCore

/// The context of a request.
struct ServiceContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The access of the request; set by the guard.
    var access = Access.none
    /// The relation of the request to the sessions; set by the guard.
    var standing = SessionTable.Standing.none
    /// The values of the session cookie, unless an extension sends the request; set by the guard.
    var cookies: [Substring] = []
    /// The generation of the tokens that granted the access; set by the guard.
    var tokenGeneration = 0

    /// The id of the session whose secret the request has; nil for a request with a token.
    var sessionID: String? { if case .session(let id) = standing { id } else { nil } }

    /// The origin of codes that the request creates.
    var issuer: Issuer { Issuer(tokenGeneration: tokenGeneration, sessionID: sessionID) }

    /// True if the request may load the pages without private data: it has the cookie of a session, or full access.
    var isSignedIn: Bool { access == .full || standing != .none }

    /// The connection; nil for a request that arrived without one.
    let channel: (any Channel)?

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }

    /// Creates the context of a request without a connection.
    ///
    /// - Parameters:
    ///   - logger: Receives internal errors.
    ///   - access: The access of the request.
    init(logger: Logger, access: Access) {
        coreContext = CoreRequestContextStorage(source: LoggerSource(logger: logger))
        self.access = access
        channel = nil
    }

    private struct LoggerSource: RequestContextSource {
        let logger: Logger
    }
}
