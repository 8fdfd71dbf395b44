import FoundationEssentials
package import Snapshots
import WHATWGURL

/// A reader and writer of the Netscape bookmark file format, which browsers import and export.
package enum BookmarksFile {
    /// A bookmark of a page.
    struct Bookmark: Sendable, Equatable {
        var address: String
        var title = ""
        var addedAt: Date?
        var tags: [String] = []
        var note = ""
    }

    /// The bytes before the first place.
    package static var opening: [UInt8] {
        Array(
            """
            <!DOCTYPE NETSCAPE-Bookmark-file-1>
            <META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
            <TITLE>Leftoff</TITLE>
            <H1>Leftoff</H1>
            <DL><p>

            """.utf8)
    }

    /// The bytes after the last place.
    package static var closing: [UInt8] { Array("</DL><p>\n".utf8) }

    /// Returns a place as a bookmark.
    ///
    /// - Parameters:
    ///   - place: The stored snapshot with its title, tags and note.
    ///   - address: The URL to open, usually with a text directive that scrolls to the place.
    /// - Returns: One line in UTF-8, or two if the place has a note.
    package static func entry(_ place: StoredSnapshot, address: String) -> [UInt8] {
        let seconds = Int((place.snapshot.capturedAt ?? place.storedAt).timeIntervalSince1970)
        let title = place.snapshot.title.flatMap { $0.isEmpty ? nil : $0 } ?? place.snapshot.url.href
        var line = "    <DT><A HREF=\"\(escaped(address))\" ADD_DATE=\"\(seconds)\""
        if !place.metadata.tags.isEmpty { line += " TAGS=\"\(escaped(place.metadata.tags.joined(separator: ",")))\"" }
        line += ">\(escaped(title))</A>\n"
        if !place.metadata.note.isEmpty { line += "    <DD>\(escaped(place.metadata.note))\n" }
        return Array(line.utf8)
    }

    /// Reads the bookmarks of a file, without its folders.
    ///
    /// The format is not well-formed HTML: a bookmark is an `A` start tag and its text, optionally followed by a `DD`
    /// tag and a note that ends at the next tag. Everything else is ignored.
    ///
    /// - Parameter text: The content of the whole file.
    /// - Returns: The bookmarks in the order of the file.
    /// - Throws: ``ImportExportError`` if the file ends within a tag or a title, which means that it is truncated.
    static func read(_ text: String) throws(ImportExportError) -> [Bookmark] {
        var bookmarks: [Bookmark] = []
        var target: WritableKeyPath<Bookmark, String>?
        var isWithinTitle = false
        var isWithinTag = false
        for part in text.utf8.split(separator: UInt8(ascii: "<"), omittingEmptySubsequences: false).dropFirst() {
            let end = endOfTag(part)
            let tag = String(decoding: part[..<end], as: UTF8.self)
            let content = part[end...].dropFirst()
            let name = tag.prefix { $0.isLetter || $0 == "/" }.uppercased()
            isWithinTag = end == part.endIndex && ["A", "/A"].contains(name)
            // Some programs omit the end tag. The next entry then ends the title; at the end of the file, the title is
            // truncated.
            if name == "A" { isWithinTitle = true }
            if endsTitle.contains(name) { isWithinTitle = false }
            if name == "A", let bookmark = bookmark(tag) {
                bookmarks.append(bookmark)
                target = \.title
            } else if name == "DD", !bookmarks.isEmpty {
                target = \.note
            } else {
                target = nil
            }
            if let target, let last = bookmarks.indices.last {
                let text = unescaped(String(decoding: content, as: UTF8.self))
                bookmarks[last][keyPath: target] = text.split(whereSeparator: \.isNewline)
                    .map { $0.split(separator: " ").joined(separator: " ") }.joined(separator: "\n")
            }
        }
        guard !isWithinTag, !isWithinTitle else {
            throw .malformed("the file ends within a bookmark: its end is missing")
        }
        return bookmarks
    }

    /// The tags that end a title, because they cannot occur in one.
    private static let endsTitle: Set<String> = ["/A", "DT", "DD", "DL", "/DL", "H", "HR"]

    private static func endOfTag(_ part: Substring.UTF8View) -> Substring.UTF8View.Index {
        var quote: UInt8?
        for index in part.indices {
            let byte = part[index]
            if quote == byte {
                quote = nil
            } else if quote == nil, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if quote == nil, byte == UInt8(ascii: ">") {
                return index
            }
        }
        return part.endIndex
    }

    private static func bookmark(_ tag: String) -> Bookmark? {
        var values: [String: String] = [:]
        for match in tag.matches(of: /([A-Za-z_-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/) {
            let value = match.output.2 ?? match.output.3 ?? match.output.4 ?? ""
            values[match.output.1.uppercased()] = unescaped(String(value))
        }
        guard let address = values["HREF"], !address.isEmpty else { return nil }
        // Links to a browser's own queries and folders are not pages.
        guard address.lowercased().hasPrefix("http") || address.lowercased().hasPrefix("file:") else { return nil }
        let seconds = values["ADD_DATE"].flatMap(Double.init).flatMap { (1...253_402_300_799).contains($0) ? $0 : nil }
        return Bookmark(
            address: address, addedAt: seconds.map { Date(timeIntervalSince1970: $0) },
            tags: (values["TAGS"] ?? "").split(separator: ",").map(String.init))
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;")
    }

    private static func unescaped(_ text: String) -> String {
        guard text.contains("&") else { return text }
        return text.replacing(#/&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|(amp|lt|gt|quot|apos|nbsp));/#) { match in
            let (_, decimal, hexadecimal, name) = match.output
            if let name { return ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"][String(name)] ?? " " }
            let number = decimal.flatMap { UInt32($0) } ?? hexadecimal.flatMap { UInt32($0, radix: 16) }
            return number.flatMap(Unicode.Scalar.init).map { String($0) } ?? String(match.output.0)
        }
    }
}
