import DownloadLists
package import DownloadQueue
package import FoundationEssentials
package import HTTPSyntax
package import WHATWGURL

/// An entry of a list of downloads, as the list writes it.
///
/// It is data and gives no permission: only ``ListRules`` turns it into a request for a download.
package struct ListedDownload: Sendable, Hashable {
    /// The URL, http or https, without its fragment.
    package var url: WebURL
    /// The safe file name that the list gives to the file.
    package var name: String?
    /// The safe file name that the link suggested.
    package var suggestedName: String?
    /// True if an HTML page is accepted although the address or a name promises another kind of file.
    package var acceptsHTML = false
    /// The digest that the file must have.
    package var checksum: Checksum?
    /// The value of the Referer field.
    package var referer: String?
    /// The value of the User-Agent field.
    package var userAgent: String?
    /// Further request fields.
    package var headers: [HTTPField] = []
    /// The priority, in the range of requests.
    package var priority = 0
    /// The id of the snapshot whose page contained the link.
    package var snapshot: String?
    /// The time before which the download does not start.
    package var startAt: Date?
    /// The directory, relative or absolute.
    package var directory: String?
    /// The URL of a proxy.
    package var proxy: String?
    /// The path of a netrc file.
    package var netrcPath: String?
    /// The path of a cookie file.
    package var cookiesPath: String?
    /// The hosts with private addresses that the download may contact.
    package var privateHosts = PrivateHosts.own
    /// True if the download was paused, or had failed.
    package var isPaused = false
    /// True if the download had failed.
    package var hadFailed = false

    /// Creates an entry.
    ///
    /// - Parameter url: The URL of the file, http or https; its fragment is removed.
    package init(url: WebURL) {
        self.url = url.withoutFragment()
    }

    /// Creates an entry from a request that another queue contains.
    ///
    /// - Parameter request: A request that has not been checked.
    package init(_ request: NewQueueItem) {
        self.init(url: request.url)
        name = request.name.flatMap(FileName.safe)
        suggestedName = request.suggestedName.flatMap(FileName.safe)
        acceptsHTML = request.acceptsHTML
        checksum = request.checksum
        referer = request.referer
        userAgent = request.userAgent
        headers = request.headers
        priority = request.priority
        snapshot = request.snapshot
        startAt = request.startAt
        directory = request.directory
        proxy = request.proxy
        netrcPath = request.netrcPath
        cookiesPath = request.cookiesPath
        privateHosts = request.privateHosts
    }
}
