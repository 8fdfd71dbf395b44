import JSON
import TextDirectives
import WHATWGURL

extension PageSnapshot {
    /// The progress from which a page counts as read to its end, 0 to 1.
    ///
    /// `js/extension/reading-progress.js` has the same value.
    package static let endProgress = 0.95

    /// True if the page was read to its end.
    ///
    /// The reading line is the first one in view, so at the end of a short page its progress by text is far from 1.
    /// Therefore a page that is scrolled to its end counts too.
    package var isReadToEnd: Bool {
        [textProgress, pixelProgress].contains { ($0 ?? 0) >= Self.endProgress }
    }

    /// True if the page stands as it was opened: nothing is scrolled, selected or played.
    ///
    /// Such a place says that the reader wants the page, and not where the reader was. Browsers open a page there
    /// anyway, so it never hides a deeper place of the page. A place without scroll offsets, as other programs store
    /// one, is at the top only if nothing else says where it is. `js/shared/untouched-top.js` has the same rules.
    package var isAtUntouchedTop: Bool {
        let offsets = [
            pageXOffset, pageYOffset, json["visualViewport"]?["pageLeft"]?.number,
            json["visualViewport"]?["pageTop"]?.number, pixelProgress,
        ]
        guard !offsets.contains(where: { Self.isScrolled($0) }),
            !scrollers.contains(where: { Self.isScrolled($0.x) || Self.isScrolled($0.y) }),
            selection == nil, json["media"]?.array?.isEmpty != false, !url.href.contains(":~:text=")
        else { return false }
        return pageYOffset != nil || (anchors.isEmpty && (textProgress ?? 0) == 0)
    }

    /// Returns true if a scroll offset in CSS px, or a share, differs from that of the start.
    private static func isScrolled(_ offset: Double?) -> Bool { abs(offset ?? 0) > 0 }

    /// The words at the reading line, which are one of ``quotes``; nil if there are none.
    package var lineWords: String? { primaryAnchor?.quote?.exact }

    /// Returns true if another snapshot was captured at the same line of the same page.
    ///
    /// The words at the reading line decide, with the words around them, so that a page that was only laid out anew has
    /// the same line. Without words, everything but the time must be equal.
    ///
    /// - Parameter other: Any snapshot.
    /// - Returns: False also if the reader had selected other words, or had played media further.
    package func isSamePlace(as other: PageSnapshot) -> Bool {
        guard pageKey == other.pageKey, edition == other.edition, selection == other.selection,
            json["media"] == other.json["media"]
        else { return false }
        guard let line = primaryAnchor, let quote = line.quote, let otherLine = other.primaryAnchor,
            quote == otherLine.quote
        else { return withoutTime == other.withoutTime }
        let distance = abs((line.offsetY ?? 0) - (otherLine.offsetY ?? 0))
        let height = max(line.lineHeight ?? 0, otherLine.lineHeight ?? 0)
        return line.ordinal == otherLine.ordinal && line.characterOffset == otherLine.characterOffset
            && (distance == 0 || distance < height)
    }

    private var withoutTime: JSONValue {
        var members = json.object ?? [:]
        members["capturedAt"] = nil
        return .object(members)
    }

    /// Returns the snapshot with the time of a later capture at the same line.
    ///
    /// Everything else stays: whoever may only add places must not be able to replace one.
    ///
    /// - Parameter later: A snapshot of the same place; see ``isSamePlace(as:)``.
    /// - Returns: The renewed snapshot.
    /// - Throws: ``SnapshotError``, which a stored snapshot does not cause.
    package func renewed(by later: PageSnapshot) throws(SnapshotError) -> PageSnapshot {
        guard let time = later.json["capturedAt"] else { return self }
        var members = json.object ?? [:]
        members["capturedAt"] = time
        return try PageSnapshot(stored: .object(members))
    }
}
