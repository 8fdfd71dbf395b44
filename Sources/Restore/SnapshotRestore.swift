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
        // A directive of an earlier visit would come before ours.
        let address = snapshot.url.withoutFragmentDirective
        guard let directive else { return address }
        return address + (address.contains("#") ? "" : "#") + ":~:" + directive.serialised
    }

    /// The snapshot as JSON with one more key, `restore`: the `tiers` by which the script can find the place, best first,
    /// the `fragment` address, and the place as a Web Annotation, `annotation`.
    package var json: String {
        var members = snapshot.json.object ?? [:]
        members["restore"] = .object([
            "tiers": .array(tiers.map(JSONValue.string)),
            "fragment": .string(fragmentAddress),
            "annotation": PlaceAnnotation(of: snapshot, directive: Self.directive(of: snapshot.primaryAnchor)).json,
        ])
        return String(decoding: JSONValue.object(members).encoded(), as: UTF8.self)
    }

    /// What the snapshot has to find the place by, best first: names as in the restore script's outcome.
    private var tiers: [String] {
        let primary = snapshot.primaryAnchor
        func hasText(_ anchor: SnapshotAnchor?) -> Bool { anchor?.quote.map { !$0.exact.isEmpty } ?? false }
        let tiers: [(name: String, isAvailable: Bool)] = [
            ("quote", hasText(primary)),
            ("fuzzy", hasText(primary)),
            ("selector", primary?.selector?.isEmpty == false),
            ("bracket", snapshot.anchors.contains { ["above", "below"].contains($0.role) && hasText($0) }),
            (
                "progress",
                snapshot.textProgress != nil || snapshot.pixelProgress != nil || primary?.position != nil
            ),
            ("pixels", snapshot.pageXOffset != nil || snapshot.pageYOffset != nil || !snapshot.scrollers.isEmpty),
        ]
        return tiers.filter(\.isAvailable).map(\.name)
    }

    private var directive: TextDirective? {
        // Browsers scroll a match to the middle of the window, so the text that stood there brings the view back. In a
        // window of another width it brings the same words to the middle, and the reading line a little off the top:
        // the width of the reader's browser is not known here. Else the nearest text that is known.
        let anchors = snapshot.anchors
        let around = ["primary", "above", "below"].map { role in anchors.first { $0.role == role } }
        let candidates = [snapshot.middle] + around
        return candidates.lazy.compactMap(Self.directive).first
    }

    private static func directive(of anchor: SnapshotAnchor?) -> TextDirective? {
        guard let anchor, let quote = anchor.quote else { return nil }
        let reading = anchor.role == "primary" ? anchor.characterOffset ?? 0 : 0
        return TextDirective(
            quote: quote, reach: anchor.reach, occurrences: anchor.occurrences, reading: reading)
    }
}

extension WebURL {
    /// The serialised address without its fragment directive, and without a fragment that is then empty.
    var withoutFragmentDirective: String {
        let address = withoutFragment().href
        guard let fragment else { return address }
        let kept = fragment[..<(fragment.firstRange(of: ":~:")?.lowerBound ?? fragment.endIndex)]
        return kept.isEmpty ? address : "\(address)#\(kept)"
    }
}
