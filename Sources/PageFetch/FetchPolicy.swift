package import Transfer

/// How pages are fetched; every number says what it trades off.
package struct FetchPolicy: Sendable, Hashable {
    /// The method: HEAD asks for the head alone, and goes past the cache.
    package var method: TransferRequest.Method = .get

    /// The value of User-Agent; see ``userAgent(version:)``.
    package var userAgent: String

    /// The value of Accept: HTML first, since some sites send JSON to those who do not ask for a page.
    package var accept = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"

    /// The value of Accept-Language; nil sends none.
    package var acceptLanguage: String?

    /// The longest page, in bytes after decompression.
    ///
    /// 64 MiB is ten times the largest pages met, single-page standards, and bounds what a compressed bomb can take of memory.
    package var maximumBodyBytes: Int64 = 64 * 1_024 * 1_024

    /// Whether of a longer page the beginning is handed on, up to the limit, before the error.
    package var deliversUpToLimit = false

    /// How many redirects are followed; no working site needs more than 10.
    package var maximumRedirects = 10

    /// Follows redirects from https to http.
    package var allowsDowngrade = false

    /// How long resolving, connecting and TLS may take: two lost packets cost 3 s, a slow name server 10 s.
    package var connectTimeout: Duration = .seconds(20)

    /// When a page counts as stalled: 30 s also leaves a slow server the time to make the page.
    package var lowSpeed: TransferRequest.LowSpeed? = TransferRequest.LowSpeed(bytesPerSecond: 64, over: .seconds(30))

    /// How long a page may take with all its redirects: 64 MiB in 5 minutes is 1.8 Mbit/s.
    package var totalTimeout: Duration? = .seconds(300)

    /// How often a page is asked for again after a passing failure; with the first time it makes three.
    package var maximumRetries = 2

    /// The wait before the first retry; it doubles with each.
    package var firstRetryDelay: Duration = .seconds(1)

    /// The longest wait that a server may ask for with Retry-After.
    ///
    /// Who wants more gets no retry, since to come early would be rude.
    package var maximumRetryDelay: Duration = .seconds(30)

    /// Further header fields; one named Accept or Accept-Language takes the place of the policy's own.
    package var headers: [HTTPField] = []

    /// The origins that get all of ``headers``; nil for every origin.
    ///
    /// Others get the fields of ``RedirectPolicy/portableFields`` alone, since any other may be a secret.
    package var trustedOrigins: Set<String>?

    /// The least time between two requests to one host.
    package var hostInterval: Duration?

    /// Which addresses may be connected to.
    package var addressPolicy: IPAddressPolicy = .any

    /// Makes a policy with the defaults above.
    ///
    /// - Parameter userAgent: The value of User-Agent.
    package init(userAgent: String = "Leftoff") {
        self.userAgent = userAgent
    }

    /// The value of User-Agent for a version of Leftoff.
    ///
    /// - Parameter version: The version, for example `1.0.0`.
    /// - Returns: For example `Leftoff/1.0.0`.
    package static func userAgent(version: String) -> String { "Leftoff/\(version)" }
}
