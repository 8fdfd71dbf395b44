import FileFormats
import LinkHarvest
import WHATWGURL

/// A format that a downloader reads as its input, and that contains each URL once.
protocol DownloadListFormat: LinkFormat {
    /// The format of the downloader.
    associatedtype List: DownloadList
    /// The conversion of links to downloads.
    var links: DownloadLinks { get set }
    /// The writer of the downloads.
    var list: List { get set }
}

extension DownloadListFormat {
    package func opening() -> [UInt8] { Array(list.opening.utf8) }

    package mutating func write(
        _ link: LinkBytes, check: CheckedLink.Check?, into output: inout [UInt8]
    ) -> LinkOmission? {
        do throws(LinkOmission) {
            output.append(contentsOf: list.text(of: try links.entry(for: link)).utf8)
            return nil
        } catch {
            return error
        }
    }

    package func closing() -> [UInt8] { Array(list.closing.utf8) }

    package var hasForgotten: Bool { links.hasForgotten }
}

/// An input file of aria2 (`aria2c -i`): each URL once, followed by its options on indented lines.
///
/// It contains http, https and ftp URLs without fragments, and the `referer` that a browser would send. The option
/// `out`, a file name, is the value of the `download` attribute if that is a plain file name. Otherwise it is the name
/// in the URL, if that has an extension and the URL has no query. Without `out`, aria2 uses the name that the server
/// sends. No two files have the same name.
struct Aria2Format: DownloadListFormat {
    package static let descriptor = LinkFormatDescriptor(
        name: "aria2", mediaType: "text/plain; charset=utf-8", fileExtension: "txt",
        contents: [.descriptions, .directory]
    ) { Aria2Format(directory: $0.directory) }

    var links: DownloadLinks
    var list = Aria2List()

    private init(directory: String? = nil) {
        links = DownloadLinks(naming: .whereKnown, directory: directory)
    }
}

/// An input file of wget and wget2 (`wget -i`): one URL per line, each URL once.
///
/// It contains http, https and ftp URLs without fragments, which are not sent to servers.
struct WgetFormat: DownloadListFormat {
    package static let descriptor = LinkFormatDescriptor(
        name: "wget", mediaType: "text/plain; charset=utf-8", fileExtension: "txt", contents: []
    ) { _ in WgetFormat() }

    package static var readsOnlyAddresses: Bool { true }
    var links = DownloadLinks(naming: .never)
    var list = AddressList()

    private init() {}
}

/// A configuration file of curl 7.73 and later (`curl -K`): the options of each URL, each URL once.
///
/// It contains http, https and ftp URLs without fragments, and the `referer` that a browser would send. The option
/// `output`, a file name, is the value of the `download` attribute if that is a plain file name, and otherwise the name
/// in the URL. No two files have the same name.
struct CurlFormat: DownloadListFormat {
    package static let descriptor = LinkFormatDescriptor(
        name: "curl", mediaType: "text/plain; charset=utf-8", fileExtension: "txt",
        contents: [.descriptions, .directory]
    ) { CurlFormat(directory: $0.directory) }

    var links: DownloadLinks
    var list = CurlConfiguration()

    private init(directory: String? = nil) {
        links = DownloadLinks(naming: .always, directory: directory)
    }
}

/// A batch file of yt-dlp (`yt-dlp -a`): one URL per line, each URL once.
///
/// It contains http, https and ftp URLs. Fragments are removed, because yt-dlp would read its own data from them.
struct YTDLPFormat: DownloadListFormat {
    package static let descriptor = LinkFormatDescriptor(
        name: "yt-dlp", mediaType: "text/plain; charset=utf-8", fileExtension: "txt", contents: []
    ) { _ in YTDLPFormat() }

    package static var readsOnlyAddresses: Bool { true }
    var links = DownloadLinks(naming: .never)
    var list = AddressList()

    private init() {}
}

/// A Metalink 4 document (RFC 5854): one file for each URL, each URL once.
///
/// It contains http, https and ftp URLs without fragments. A file's name is the value of the `download` attribute if
/// that is a plain file name, and otherwise the name in the URL. All names are different. Lengths and checksums are not
/// known. If there are no links, the document contains no file, which the standard does not allow.
struct MetalinkFormat: DownloadListFormat {
    package static let descriptor = LinkFormatDescriptor(
        name: "metalink", mediaType: "text/plain; charset=utf-8", fileExtension: "meta4", contents: [.descriptions]
    ) { _ in MetalinkFormat() }

    var links = DownloadLinks(naming: .always)
    var list = MetalinkDocument()

