package import FoundationEssentials
package import Transfer
package import WHATWGURL

/// A download that somebody asks for.
package struct NewQueueItem: Sendable, Hashable {
    /// The address, http or https; without a fragment, which no server sees.
    package var url: WebURL

    /// The directory that receives the file, an absolute path.
    package var directory: String

    /// The file's name, if somebody chose one; made safe before it is used.
    package var name: String?

    /// The name that the link gave the file (HTML's `download` attribute), which counts less than the server's.
    package var suggestedName: String?

    /// The digest that the file must have.
    package var checksum: Checksum?

    /// The value of the Referer field.
    package var referer: String?

    /// Further request fields.
    package var headers: [HTTPField]

    /// Higher ones first; 0 unless said.
    package var priority: Int

    /// The value of User-Agent; nil leaves it to the worker.
    package var userAgent: String?

    /// The address of the proxy; nil takes it from the environment.
    package var proxy: String?

    /// The absolute path of a netrc file with names and passwords by host; nil uses none.
    package var netrcPath: String?

    /// The absolute path of a cookie file in Netscape's format, read when the download starts; nil sends no cookies.
    package var cookiesPath: String?

    /// The id of the snapshot whose page named the address; nil if none did.
    package var snapshot: String?

    /// It is not started before this; nil lets it start at once.
    package var startAt: Date?

    /// Makes a request for a download.
    ///
    /// - Parameters:
    ///   - url: The address, http or https.
    ///   - directory: The directory that receives the file, an absolute path.
    ///   - name: The file's name, if chosen.
    ///   - checksum: The digest that the file must have.
    ///   - referer: The value of the Referer field.
    ///   - headers: Further request fields.
    ///   - priority: Higher ones first.
    package init(
        url: WebURL, directory: String, name: String? = nil, checksum: Checksum? = nil, referer: String? = nil,
        headers: [HTTPField] = [], priority: Int = 0
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
