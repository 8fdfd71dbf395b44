package import HTTPSyntax
package import Transfer

/// The policy for fetching pages: their requests, limits and retries.
package struct FetchPolicy: Sendable, Hashable {
    /// The method.
    ///
    /// HEAD requests only the head and does not use the cache.
    package var method: TransferRequest.Method = .get

    /// The value of User-Agent, as ``userAgent(version:)`` makes it.
    package var userAgent: String

    /// The value of Accept.
    ///
    /// It prefers HTML, because some sites send JSON otherwise.
    package var accept = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"

    /// The value of Accept-Language; nil sends none.
    package var acceptLanguage: String?

    /// The maximum length of a body, in bytes after decompression.
    ///
    /// 64 MiB is ten times the largest pages that were found, and limits the memory that a decompression bomb can use.
    package var maximumBodyBytes: Int64 = 64 * 1_024 * 1_024

    /// True if the first bytes of a page that is too long are delivered, up to the limit, before the fetch fails.
    package var deliversUpToLimit = false

    /// The maximum number of redirects that are followed.
    ///
    /// No working site needs more than 10.
    package var maximumRedirects = 10

    /// True if redirects from https to http are followed.
    package var allowsDowngrade = false

    /// The timeout of resolving, connecting and TLS.
    ///
    /// Retransmitting two lost packets takes 3 s; a slow name server takes 10 s.
    package var connectTimeout: Duration = .seconds(20)

    /// The rule by which a page counts as stalled.
    ///
    /// 30 s are enough even if a server is slow to generate a page.
    package var lowSpeed: TransferRequest.LowSpeed? = TransferRequest.LowSpeed(bytesPerSecond: 64, over: .seconds(30))

    /// The timeout of a page with all its redirects.
    ///
    /// 64 MiB in 5 minutes is 1.8 Mbit/s.
    package var totalTimeout: Duration? = .seconds(300)

    /// The maximum number of retries after transient errors, in addition to the first attempt.
    package var maximumRetries = 2

    /// The delay before the first retry, which doubles with each further one.
    package var firstRetryDelay: Duration = .seconds(1)

    /// The maximum Retry-After delay that is respected.
    ///
    /// If a server requests a longer delay, the page is not requested again.
    package var maximumRetryDelay: Duration = .seconds(30)

    /// Additional header fields; Accept and Accept-Language replace the policy's own.
    package var headers: [HTTPField] = []

    /// The origins to which all of ``headers`` are sent; nil for every origin.
    ///
    /// Other origins receive only ``RedirectPolicy/portableFields``, because any other field may be a secret.
    package var trustedOrigins: Set<String>?

    /// The minimum interval between two requests to one host; nil for none.
    package var hostInterval: Duration?

    /// The policy for the IP addresses that may be connected to.
    package var addressPolicy: IPAddressPolicy = .any

    /// The host that ``IPAddressPolicy/publicRedirects(except:)`` takes for the page's own; nil for that of its URL.
    package var ownHost: String?

    /// True if an earlier fetch, which led to this one, used a connection to a public address.
    ///
    /// See ``TransferRequest/hasReachedPublic``.
    package var hasReachedPublic = false

    /// The bytes to request; nil for the whole resource.
    package internal(set) var range: Range<Int64>?

    /// True for a web archive; see ``forArchive(range:limits:)``.
    package internal(set) var isForArchive = false

    /// Creates a policy with the default limits.
    package init(userAgent: String = "Leftoff") {
        self.userAgent = userAgent
    }

    /// Returns the value of User-Agent for a version of Leftoff, for example `Leftoff/1.0.0`.
    package static func userAgent(version: String) -> String { "Leftoff/\(version)" }
}
