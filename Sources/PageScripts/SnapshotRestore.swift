package import Places
import Syntax

/// The scripts and URLs that restore the place of a snapshot.
///
/// ```swift
/// let json = #"{"url":"https://example.org/","pageYOffset":1200}"#
/// let restore = SnapshotRestore(snapshot: try PageSnapshot(json: json.utf8))
/// print(restore.script)  // JavaScript to evaluate in the page
/// print(restore.bookmarklet)  // The same as a javascript: URL
/// print(restore.json)  // The snapshot and its `restore` key for other programs
/// ```
package struct SnapshotRestore: Sendable {
    /// The snapshot to restore.
    package let snapshot: PageSnapshot

    /// Creates the scripts and URLs for a snapshot.
    package init(snapshot: PageSnapshot) {
        self.snapshot = snapshot
    }

    /// The members of a snapshot that no script in a page gets.
    ///
    /// They are what no restore needs, and the place in a frame, whose text and address are those of another site.
    /// `Resources/web/place-display.js` has the same ones.
    static let withheldMembers: Set<String> = ["selection", "links", "pageZoom", "frame"]

    /// The snapshot as JSON for a script in the page, which the page's own scripts can read.
    private var snapshotJSON: String {
        let members = (snapshot.json.object ?? [:]).filter { !Self.withheldMembers.contains($0.key) }
        return String(decoding: JSONValue.object(members).encoded(), as: UTF8.self)
    }

    /// A JavaScript expression that restores the place; its value is a Promise of the result.
    package var script: String { PageScripts.restoreExpression(snapshotJSON: snapshotJSON) }

    /// A `javascript:` URL that restores the place if it is opened in the page.
    package var bookmarklet: String { PageScripts.restoreBookmarklet(snapshotJSON: snapshotJSON) }

    /// The snapshot as JSON with an additional key, `restore`.
    ///
    /// Its value has the `tiers` that the restore script can use, best first, the `fragment` URL with a text directive,
    /// and the `annotation`, which is the place as a Web Annotation.
    package var json: String {
        var members = snapshot.json.object ?? [:]
        members["restore"] = .object([
            "tiers": .array(tiers.map(JSONValue.string)),
            "fragment": .string(snapshot.textFragmentURL),
            "annotation": snapshot.webAnnotation,
        ])
        return String(decoding: JSONValue.object(members).encoded(), as: UTF8.self)
    }

    /// The tiers for which the snapshot has data, best first, with the names of the restore script's result.
    private var tiers: [String] {
        let primary = snapshot.primaryAnchor
        func hasText(_ anchor: SnapshotAnchor?) -> Bool { anchor?.quote.map { !$0.exact.isEmpty } ?? false }
        let tiers: [(name: String, isAvailable: Bool)] = [
            ("quote", hasText(primary)),
            ("fuzzy", hasText(primary)),
            // An editable document has a shape, but no words that could be translated.
            ("block", hasText(primary) && snapshot.json["shape"]?["block"]?.integer != nil),
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
