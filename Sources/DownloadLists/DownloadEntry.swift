package import WHATWGURL

/// One download as the lists of download programs describe it.
///
/// No value can end its line: one that holds a line break or a NUL is left out. Who would rather refuse it asks
/// ``fitsLine(_:)`` first.
package struct DownloadEntry: Sendable, Hashable {
    /// A digest as lists spell it.
    package struct Digest: Sendable, Hashable {
        /// The hash function's textual name in IANA's registry, in lower case, such as `sha-256`.
        package var type: String
        /// The digest in hexadecimal digits.
        package var digits: String

        /// Makes a digest.
        ///
        /// - Parameters:
        ///   - type: The hash function's textual name, such as `sha-256`.
        ///   - digits: The digest in hexadecimal digits.
        package init(type: String, digits: String) {
            self.type = type
            self.digits = digits
        }
    }

    /// The address without its fragment, which no server sees.
    package let url: WebURL
    /// The directory that the file goes to; nil leaves it to the program.
    package let directory: String?
    /// The file's name; nil leaves it to the program, or to the address where a format needs one.
    package private(set) var name: String?
    /// The value of the request's `Referer` field.
    package let referer: String?
    /// The digest that the file must have.
    package let digest: Digest?
    /// The file's length in bytes.
    package let byteCount: Int?
    /// Further fields of the request, each as `Name: value`.
    package let headers: [String]
    /// The value of the request's `User-Agent` field; nil leaves it to the program.
    package let userAgent: String?
    /// The address of the proxy; nil leaves it to the program.
    package let proxy: String?
    /// The path of a netrc file with names and passwords.
    package let netrcPath: String?
    /// The path of a cookie file in Netscape's format.
    package let cookiesPath: String?

    /// Makes an entry; values that could end a line are left out.
    ///
    /// - Parameters:
    ///   - url: The address; its fragment is dropped.
    ///   - directory: The directory that the file goes to.
    ///   - name: The file's name, one that ``FileName`` calls safe.
    ///   - referer: The value of the request's `Referer` field.
    ///   - digest: The digest that the file must have.
    ///   - byteCount: The file's length.
    ///   - headers: Further fields of the request, each as `Name: value`.
    ///   - userAgent: The value of the request's `User-Agent` field.
    ///   - proxy: The address of the proxy.
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

    /// The same download with another name for its file; one that could end a line is left out.
    ///
    /// - Parameter name: The name, one that ``FileName`` calls safe.
    /// - Returns: The download.
    package func named(_ name: String) -> DownloadEntry {
        var entry = self
        entry.name = Self.line(name)
        return entry
    }

    /// The name that the file gets in any case.
    package var anyName: String { name ?? FileName.named(by: url) }

    /// Tells whether a value stays on its line, whatever reads the list.
    ///
    /// - Parameter value: The value.
    /// - Returns: False if it holds a NUL, a line break, or one of Unicode's, at which some readers split lines too.
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
