import PageScripts
package import Snapshots
import WHATWGURL

/// The ways to bring a snapshot's place back.
package struct SnapshotRestore: Sendable {
    /// The snapshot to restore.
    package let snapshot: PageSnapshot

    /// Makes the ways to bring a snapshot back.
    package init(snapshot: PageSnapshot) {
        self.snapshot = snapshot
    }

    private var snapshotJSON: String { String(decoding: snapshot.encoded(), as: UTF8.self) }

    /// JavaScript that, evaluated in the page, is a Promise of the outcome.
    package var script: String { PageScripts.restoreExpression(snapshotJSON: snapshotJSON) }

    /// A `javascript:` address that restores this place when it is opened in the page.
    package var bookmarklet: String { PageScripts.restoreBookmarklet(snapshotJSON: snapshotJSON) }

    /// The page's address with a text directive (`#:~:text=`) for the text at the reading line.
    ///
    /// By it browsers scroll to the text without any script. A fragment is kept. Without text it is the plain address.
    package var fragmentAddress: String {
        let address = snapshot.url.withoutFragment().href
        // A directive of an earlier visit would come before ours.
        let fragment = snapshot.url.fragment.map { $0[..<($0.firstRange(of: ":~:")?.lowerBound ?? $0.endIndex)] }
        let kept = fragment.map { "#\($0)" } ?? ""
        guard let directive else { return fragment?.isEmpty == true ? address : address + kept }
        return address + (kept.isEmpty ? "#" : kept) + ":~:" + directive.serialised
    }

    /// The snapshot as JSON with one more key, `restore`: the `tiers` by which the script can find the place, best first,
    /// and the `fragment` address.
    package var json: String {
        var members = snapshot.json.object ?? [:]
        members["restore"] = .object([
            "tiers": .array(tiers.map(JSONValue.string)),
            "fragment": .string(fragmentAddress),
        ])
        return String(decoding: JSONValue.object(members).encoded(), as: UTF8.self)
    }

    /// What the snapshot has to find the place by, best first: names as in the restore script's outcome.
    private var tiers: [String] {
        let primary = snapshot.primaryAnchor
        func hasText(_ anchor: SnapshotAnchor?) -> Bool { anchor?.quote.map { !$0.exact.isEmpty } ?? false }
        let tiers: [(name: String, isAvailable: Bool)] = [
            ("quote", hasText(primary)),
            ("selector", primary?.selector?.isEmpty == false),
            ("bracket", snapshot.anchors.contains { ["above", "below"].contains($0.role) && hasText($0) }),
            ("progress", snapshot.textProgress != nil || snapshot.pixelProgress != nil),
            ("pixels", snapshot.pageXOffset != nil || snapshot.pageYOffset != nil || !snapshot.scrollers.isEmpty),
        ]
        return tiers.filter(\.isAvailable).map(\.name)
    }

    private var directive: TextDirective? {
        let anchors = snapshot.anchors
        let above = anchors.first { $0.role == "above" }
        let below = anchors.first { $0.role == "below" }
        if let primary = snapshot.primaryAnchor, let quote = primary.quote,
            let directive = TextDirective(
                quote: quote, reach: primary.reach, occurrences: primary.occurrences,
                reading: primary.characterOffset ?? 0)
        {
            return directive
        }
        // Without text at the reading line, the nearest that is known.
        return [above, below].lazy.compactMap { anchor in
            anchor?.quote.flatMap { TextDirective(quote: $0, reach: anchor?.reach, occurrences: anchor?.occurrences) }
        }.first
    }
}
