package import WHATWGURL

/// A download in the list of a downloader.
///
/// No value can end its line, because a value with a line break or a NUL is omitted. To report such a value instead,
/// test it with ``fitsLine(_:)`` first.
package struct DownloadEntry: Sendable, Hashable {
    /// A digest in the spelling of such lists.
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

    /// The URL without its fragment, which is not sent to servers.
    package let url: WebURL
    /// The directory for the file; nil to let the downloader choose.
    package let directory: String?
    /// The file's name.
    ///
    /// If it is nil, the downloader chooses one, or the name in the URL is used if the format needs a name.
    package private(set) var name: String?
    /// The value of the request's `Referer` field.
    package let referer: String?
    /// The digest that the file must have.
    package let digest: Digest?
    /// The file's length in bytes.
    package let byteCount: Int?
    /// Further fields of the request, each as `Name: value`.
    package let headers: [String]
    /// The value of the request's `User-Agent` field; nil to use the downloader's.
    package let userAgent: String?
    /// The URL of the proxy; nil to use the downloader's.
    package let proxy: String?
    /// The path of a netrc file with user names and passwords.
    package let netrcPath: String?
    /// The path of a cookie file in Netscape's format.
    package let cookiesPath: String?

    /// Creates an entry; values that could end a line are omitted.
    ///
    /// - Parameters:
    ///   - url: The URL; its fragment is removed.
    ///   - directory: The directory for the file.
    ///   - name: The file's name, sanitized by ``FileName``.
    ///   - referer: The value of the request's `Referer` field.
    ///   - digest: The digest that the file must have.
    ///   - byteCount: The file's length in bytes.
    ///   - headers: Further fields of the request, each as `Name: value`.
    ///   - userAgent: The value of the request's `User-Agent` field.
    ///   - proxy: The URL of the proxy.
    ///   - netrcPath: The path of a netrc file.
    ///   - cookiesPath: The path of a cookie file in Netscape's format.
    package init(
        url: WebURL, directory: String? = nil, name: String? = nil, referer: String? = nil, digest: Digest? = nil,
        byteCount: Int? = nil, headers: [String] = [], userAgent: String? = nil, proxy: String? = nil,
        netrcPath: String? = nil, cookiesPath: String? = nil
    ) {
        self.url = url.withoutFragment()
        self.directory = directory.flatMap(Self.line)
        self.name = name.flatMap(Self.line)
        self.referer = referer.flatMap(Self.line)
        self.digest = digest.flatMap { Self.fitsLine($0.type + $0.digits) ? $0 : nil }
        self.byteCount = byteCount
        self.headers = headers.compactMap(Self.line)
        self.userAgent = userAgent.flatMap(Self.line)
        self.proxy = proxy.flatMap(Self.line)
        self.netrcPath = netrcPath.flatMap(Self.line)
        self.cookiesPath = cookiesPath.flatMap(Self.line)
    }

    /// Returns the download with another file name.
    ///
    /// - Parameter name: A name sanitized by ``FileName``; one that could end a line is omitted.
    /// - Returns: The renamed download.
    package func named(_ name: String) -> DownloadEntry {
        var entry = self
        entry.name = Self.line(name)
        return entry
    }

    /// The file's name; if there is none, the name in the URL.
    package var anyName: String { name ?? FileName.named(by: url) }

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
