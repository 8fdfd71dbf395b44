package import DownloadLists
package import LinkHarvest
import WHATWGURL

/// Turns links into downloads for a list, each address once.
package struct DownloadLinks: Sendable {
    /// When a file gets a name of ours.
    package enum Naming: Sendable {
        /// Never: the format has no names.
        case never
        /// Where the page or the address says what file it is; else the program asks the server.
        case whereKnown
        /// Always: the program would not save the file otherwise.
        case always
    }

    private let naming: Naming
    private let directory: String?
    private var seen = SeenAddresses()
    private var names = UniqueNames()

    /// Whether there were more addresses than are remembered, so that later ones may come twice.
    package var hasForgotten: Bool { seen.hasForgotten }

    /// Begins a list.
    ///
    /// - Parameters:
    ///   - naming: When a file gets a name.
    ///   - directory: The directory that files go to; nil leaves it to the program.
    package init(naming: Naming, directory: String? = nil) {
        self.naming = naming
        self.directory = directory
    }

    /// Makes the entry of a link.
    ///
    /// - Parameter link: The link.
    /// - Returns: The entry.
    /// - Throws: The ``LinkOmission`` for a link that is left out.
    package mutating func entry(for link: HarvestedLink) throws(LinkOmission) -> DownloadEntry {
        guard link.url != nil else { throw .noAddress }
        guard let address = DownloadAddress(link) else { throw .notDownloadable }
        var href = address.href
        guard href.withUTF8({ seen.insert(seen.hash($0)) }) else { throw .repeated }
        return DownloadEntry(
            url: address.url, directory: directory, name: uniqueName(of: link, at: address.url),
            referer: address.referer(from: link.source))
    }

    private mutating func uniqueName(of link: HarvestedLink, at url: WebURL) -> String? {
        if let name = name(of: link, at: url) { return names.take(name) }
        guard naming == .whereKnown, url.query == nil else { return nil }
        // The program's own name; where two files would get it, some programs lose one.
        guard let guess = Self.plain(FileName.inPath(of: url) ?? "index.html") else { return nil }
        let name = names.take(guess)
        return name == guess ? nil : name
    }

    private func name(of link: HarvestedLink, at url: WebURL) -> String? {
        if naming == .never { return nil }
        if let name = link.download.flatMap(Self.plain) { return name }
        switch naming {
        case .never: return nil
        case .whereKnown:
            // Behind a query stands a program, and the server's name for what it sends is better than the program's.
            guard url.query == nil, let name = FileName.inPath(of: url) else { return nil }
            guard let plain = Self.plain(name) else { return "_" + name }
            return Self.hasExtension(plain) ? plain : nil
        case .always:
            let name = FileName.named(by: url)
            return Self.plain(name) ?? "_" + name
        }
    }

    /// A name as it stands, if it is safe as it stands.
    private static func plain(_ name: String) -> String? {
        // A shell or a program could take these for options or for a home directory.
        guard let first = name.first, first != "-", first != "~" else { return nil }
        guard let safe = FileName.safe(name), safe == name else { return nil }
        return safe
    }

    private static func hasExtension(_ name: String) -> Bool {
        guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else { return false }
        let letters = name.utf8[name.utf8.index(after: dot)...]
        return (1...10).contains(letters.count) && letters.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    }
}
