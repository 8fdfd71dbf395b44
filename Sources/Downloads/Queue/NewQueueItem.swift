package import Transfer
package import WHATWGURL

/// A download that somebody asks for.
package struct NewQueueItem: Sendable, Hashable {
    /// The address, http or https.
    package var url: WebURL

    /// The directory that receives the file, an absolute path.
    package var directory: String

    /// The file's name, if somebody chose one; made safe before it is used.
    package var name: String?

    /// The digest that the file must have.
    package var checksum: Checksum?

    /// The value of the Referer field.
    package var referer: String?

    /// Further request fields.
    package var headers: [HTTPField]

    /// Higher ones first; 0 unless said.
    package var priority: Int

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
        self.url = url
        self.directory = directory
        self.name = name
        self.checksum = checksum
        self.referer = referer
        self.headers = headers
        self.priority = priority
    }
}
