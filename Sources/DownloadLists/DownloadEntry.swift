package import WHATWGURL

/// A download in the list of a downloader.
///
/// A value with a line break or a NUL is omitted, because it would end its line in a list. To report such a value
/// instead, test it with ``fitsLine(_:)`` first.
package struct DownloadEntry: Sendable, Hashable {
    /// A digest in the notation of download lists.
    package struct Digest: Sendable, Hashable {
        /// The hash function's textual name in IANA's registry, in lower case, such as `sha-256`.
        package var type: String
        /// The digest in hexadecimal digits.
        package var digits: String

        /// Creates a digest.
        ///
        /// - Parameters:
        ///   - type: The hash function's textual name, such as `sha-256`.
        ///   - digits: The digest in hexadecimal digits.
        package init(type: String, digits: String) {
            self.type = type
            self.digits = digits
        }
    }

    /// The file that a download creates.
    package struct File: Sendable, Hashable {
        /// The directory; nil to let the downloader choose.
        package let directory: String?
        /// The name.
        ///
        /// If it is nil, the downloader chooses one, or the name in the URL is used if the format needs a name.
        package fileprivate(set) var name: String?
        /// The digest that the file must have.
        package let digest: Digest?
        /// The length in bytes; nil if it is unknown.
        package let byteCount: Int?

        /// Creates the description of a file; values that could end a line are omitted.
        ///
        /// - Parameters:
        ///   - directory: The directory for the file; nil to let the downloader choose.
        ///   - name: The file's name, made safe by ``FileName``.
        ///   - digest: The digest that the file must have.
        ///   - byteCount: The file's length in bytes.
        package init(
            directory: String? = nil, name: String? = nil, digest: Digest? = nil, byteCount: Int? = nil
        ) {
            self.directory = directory.flatMap(DownloadEntry.line)
            self.name = name.flatMap(DownloadEntry.line)
            self.digest = digest.flatMap { DownloadEntry.fitsLine($0.type + $0.digits) ? $0 : nil }
            self.byteCount = byteCount
        }
    }

    /// The options of the request for a file.
    package struct Request: Sendable, Hashable {
        /// The value of the `Referer` field.
        package let referer: String?
        /// Further fields, each as `Name: value`.
        package let headers: [String]
        /// The value of the `User-Agent` field; nil to use the downloader's.
        package let userAgent: String?
        /// The URL of the proxy; nil to use the downloader's.
        package let proxy: String?
        /// The path of a netrc file with names and passwords.
        package let netrcPath: String?
        /// The path of a cookie file in Netscape's format.
        package let cookiesPath: String?

        /// Creates the options of a request; values that could end a line are omitted.
        ///
        /// - Parameters:
        ///   - referer: The value of the `Referer` field.
        ///   - headers: Further fields, each as `Name: value`.
        ///   - userAgent: The value of the `User-Agent` field.
        ///   - proxy: The URL of the proxy.
        ///   - netrcPath: The path of a netrc file.
        ///   - cookiesPath: The path of a cookie file in Netscape's format.
        package init(
            referer: String? = nil, headers: [String] = [], userAgent: String? = nil, proxy: String? = nil,
            netrcPath: String? = nil, cookiesPath: String? = nil
        ) {
            self.referer = referer.flatMap(DownloadEntry.line)
            self.headers = headers.compactMap(DownloadEntry.line)
            self.userAgent = userAgent.flatMap(DownloadEntry.line)
            self.proxy = proxy.flatMap(DownloadEntry.line)
            self.netrcPath = netrcPath.flatMap(DownloadEntry.line)
            self.cookiesPath = cookiesPath.flatMap(DownloadEntry.line)
        }
    }

    /// The URL without its fragment, which is not sent to servers.
    package let url: WebURL
    /// The file to create.
    package private(set) var file: File
    /// The options of the request.
    package let request: Request

    /// Creates an entry.
    ///
    /// - Parameters:
    ///   - url: The URL; its fragment is removed.
    ///   - file: The file to create; by default, the downloader chooses its directory and name.
    ///   - request: The options of the request.
    package init(url: WebURL, file: File = File(), request: Request = Request()) {
        self.url = url.withoutFragment()
        self.file = file
        self.request = request
    }

    /// Returns the download with another file name.
    ///
    /// - Parameter name: A name sanitized by ``FileName``; one that could end a line is omitted.
    /// - Returns: The renamed download.
    package func named(_ name: String) -> DownloadEntry {
        var entry = self
        entry.file.name = Self.line(name)
        return entry
    }

    /// The file's name, or else the name in the URL.
    package var anyName: String { file.name ?? FileName.named(by: url) }

    /// Returns true if a value contains no NUL and no line break, including those of Unicode, which some programs
    /// recognize.
    package static func fitsLine(_ value: String) -> Bool {
        !value.unicodeScalars.contains {
            switch $0 {
            case "\0", "\n", "\r", "\u{B}", "\u{C}", "\u{85}", "\u{2028}", "\u{2029}": true
            default: false
            }
        }
    }

    private static func line(_ value: String) -> String? { fitsLine(value) ? value : nil }
}
