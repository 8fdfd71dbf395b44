import LinkHarvest
import WHATWGURL

/// The name of the file that a link leads to, as far as the page says it.
enum FileNaming {
    /// The name that the page proposes by `download`; nil if it proposes none.
    static func proposed(by link: HarvestedLink) -> String? { link.download.flatMap { $0.isEmpty ? nil : $0 } }

    /// The last segment of an address's path, decoded; nil for an address without a path of segments, and for one that ends
    /// in a slash.
    static func inPath(of url: WebURL) -> String? {
        guard !url.hasOpaquePath else { return nil }
        let path = url.path
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return nil }
        let last = path.utf8[path.utf8.index(after: slash)...]
        return last.isEmpty ? nil : String(decoding: PercentEncoding.decode(last), as: UTF8.self)
    }

    /// Whether a name ends in a dot and an extension, with something before it.
    ///
    /// - Parameters:
    ///   - fileExtension: The extension in lower case, without its dot.
    ///   - name: The name.
    /// - Returns: True if it has.
    static func has(_ fileExtension: String, _ name: String) -> Bool {
        name.utf8.count > fileExtension.utf8.count + 1 && name.lowercased().hasSuffix("." + fileExtension)
    }
}
