import Syntax
package import WHATWGURL

/// A writer of downloads in the format of one downloader.
///
/// A value writes one list: ``opening``, then every entry, then ``closing``.
///
/// ```swift
/// var list = Aria2List()
/// if let url = WebURL("https://example.org/report.pdf") {
///     print(list.text(of: DownloadEntry(url: url, file: .init(name: "report.pdf"))), terminator: "")
/// }
/// ```
package protocol DownloadList: Sendable {
    /// The text before the first entry.
    var opening: String { get }
    /// Returns the lines of the next entry.
    mutating func text(of entry: DownloadEntry) -> String
    /// The text after the last entry.
    var closing: String { get }
}

extension DownloadList {
    package var opening: String { "" }
    package var closing: String { "" }

    /// Returns a whole list.
    package func text(of entries: [DownloadEntry]) -> String {
        var list = self
        return opening + entries.map { list.text(of: $0) }.joined() + closing
    }
}

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
        package init(type: String, digits: String) {
            self.type = type
            self.digits = digits
        }
    }

    /// The file that a download creates.
    package struct File: Sendable, Hashable {
        /// The directory; nil to let the downloader choose.
        package let directory: String?
        /// The name, made safe by ``FileName``.
        ///
        /// If it is nil, the downloader chooses one, or the name in the URL is used if the format needs a name.
        package fileprivate(set) var name: String?
        /// The digest that the file must have.
        package let digest: Digest?
        /// The length in bytes; nil if it is unknown.
        package let byteCount: Int?

        /// Creates the description of a file; values that could end a line are omitted.
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

    /// Creates an entry; by default, the downloader chooses the directory and the name of the file.
    package init(url: WebURL, file: File = File(), request: Request = Request()) {
        self.url = url.withoutFragment()
        self.file = file
        self.request = request
    }

    /// Returns the download with another name, made safe by ``FileName``; one that could end a line is omitted.
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

/// An input file of aria2 (`aria2c -i`): each URL on a line, followed by its options on indented lines.
///
/// It contains every field except the length, cookie files and netrc files. aria2 supports such files only for all
/// downloads together.
package struct Aria2List: DownloadList {
    /// Creates an empty list.
    package init() {}

    package mutating func text(of entry: DownloadEntry) -> String {
        var lines = [entry.url.href]
        if let directory = entry.file.directory { lines.append("  dir=\(directory)") }
        if let name = entry.file.name { lines.append("  out=\(name)") }
        if let digest = entry.file.digest { lines.append("  checksum=\(digest.type)=\(digest.digits)") }
        if let referer = entry.request.referer { lines.append("  referer=\(referer)") }
        if let userAgent = entry.request.userAgent { lines.append("  user-agent=\(userAgent)") }
        if let proxy = entry.request.proxy { lines.append("  all-proxy=\(proxy)") }
        lines += entry.request.headers.map { "  header=\($0)" }
        return lines.map { $0 + "\n" }.joined()
    }
}

/// A configuration file of curl 7.73 and later (`curl -K`): the options of each transfer, separated by `next`.
///
/// It contains neither a checksum nor a length. Every file gets a name, because curl would print files without one.
package struct CurlConfiguration: DownloadList {
    private var isEmpty = true

    /// Creates an empty configuration.
    package init() {}

    package mutating func text(of entry: DownloadEntry) -> String {
        var lines = isEmpty ? [] : ["next"]
        isEmpty = false
        lines.append("url = \(Self.quoted(entry.url.href))")
        if let directory = entry.file.directory { lines.append("output-dir = \(Self.quoted(directory))") }
        // A single hyphen would mean standard output.
        lines.append("output = \(Self.quoted(entry.anyName == "-" ? "./-" : entry.anyName))")
        // Brackets and braces are part of the URL, and an error page must not be saved as the file.
        lines += ["globoff", "location", "fail", "create-dirs"]
        if let referer = entry.request.referer { lines.append("referer = \(Self.quoted(referer))") }
        if let userAgent = entry.request.userAgent { lines.append("user-agent = \(Self.quoted(userAgent))") }
        if let proxy = entry.request.proxy { lines.append("proxy = \(Self.quoted(proxy))") }
        if let path = entry.request.netrcPath { lines.append("netrc-file = \(Self.quoted(path))") }
        // curl reads a value with an equals sign as a cookie and not as a path.
        if let path = entry.request.cookiesPath, !path.utf8.contains(UInt8(ascii: "=")) {
            lines.append("cookie = \(Self.quoted(path))")
        }
        lines += entry.request.headers.map { "header = \(Self.quoted($0))" }
        return lines.map { $0 + "\n" }.joined()
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": quoted += "\\\\"
            case "\"": quoted += "\\\""
            case "\t": quoted += "\\t"
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}

/// A list with one URL per line, for `wget -i`, `wget2 -i` and `yt-dlp -a`.
///
/// A URL starts with its scheme, so no line is read as a comment (which starts with `#`, `;` or `]` for yt-dlp).
/// Fragments are removed, because yt-dlp would look for its own data in them.
package struct AddressList: DownloadList {
    /// Creates an empty list.
    package init() {}

    package mutating func text(of entry: DownloadEntry) -> String { entry.url.href + "\n" }
}

/// A Metalink 4 document (RFC 5854).
///
/// It contains URLs, names, lengths and digests, but no directories, referers or header fields. A document without a
/// file is well-formed XML, but the standard requires at least one file.
package struct MetalinkDocument: DownloadList {
    /// Creates an empty document.
    package init() {}

    package var opening: String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <metalink xmlns="urn:ietf:params:xml:ns:metalink">

        """
    }

    package mutating func text(of entry: DownloadEntry) -> String {
        let name = MarkupText.xml(entry.anyName) ?? "download"
        var lines = ["  <file name=\"\(name)\">"]
        if let byteCount = entry.file.byteCount { lines.append("    <size>\(byteCount)</size>") }
        if let digest = entry.file.digest, let type = MarkupText.xml(digest.type),
            let digits = MarkupText.xml(digest.digits)
        {
            lines.append("    <hash type=\"\(type)\">\(digits)</hash>")
        }
        if let address = MarkupText.xml(entry.url.href) { lines.append("    <url>\(address)</url>") }
        return (lines + ["  </file>"]).map { $0 + "\n" }.joined()
    }

    package var closing: String { "</metalink>\n" }
}
