package import DownloadLists
package import LinkHarvest
import WHATWGURL

/// A conversion of links to the downloads of a list, with each URL once.
package struct DownloadLinks: Sendable {
    /// The rule that determines which files get names.
    package enum Naming: Sendable {
        /// No file gets a name, because the format contains no names.
        case never
        /// A file gets a name if the page or the URL contains one. Otherwise, the downloader uses the name that the
        /// server sends.
        case whereKnown
        /// All files get names, because the downloader would not save them otherwise.
        case always
    }

    private let naming: Naming
    private let directory: String?
    private var seen = SeenAddresses()
    private var names = UniqueNames()

    /// True if there were more URLs than can be remembered, so that later ones may be repeated.
    package var hasForgotten: Bool { seen.hasForgotten }

    /// Creates an empty list.
    ///
    /// - Parameters:
    ///   - naming: The rule that determines which files get names.
    ///   - directory: The directory for the files; nil to let the downloader choose.
    package init(naming: Naming, directory: String? = nil) {
        self.naming = naming
        self.directory = directory
    }

    /// Returns the download of a link.
    ///
    /// - Parameter link: A link that may not be downloadable.
    /// - Returns: The download with a name that is unique in the list.
    /// - Throws: The ``LinkOmission`` if the link must be omitted.
    package mutating func entry(for link: HarvestedLink) throws(LinkOmission) -> DownloadEntry {
        guard link.url != nil else { throw .noAddress }
        guard let address = DownloadAddress(link) else { throw .notDownloadable }
        var href = address.href
        guard href.withUTF8({ seen.insert(seen.hash($0)) }) else { throw .repeated }
        return DownloadEntry(
            url: address.url,
            file: DownloadEntry.File(directory: directory, name: uniqueName(of: link, at: address.url)),
            request: DownloadEntry.Request(referer: address.referer(from: link.source)))
    }

    private mutating func uniqueName(of link: HarvestedLink, at url: WebURL) -> String? {
        if let name = name(of: link, at: url) { return names.insert(name) }
        guard naming == .whereKnown, url.query == nil else { return nil }
        // The name that the downloader would choose. Some downloaders overwrite one of two files with the same name.
        guard let guess = Self.plain(FileName.inPath(of: url) ?? "index.html") else { return nil }
        let name = names.insert(guess)
        return name == guess && !FileName.isDangerous(inPathOf: url) ? nil : name
    }

    private func name(of link: HarvestedLink, at url: WebURL) -> String? {
        if naming == .never { return nil }
        if let name = link.download.flatMap(Self.plain) { return name }
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
