import MarkupText
import PageCopies

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
