import FoundationEssentials
import LinkHarvest
import Markup
import PageFetch
import WHATWGURL

/// Reads or fetches a page and harvests its links.
struct PageLoader: Sendable {
    /// Fetches addresses.
    var fetcher: PageFetcher
    /// Finds the links.
    var harvester: LinkHarvester
    /// The largest file or standard input taken, in bytes; the page is held in memory.
    var maximumByteCount = 1 << 30

    /// Loads one page.
    ///
    /// - Parameter source: Where it comes from.
    /// - Returns: Its links.
    /// - Throws: `CommandFailure` naming the source.
    func load(_ source: PageSource) async throws(CommandFailure) -> [HarvestedLink] {
        do {
            switch source {
            case .address(let url):
                let page = try await fetcher.fetch(url)
                guard (200..<300).contains(page.status) else {
                    throw CommandFailure(
                        what: url.href, why: "HTTP \(page.status)",
                        status: (400..<500).contains(page.status) ? .notFound : .unavailable)
                }
                return try harvest(
                    page.body, contentType: page.contentType, documentURL: page.url, source: source.name)
            case .file(let path):
                let bytes = try InputBytes.read(path, limit: maximumByteCount)
                return try harvest(bytes, contentType: nil, documentURL: Self.address(ofFile: path), source: path)
            case .standardInput:
                let bytes = try InputBytes.read("-", limit: maximumByteCount)
                return try harvest(bytes, contentType: nil, documentURL: nil, source: "-")
            }
        } catch {
            throw CommandFailure(describing: error)
                ?? CommandFailure(what: source.name, why: "\(error)", status: .ioError)
        }
    }

    private func harvest(
        _ bytes: [UInt8], contentType: String?, documentURL: WebURL?, source: String
    ) throws -> [HarvestedLink] {
        try checkIsPage(bytes, contentType: contentType, source: source)
        return try harvester.harvest(bytes, contentType: contentType, documentURL: documentURL, source: source)
    }

    /// The file's address, from which a browser would resolve its relative links.
    private static func address(ofFile path: String) -> WebURL? {
        let absolute = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
        // In a path "%" stands for itself.
        let literal = absolute.split(separator: "%", omittingEmptySubsequences: false).joined(separator: "%25")
        return WebURL("file://" + PercentEncoding.encode(literal, set: .path))
    }

    private func checkIsPage(_ bytes: [UInt8], contentType: String?, source: String) throws {
        guard !bytes.isEmpty else {
            throw CommandFailure(what: source, why: "empty", status: .malformedInput)
        }
        let type = contentType?.prefix { $0 != ";" }.filter { !$0.isWhitespace }.lowercased()
        switch type {
        case nil, "", "application/octet-stream":
            if !ContentSniffing.isText(bytes) {
                throw CommandFailure(what: source, why: "binary data, not a page", status: .malformedInput)
            }
        case let type? where type.hasPrefix("text/") || type.hasSuffix("xml"): break
        case let type?:
            throw CommandFailure(what: source, why: "\(type), not a page", status: .malformedInput)
        }
    }
}
