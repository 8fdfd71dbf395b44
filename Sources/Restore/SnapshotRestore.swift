import JSON
import PageScripts
package import Snapshots
import TextDirectives

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

    /// The snapshot as JSON with one more key, `restore`: the `tiers` by which the script can find the place, best first,
    /// the `fragment` address, and the place as a Web Annotation, `annotation`.
    package var json: String {
        var members = snapshot.json.object ?? [:]
        members["restore"] = .object([
            "tiers": .array(tiers.map(JSONValue.string)),
            "fragment": .string(snapshot.textFragmentURL),
            "annotation": snapshot.webAnnotation,
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
}
