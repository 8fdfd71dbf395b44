import LinkHarvest
import WHATWGURL

/// The file name of a link's resource, if the page states it.
enum FileNaming {
    /// The name that the page proposes in the `download` attribute; nil if it proposes none.
    static func proposed(by link: HarvestedLink) -> String? { link.download.flatMap { $0.isEmpty ? nil : $0 } }

    /// The last segment of the path, decoded; nil for an opaque path and for a path that ends with a slash.
    static func inPath(of url: WebURL) -> String? {
        guard !url.hasOpaquePath else { return nil }
        let path = url.path
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return nil }
        let last = path.utf8[path.utf8.index(after: slash)...]
        return last.isEmpty ? nil : String(decoding: PercentEncoding.decode(last), as: UTF8.self)
    }

    /// Returns true if a name ends with a dot and an extension and has something before them.
    ///
    /// - Parameters:
    ///   - fileExtension: The extension in lower case, without its dot.
    ///   - name: A file name in any case.
    /// - Returns: True if the name has the extension.
    static func has(_ fileExtension: String, _ name: String) -> Bool {
        name.utf8.count > fileExtension.utf8.count + 1 && name.lowercased().hasSuffix("." + fileExtension)
    }
}
