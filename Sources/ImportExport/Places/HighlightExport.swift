import FoundationEssentials
package import Places
package import Syntax
import WHATWGURL

/// The formats in which the highlights of pages are exported.
package enum HighlightFormat: String, Sendable, CaseIterable {
    /// Titles, addresses, highlights and notes as Markdown.
    case markdown
    /// Highlights as an annotation page of the Web Annotation Data Model.
    case annotations

    /// The media type of an HTTP response in this format.
    package var mediaType: String {
        switch self {
        case .markdown: "text/markdown; charset=utf-8"
        case .annotations: "application/ld+json; profile=\"http://www.w3.org/ns/anno.jsonld\""
        }
    }

    /// The file name extension, without a dot.
    package var fileExtension: String {
        switch self {
        case .markdown: "md"
        case .annotations: "jsonld"
        }
    }
}

/// An export of the highlights of pages, page by page, so that memory use does not grow with their number.
///
/// ```swift
/// var export = HighlightExport(format: .markdown)
/// var text = export.opening
/// for key in keys { text += export.entry(of: try archive.list(SnapshotListing(pageKey: key)).snapshots) }
/// text += export.closing
/// ```
package struct HighlightExport: Sendable {
    private let format: HighlightFormat
    private var isFirst = true

    /// Creates an export.
    package init(format: HighlightFormat) {
        self.format = format
    }

    /// The bytes before the first page.
    package var opening: [UInt8] {
        switch format {
        case .markdown: []
        case .annotations:
            // A page of annotations has an id (Web Annotation Data Model, section 5.2).
            Array(
                (#"{"@context":"http://www.w3.org/ns/anno.jsonld","id":"urn:leftoff:highlights","#
                    + #""type":"AnnotationPage","items":["#).utf8)
        }
    }

    /// The bytes after the last page.
    package var closing: [UInt8] {
        switch format {
        case .markdown: []
        case .annotations: Array("\n]}\n".utf8)
        }
    }

    /// Returns a page.
    ///
    /// - Parameter places: All places of the page, beginning with the one to resume, as
    ///   ``SnapshotArchive/list(_:)`` returns them.
    /// - Returns: The bytes in UTF-8; empty if there is nothing to write.
    package mutating func entry(of places: [StoredSnapshot]) -> [UInt8] {
        switch format {
        case .markdown:
            let text = Self.markdown(of: places)
            guard !text.isEmpty else { return [] }
            defer { isFirst = false }
            return Array(((isFirst ? "" : "\n") + text).utf8)
        case .annotations:
            return Self.annotations(of: places).flatMap { annotation in
                defer { isFirst = false }
                return Array((isFirst ? "\n" : ",\n").utf8) + annotation.encoded()
            }
        }
    }

    /// Returns the highlights of a page as Web Annotations, in the order of the text as far as it is known.
    ///
    /// - Parameter places: All places of the page.
    /// - Returns: One annotation for each highlight.
    package static func annotations(of places: [StoredSnapshot]) -> [JSONValue] {
        highlights(in: places).map { place, quote in
            var selector: [String: JSONValue] = [
                "type": .string("TextQuoteSelector"), "exact": .string(quote.exact),
            ]
            if !quote.prefix.isEmpty { selector["prefix"] = .string(quote.prefix) }
            if !quote.suffix.isEmpty { selector["suffix"] = .string(quote.suffix) }
            let notes = place.metadata.note.isEmpty ? [] : [body(place.metadata.note, purpose: "commenting")]
            let bodies = notes + place.metadata.tags.map { body($0, purpose: "tagging") }
            var annotation: [String: JSONValue] = [
                "id": .string("urn:leftoff:\(place.id)"), "type": .string("Annotation"),
                "motivation": .string("highlighting"),
                "created": .string(RFC3339.string(place.snapshot.capturedAt ?? place.storedAt)),
                "target": .object([
                    "type": .string("SpecificResource"), "source": .string(place.snapshot.url.href),
                    "selector": .object(selector),
                ]),
            ]
            if !bodies.isEmpty { annotation["body"] = .array(bodies) }
            // Hypothesis writes titles here, and the standard has no property for them.
            if let title = place.snapshot.title, !title.isEmpty {
                annotation["document"] = .object(["title": .array([.string(title)])])
            }
            return .object(annotation)
        }
    }

    private static func body(_ text: String, purpose: String) -> JSONValue {
        .object(["type": .string("TextualBody"), "purpose": .string(purpose), "value": .string(text)])
    }

    /// Returns a page as Markdown: its title, address, highlights and notes.
    ///
    /// Titles, tags and words of the page are escaped, so that they are shown as they are. A note is the reader's own
    /// Markdown; only what would load an image or be HTML is escaped, since notes are imported too.
    ///
    /// - Parameter places: All places of the page, beginning with the one to resume.
    /// - Returns: The text; empty if there are no places.
    package static func markdown(of places: [StoredSnapshot]) -> String {
        guard let shown = places.first(where: { !$0.snapshot.isPureHighlight }) ?? places.first else { return "" }
        let snapshot = shown.snapshot
        let title = snapshot.title.map(MarkdownText.line).flatMap { $0.isEmpty ? nil : $0 }
        var facts = ["<\(snapshot.url.href)>"]
        facts.append("captured \(RFC3339.string(snapshot.capturedAt ?? shown.storedAt).prefix(10))")
        if let progress = snapshot.progress { facts.append("\(Int(clamping: progress * 100, to: 0...100)) % read") }
        let tags = tags(of: places)
        if !tags.isEmpty { facts.append("tags: " + tags.map(MarkdownText.line).joined(separator: ", ")) }
        var parts = [
            "# \(title ?? MarkdownText.line(snapshot.url.href))\n\(facts.joined(separator: " · "))"
        ]
        let highlights = highlights(in: places)
        for (place, quote) in highlights {
            parts.append(MarkdownText.quote(quote.exact))
            if !place.metadata.note.isEmpty { parts.append(MarkdownText.note(place.metadata.note)) }
        }
        let marked = Set(highlights.map { $0.place.id })
        let notes = places.filter { !marked.contains($0.id) && !$0.metadata.note.isEmpty }
            .map { MarkdownText.note($0.metadata.note) }
        // Without an empty line before it, the line would make the text above a heading.
        if !notes.isEmpty { parts.append("---\n" + notes.joined(separator: "\n\n")) }
        return parts.joined(separator: "\n\n") + "\n"
    }

    /// Returns the highlights among places, in the order of the text as far as it is known, else of their capture.
    private static func highlights(in places: [StoredSnapshot]) -> [(place: StoredSnapshot, quote: TextQuote)] {
        let found = places.compactMap { place -> (place: StoredSnapshot, quote: TextQuote)? in
            guard place.isHighlight, let quote = place.snapshot.highlightQuote else { return nil }
            return (place, quote)
        }
        return found.sorted { first, second in
            let progress = (first.place.snapshot.progress ?? 1, second.place.snapshot.progress ?? 1)
            return progress.0 == progress.1 ? first.place.position < second.place.position : progress.0 < progress.1
        }
    }

    /// Returns the tags of places without those that differ only in case, sorted.
    private static func tags(of places: [StoredSnapshot]) -> [String] {
        var seen: Set<String> = []
        return places.flatMap(\.metadata.tags).filter { seen.insert($0.lowercased()).inserted }
            .sorted { ($0.lowercased(), $0) < ($1.lowercased(), $1) }
    }
}

/// Texts in a Markdown document (CommonMark 0.31).
private enum MarkdownText {
    /// The characters that can begin inline markup or a table cell, of which each may be escaped (section 2.4).
    private static let special: Set<Unicode.Scalar> = [
        "\\", "`", "*", "_", "[", "]", "<", ">", "#", "~", "|", "&", "!",
    ]

    /// Returns a text as one line, escaped.
    static func line(_ text: String) -> String {
        let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return escaped(VisibleText.replacing(in: line, with: VisibleText.cellText))
    }

    /// Returns a text as a block quote, whose line breaks stay in it.
    static func quote(_ text: String) -> String {
        text.split(whereSeparator: \.isNewline).map { "> " + line(String($0)) }.filter { $0 != "> " }
            .joined(separator: "\n>\n")
    }

    /// Returns a note: Markdown without HTML and images.
    static func note(_ text: String) -> String {
        // Characters of Swift are no unit of Markdown: "[" is one together with a combining mark behind it.
        let scalars = VisibleText.replacing(in: text, with: VisibleText.cellText).unicodeScalars
        var result = ""
        for index in scalars.indices {
            switch scalars[index] {
            // A backslash may be escaped itself, and a character reference may not.
            case "<": result += "&lt;"
            case "!" where scalars[index...].dropFirst().first == "[": result += "&#33;"
            case let scalar: result.unicodeScalars.append(scalar)
            }
        }
        return result + (openFence(of: result).map { "\n" + $0 } ?? "")
    }

    /// Returns the fence of a code block without an end (section 4.5), which would contain the rest of the file.
    ///
    /// - Returns: The fence that ends it; nil if there is no such block.
    private static func openFence(of text: String) -> String? {
        var fence: (mark: Unicode.Scalar, count: Int)?
        for line in text.unicodeScalars.split(whereSeparator: { $0 == "\n" || $0 == "\r" }) {
            let start = line.drop { $0 == " " }
            guard line.count - start.count <= 3, let mark = start.first, mark == "`" || mark == "~" else { continue }
            let count = start.prefix { $0 == mark }.count
            let rest = start.dropFirst(count)
            if let open = fence {
                let isEnd = rest.allSatisfy { $0 == " " || $0 == "\t" }
                if mark == open.mark, count >= open.count, isEnd { fence = nil }
            } else if count >= 3, mark == "~" || !rest.contains("`") {
                fence = (mark, count)
            }
        }
        return fence.map { String(repeating: Character($0.mark), count: $0.count) }
    }

    /// Escapes a line.
    private static func escaped(_ line: String) -> String {
        var result = ""
        for scalar in line.unicodeScalars {
            if special.contains(scalar) { result.unicodeScalars.append("\\") }
            result.unicodeScalars.append(scalar)
        }
        return escapedStart(result)
    }

    /// Escapes the start of a line that would begin a list, a heading or a thematic break (sections 4 and 5).
    private static func escapedStart(_ line: String) -> String {
        guard let first = line.first else { return line }
        if "-+=".contains(first) { return "\\" + line }
        let digits = line.prefix { ("0"..."9").contains($0) }
        let rest = line[digits.endIndex...]
        guard !digits.isEmpty, let mark = rest.first, mark == "." || mark == ")" else { return line }
        return "\(digits)\\\(rest)"
    }
}
