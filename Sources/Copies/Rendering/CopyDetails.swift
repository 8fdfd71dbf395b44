package import FoundationEssentials
package import Places
import Syntax
import WHATWGURL

/// The facts about a copy that its document shows beside the content.
package struct CopyDetails: Sendable {
    /// The id of the place whose line is shown.
    package var placeID: String
    /// The kinds of copies that can be shown for the place.
    package var kinds: Set<CopyKind>
    /// The snapshot of the place.
    package var snapshot: PageSnapshot
    /// The time at which the place was captured.
    package var capturedAt: Date
    /// The time at which the copy was taken.
    package var copiedAt: Date

    /// Creates the details.
    package init(
        placeID: String, kinds: Set<CopyKind>, snapshot: PageSnapshot, capturedAt: Date, copiedAt: Date
    ) {
        self.placeID = placeID
        self.kinds = kinds
        self.snapshot = snapshot
        self.capturedAt = capturedAt
        self.copiedAt = copiedAt
    }

    /// The id of the element at the line.
    static let lineID = "leftoff-line"

    /// Returns a path that a document with an opaque origin can lead to.
    ///
    /// Browsers send no cookie with that request, so the response is a page that leads on to the copy or the place.
    ///
    /// - Parameter view: `text`, `picture` or `place`.
    /// - Returns: A path on the service.
    func pathFromCopy(to view: String) -> String { "/copies/\(placeID)/\(view)?from=copy" }

    /// The address of the live page; nil if it cannot be a link.
    var liveAddress: String? { snapshot.url.isHTTP ? snapshot.url.href : nil }

    /// The element that names the live page, by which a capture in the copy belongs to that page.
    var canonicalLink: String {
        liveAddress.map { "<link rel=\"canonical\" href=\"\(MarkupText.attribute($0))\">\n" } ?? ""
    }

    /// The address of the archive's copy that is nearest to the capture; nil if the page is not on the web.
    var archiveAddress: String? {
        guard snapshot.url.isHTTP else { return nil }
        let digits = RFC3339.string(capturedAt, includesMilliseconds: false).prefix(19).filter(\.isNumber)
        return "https://web.archive.org/web/\(digits)/\(snapshot.url.href)"
    }

    /// Returns a date in words, such as `23 November 2026`, in UTC.
    static func words(_ date: Date) -> String {
        let parts = RFC3339.string(date).prefix(10).split(separator: "-").compactMap { Int($0) }
        let months = [
            "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
            "November", "December",
        ]
        guard parts.count == 3, (1...12).contains(parts[1]) else { return "" }
        return "\(parts[2]) \(months[parts[1] - 1]) \(parts[0])"
    }

    /// The site for people.
    var siteName: String { snapshot.site.isEmpty ? "a file on this computer" : snapshot.site }
}

/// The quiet header of a copy: its site and dates, and links to the other views of the page.
struct CopyHeader {
    let details: CopyDetails
    let kind: CopyKind
    let line: CopyLine?

    /// The header as HTML.
    var html: String {
        var dates = "captured \(CopyDetails.words(details.capturedAt))"
        let copied = CopyDetails.words(details.copiedAt)
        if copied != CopyDetails.words(details.capturedAt) { dates += ", copied \(copied)" }
        let note = note.map { "<p class=\"note\">\($0)</p>\n" } ?? ""
        return """
            <header class="leftoff">
            <p><strong>Your copy</strong> of a page of <bdi>\(MarkupText.content(details.siteName))</bdi>, \(dates)</p>
            <nav aria-label="Other views">\(links.joined(separator: " "))</nav>
            \(note)</header>
            """
    }

    /// The sentence for a reader whose line is not marked, or not exactly.
    private var note: String? {
        guard let line else { return "Your line was not found in this copy." }
        return line.isExact ? nil : "This is approximately your line."
    }

    /// The links, without those that are not possible.
    var links: [String] {
        var links: [String] = []
        switch kind {
        case .text where details.kinds.contains(.picture):
            links.append(Self.link("As it was", details.pathFromCopy(to: "picture")))
        case .picture where details.kinds.contains(.text):
            links.append(Self.link("Reader view", details.pathFromCopy(to: "text")))
        default: break
        }
        links.append(Self.link("Place", details.pathFromCopy(to: "place")))
        if let live = details.liveAddress { links.append(Self.link("Live page", live)) }
        if let archive = details.archiveAddress { links.append(Self.link("Archive’s copy", archive)) }
        return links
    }

    private static func link(_ label: String, _ address: String) -> String {
        "<a href=\"\(MarkupText.attribute(address))\" rel=\"noreferrer\">\(label)</a>"
    }
}
