import FoundationEssentials
import MarkupText
import VisibleText

/// A writer of bookmarks in the Netscape bookmark file format, which every browser imports.
///
/// Characters that a terminal obeys or hides become U+FFFD, except for the marks of Hebrew and Arabic titles: Chrome
/// shows numeric character references as they are.
///
/// ```swift
/// var writer = BookmarksWriter()
/// var file = writer.opening(title: "Reading list")
/// writer.beginFolder("example.org", in: &file)
/// writer.append(Bookmark(url: "https://example.org/", title: "Q & A", tags: ["later"]), to: &file)
/// writer.endFolder(in: &file)
/// file += writer.closing()
/// ```
package struct BookmarksWriter: Sendable {
    /// The number of open folders.
    package private(set) var depth = 0

    /// Creates a writer for one file.
    package init() {}

    /// Returns the beginning of a file.
    ///
    /// - Parameter title: The name of the whole list.
    /// - Returns: The bytes before the first folder or bookmark.
    package func opening(title: String) -> [UInt8] {
        let title = MarkupText.content(title)
        return Array(
            """
            <!DOCTYPE NETSCAPE-Bookmark-file-1>
            <META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
            <TITLE>\(title)</TITLE>
            <H1>\(title)</H1>
            <DL><p>

            """.utf8)
    }

    /// Begins a folder for the bookmarks that follow, inside the current one.
    ///
    /// - Parameters:
    ///   - name: The name of the folder.
    ///   - output: Receives the bytes.
    package mutating func beginFolder(_ name: String, in output: inout [UInt8]) {
        depth += 1
        indent(depth, in: &output)
        output.append(contentsOf: "<DT><H3>\(Self.line(name))</H3>\n".utf8)
        indent(depth, in: &output)
        output.append(contentsOf: "<DL><p>\n".utf8)
    }

    /// Ends the innermost open folder; does nothing if there is none.
    package mutating func endFolder(in output: inout [UInt8]) {
        guard depth > 0 else { return }
        indent(depth, in: &output)
        output.append(contentsOf: "</DL><p>\n".utf8)
        depth -= 1
    }

    /// Appends a bookmark to the current folder.
    ///
    /// Chrome reads the format line by line, so everything but the description is on one line.
    ///
    /// - Parameters:
    ///   - bookmark: The bookmark. Its empty and nil properties are left out.
    ///   - output: Receives the bytes.
    package func append(_ bookmark: Bookmark, to output: inout [UInt8]) {
        indent(depth + 1, in: &output)
        var line = "<DT><A HREF=\"\(Self.line(bookmark.url))\""
        if let seconds = bookmark.addedAt.flatMap({ Int(exactly: $0.timeIntervalSince1970.rounded(.towardZero)) }) {
            line += " ADD_DATE=\"\(seconds)\""
        }
        if !bookmark.tags.isEmpty {
            line += " TAGS=\"\(Self.line(bookmark.tags.joined(separator: ",")))\""
        }
        line += ">\(Self.line(bookmark.title))</A>\n"
        output.append(contentsOf: line.utf8)
        guard !bookmark.note.isEmpty else { return }
        indent(depth + 1, in: &output)
        output.append(contentsOf: "<DD>\(MarkupText.attribute(bookmark.note, unsafe: VisibleText.cellText))\n".utf8)
    }

    /// Returns the end of the file, which also ends all open folders.
    package func closing() -> [UInt8] {
        var writer = self
        var output: [UInt8] = []
        while writer.depth > 0 { writer.endFolder(in: &output) }
        return output + Array("</DL><p>\n".utf8)
    }

    private static func line(_ text: String) -> String {
        MarkupText.attribute(text, isOneLine: true, unsafe: VisibleText.cellText)
    }

    private func indent(_ level: Int, in output: inout [UInt8]) {
        output.append(contentsOf: repeatElement(0x20, count: 4 * level))
    }
}
