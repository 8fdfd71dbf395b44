import PageFetch
import WHATWGURL

/// The places of a page that a fragment can name (HTML Standard, section 7.4.6.4).
struct FragmentTargets: Sendable, Hashable {
    /// The most places that are remembered of one page; a page with more holds them all for all we know.
    private static let maximumCount = 200_000

    // Of names only the hash is kept: a site's pages have millions.
    private var hashes: Set<UInt64> = []

    /// What they cost in memory, about, in bytes.
    var cost: Int { 24 * hashes.count }

    /// Adds a name.
    mutating func insert(_ name: some Sequence<UInt8>) {
        if hashes.count <= Self.maximumCount { hashes.insert(Self.hash(name)) }
    }

    /// Tells whether a fragment names a place of the page: as it is written, or with its escapes undone.
    func contains(_ fragment: String) -> Bool {
        if hashes.count > Self.maximumCount || hashes.contains(Self.hash(fragment.utf8)) { return true }
        let decoded = PercentEncoding.decode(fragment)
        return hashes.contains(Self.hash(decoded)) || String(decoding: decoded, as: UTF8.self).lowercased() == "top"
    }

    /// The part of an address's fragment that names a place.
    ///
    /// - Returns: nil when there is none: no fragment, an empty one, or a text directive alone.
    static func fragment(of url: WebURL) -> String? {
        guard let fragment = url.fragment else { return nil }
        let name = fragment.firstRange(of: ":~:").map { String(fragment[..<$0.lowerBound]) } ?? fragment
        return name.isEmpty ? nil : name
    }

    private static func hash(_ name: some Sequence<UInt8>) -> UInt64 {
        var hash = FNVHash()
        hash.add(name)
        return hash.value
    }
}
