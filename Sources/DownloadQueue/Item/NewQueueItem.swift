package import FoundationEssentials
package import Syntax
package import WHATWGURL

/// A request for a download, before it is in the queue.
package struct NewQueueItem: Sendable, Hashable {
    /// The URL, http or https, without its fragment, which is never sent to a server.
    package var url: WebURL

    /// The directory that receives the file, an absolute path.
    package var directory: String

    /// The file's name, if the user chose one.
    ///
    /// It is sanitized before it is used.
    package var name: String?

    /// The value of HTML's `download` attribute of the link.
    ///
    /// The server's Content-Disposition takes precedence.
    package var suggestedName: String?

    /// True if an HTML page is accepted although the address or a name promises another kind of file.
    package var acceptsHTML = false

    /// The digest that the file must have.
    package var checksum: Checksum?

    /// The value of the Referer field.
    package var referer: String?

    /// Further request fields.
    package var headers: [HeaderField]

    /// The priorities that a request may have.
    package static let priorities = -1_000_000...1_000_000

    /// The priority; items of higher priority are claimed first.
    ///
    /// The default is 0.
    package var priority: Int

    /// The value of User-Agent; nil uses that of the worker.
    package var userAgent: String?

    /// The URL of the proxy; nil uses the environment's settings.
    package var proxy: String?

    /// The absolute path of a netrc file with user names and passwords by host; nil uses none.
    package var netrcPath: String?

    /// The absolute path of a cookie file in Netscape's format, read when an attempt starts; nil sends no cookies.
    package var cookiesPath: String?

    /// The id of the snapshot whose page contained the link; nil if there is none.
    package var snapshot: String?

    /// The time before which the download does not start; nil starts it at once.
    package var startAt: Date?

    /// The hosts with private addresses that the download may contact.
    ///
    /// Whoever adds a URL that the user has not typed must set it to ``PrivateHosts/none``.
    package var privateHosts = PrivateHosts.own

    /// The absolute path of the directory below which ``directory`` must be; nil if a person chose the directory.
    ///
    /// Whoever adds a download whose directory comes from data, such as a list or a request to the service, must set it
    /// to a directory that a person chose. It is checked whenever the directory is opened, so that neither a changed
    /// row nor a symbolic link leads out of the root.
    package var root: String?

    /// Creates a request for a download.
    package init(
        url: WebURL, directory: String, name: String? = nil, checksum: Checksum? = nil, referer: String? = nil,
        headers: [HeaderField] = [], priority: Int = 0
    ) {
        self.url = url.withoutFragment()
        self.directory = directory
        self.name = name
        self.checksum = checksum
        self.referer = referer
        self.headers = headers
        self.priority = priority
    }
}

/// The URL, directory and name of a download, by which a repeated request is recognized.
package struct QueueDestination: Sendable, Hashable {
    private let url: WebURL
    private let directory: String
    private let name: String?

    /// Creates the destination of a request.
    package init(_ request: NewQueueItem) {
        (url, directory) = (request.url, request.directory)
        // A store does not distinguish an empty name from none.
        name = request.name.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Creates the destination of an item.
    package init(_ item: QueueItem) {
        self.init(item.request)
    }
}

/// The hosts with private addresses that a download may contact, which depend on who added it.
///
/// All other hosts, including the targets of redirects, must have public addresses.
///
/// ```swift
/// let typed = PrivateHosts.own
/// let fromPage = PrivateHosts.none
/// precondition(typed.includesOwn && !fromPage.includesOwn)
/// precondition(PrivateHosts(stored: fromPage.stored) == fromPage)
/// ```
package struct PrivateHosts: Sendable, Hashable {
    /// True if the host of the download's own URL may be private, because the user named it on the command line.
    package var includesOwn: Bool

    /// Further hosts that may be private, in the form of `WebURL.hostname`.
    package var others: Set<String>

    /// The own host alone, for a URL that the user named on the command line.
    package static let own = PrivateHosts(includesOwn: true)

    /// No host, for a URL that was added through the service, because it may come from a hostile page.
    ///
    /// The hosts in the settings are allowed whenever the download runs.
    package static let none = PrivateHosts(includesOwn: false)

    /// Creates a set of hosts.
    package init(includesOwn: Bool, others: Set<String> = []) {
        self.includesOwn = includesOwn
        self.others = others
    }

    /// Returns the hosts that at least one of two requests for the same download allows.
    func union(_ other: PrivateHosts) -> PrivateHosts {
        PrivateHosts(includesOwn: includesOwn || other.includesOwn, others: others.union(other.others))
    }

    // MARK: Storage

    /// The mark of ``includesOwn`` in ``stored``; no host has this name.
    private static let ownMark = "/"

    /// The hosts as a store keeps them; nil for ``own``.
    package var stored: String? {
        if self == .own { return nil }
        return ((includesOwn ? [Self.ownMark] : []) + others.sorted()).joined(separator: " ")
    }

    /// Creates the set that a store keeps.
    ///
    /// - Parameter stored: The value of ``stored``.
    package init(stored: String?) {
        guard let stored else {
            self = .own
            return
        }
        let names = stored.split(separator: " ").map(String.init)
        self.init(includesOwn: names.contains(Self.ownMark), others: Set(names).subtracting([Self.ownMark]))
    }
}

/// The digest that a file must have.
package struct Checksum: Sendable, Hashable, CustomStringConvertible {
    /// The algorithm.
    package let algorithm: DigestAlgorithm

    /// The digest in lowercase hexadecimal digits.
    package let digest: String

    /// Parses a checksum such as `sha256=HEX`.
    ///
    /// The algorithm is `sha256`, `sha512`, `sha1` or `md5`, in upper or lower case, with or without a hyphen.
    ///
    /// - Parameter text: The algorithm, `=` or `:`, and the hexadecimal digits.
    /// - Throws: ``QueueError/malformedChecksum(_:)``.
    package init(_ text: String) throws(QueueError) {
        guard let separator = text.firstIndex(where: { $0 == "=" || $0 == ":" }),
            let algorithm = DigestAlgorithm(named: text[..<separator])
        else { throw .malformedChecksum(text) }
        let digits = text[text.index(after: separator)...].lowercased()
        guard digits.utf8.count == 2 * algorithm.byteCount, digits.utf8.allSatisfy(Self.isHexadecimalDigit) else {
            throw .malformedChecksum(text)
        }
        self.algorithm = algorithm
        digest = digits
    }

    /// Creates a checksum from the bytes of a digest.
    ///
    /// - Parameters:
    ///   - algorithm: The algorithm of the digest.
    ///   - bytes: The digest. The result is nil if its length is not that of the algorithm's digests.
    package init?(_ algorithm: DigestAlgorithm, bytes: some Collection<UInt8>) {
        guard bytes.count == algorithm.byteCount else { return nil }
        self.algorithm = algorithm
        digest = DigestHasher.hexadecimal(Array(bytes))
    }

    package var description: String { "\(algorithm.rawValue)=\(digest)" }

    /// Returns true if a byte is a hexadecimal digit in lower case.
    static func isHexadecimalDigit(_ byte: UInt8) -> Bool { ASCII.isDigit(byte) || (0x61...0x66).contains(byte) }
}
