package import FoundationEssentials
package import HTTPSyntax
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
    package var headers: [HTTPField]

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