    private init() {}
}

/// A conversion of links to the downloads of a list, with each URL once.
struct DownloadLinks: Sendable {
    /// The rule that determines which files get names.
    enum Naming: Sendable {
        /// No file gets a name, because the format contains no names.
        case never
        /// A file gets a name if the page or the URL contains one. Otherwise, the downloader uses the name that the
        /// server sends.
        case whereKnown
        /// All files get names, because the downloader would not save them otherwise.
        case always
    }

    private let naming: Naming
    /// The directory for the files; nil to let the downloader choose.
    private let directory: String?
    private var seen = SeenAddresses()
    private var names = UniqueNames()

    /// True if there were more URLs than can be remembered, so that later ones may be repeated.
    var hasForgotten: Bool { seen.hasForgotten }

    /// Creates an empty list.
    init(naming: Naming, directory: String? = nil) {
        self.naming = naming
        self.directory = directory
    }

    /// Returns the download of a link.
    ///
    /// - Parameter link: A link that may not be downloadable.
    /// - Returns: The download with a name that is unique in the list.
    /// - Throws: The ``LinkOmission`` if the link must be omitted.
    mutating func entry(for link: LinkBytes) throws(LinkOmission) -> DownloadEntry {
        guard let address = link.url else { throw .noAddress }
        guard let url = Self.downloadable(address) else { throw .notDownloadable }
        var href = url.href
        guard href.withUTF8({ seen.insert(seen.hash($0)) }) else { throw .repeated }
        return DownloadEntry(
            url: url,
            file: DownloadEntry.File(directory: directory, name: uniqueName(of: link, at: url)),
            request: DownloadEntry.Request(referer: Self.referer(for: url, from: link.source)))
    }

    /// Returns a URL without its fragment; nil if its scheme is not http, https or ftp.
    private static func downloadable(_ address: LinkBytes.Text) -> WebURL? {
        guard let url = WebURL(utf8: address)?.withoutFragment(), ["http", "https", "ftp"].contains(url.scheme),
            url.href.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F })
        else { return nil }
        return url
    }

    /// Returns the `Referer` that a browser would send for a URL from a page.
    ///
    /// According to `strict-origin-when-cross-origin`, the default of browsers, it is the page's URL if both have the
    /// same origin, and otherwise only the page's origin. From https to http, none is sent. It never contains a user
    /// name, a password or a fragment.
    ///
    /// - Parameters:
    ///   - url: The URL without its fragment.
    ///   - source: The `source` of the link, which need not be a URL.
    /// - Returns: nil if no `Referer` is sent.
    private static func referer(for url: WebURL, from source: LinkBytes.Text) -> String? {
        guard let page = WebURL(utf8: source), page.isHTTP, url.isHTTP else { return nil }
        if page.scheme == "https", url.scheme == "http" { return nil }
        guard page.origin == url.origin else { return page.origin + "/" }
        return page.origin + page.path + (page.query.map { "?" + $0 } ?? "")
    }

    private mutating func uniqueName(of link: LinkBytes, at url: WebURL) -> String? {
        if let name = name(of: link, at: url) { return names.insert(name) }
        guard naming == .whereKnown, url.query == nil else { return nil }
        // The name that the downloader would choose. Some downloaders overwrite one of two files with the same name.
        guard let guess = Self.plain(FileName.inPath(of: url) ?? "index.html") else { return nil }
        let name = names.insert(guess)
        return name == guess && !FileName.isDangerous(inPathOf: url) ? nil : name
    }

    private func name(of link: LinkBytes, at url: WebURL) -> String? {
        if naming == .never { return nil }
        if let name = link.download.string.flatMap(Self.plain) { return name }
        switch naming {
        case .never: return nil
        case .whereKnown:
            // A URL with a query usually leads to a program, whose `Content-Disposition` is better than the name in the
            // URL.
            guard url.query == nil, let name = FileName.inPath(of: url) else { return nil }
            guard let plain = Self.plain(name) else { return "_" + name }
            return Self.hasExtension(plain) ? plain : nil
        case .always:
            let name = FileName.named(by: url)
            return Self.plain(name) ?? "_" + name
        }
    }

    /// Returns the name if it is safe without changes; otherwise nil.
    private static func plain(_ name: String) -> String? { FileName.safe(name) == name ? name : nil }

    private static func hasExtension(_ name: String) -> Bool {
        guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else { return false }
        let letters = name.utf8[name.utf8.index(after: dot)...]
        return (1...10).contains(letters.count) && letters.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    }
}
