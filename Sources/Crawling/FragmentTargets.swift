import Hashing
import WHATWGURL

/// The elements of a page that a fragment can lead to (HTML Standard, section 7.4.6.4).
struct FragmentTargets: Sendable, Hashable {
    /// The maximum number of names kept for a page.
    ///
    /// A page with more names is assumed to have every target.
    private static let maximumCount = 200_000

    // Hashes are stored instead of names, because the pages of a site have millions of them.
    private var hashes: Set<UInt64> = []

    /// An estimate of the memory of the targets, in bytes.
    var cost: Int { 24 * hashes.count }

    /// Adds a name.
    mutating func insert(_ name: some Sequence<UInt8>) {
        if hashes.count <= Self.maximumCount { hashes.insert(Self.hash(name)) }
    }

    /// Returns true if the page has a target with the name in a fragment, as written or percent-decoded.
    func contains(_ fragment: String) -> Bool {
        if hashes.count > Self.maximumCount || hashes.contains(Self.hash(fragment.utf8)) { return true }
        let decoded = PercentEncoding.decode(fragment)
        return hashes.contains(Self.hash(decoded)) || String(decoding: decoded, as: UTF8.self).lowercased() == "top"
    }

    /// Returns the part of a URL's fragment that names a target.
    ///
    /// - Returns: The name; nil for a URL without a fragment, with an empty one, or with only a text directive.
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
