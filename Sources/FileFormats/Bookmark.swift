package import FoundationEssentials
import Markup
import Syntax

/// A bookmark of a Netscape bookmark file.
package struct Bookmark: Sendable, Hashable {
    /// The properties of a bookmark that only some programs write.
    package struct Attributes: OptionSet, Sendable, Hashable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) { self.rawValue = rawValue }

        /// The bookmark is in the list of pages to read (`TOREAD="1"`).
        package static let toRead = Attributes(rawValue: 1 << 0)
        /// The program has a list of pages to read (`TOREAD` with any value).
        package static let hasReadingList = Attributes(rawValue: 1 << 1)
        /// The bookmark is private (`PRIVATE="1"`).
        package static let isPrivate = Attributes(rawValue: 1 << 2)
        /// The bookmark is shared with others (`SHARED="1"`).
        package static let isShared = Attributes(rawValue: 1 << 3)
        /// The bookmark has an icon (`ICON` or `ICON_URI`).
        package static let hasIcon = Attributes(rawValue: 1 << 4)
        /// The bookmark has a keyword by which it is opened (`SHORTCUTURL`).
        package static let hasKeyword = Attributes(rawValue: 1 << 5)
        /// The bookmark has the time of its last change (`LAST_MODIFIED`).
        package static let hasModificationTime = Attributes(rawValue: 1 << 6)
    }

    /// The URL as written, after character references are replaced.
    package var url: String
    /// The title; empty if there is none.
    package var title: String
    /// The time at which the bookmark was added, in whole seconds; nil if unknown.
    package var addedAt: Date?
    /// The tags; a tag with a comma is read back as several tags.
    package var tags: [String]
    /// The description, which may have several lines; empty if there is none.
    package var note: String
    /// The names of the folders around it, the outermost first, without the root folders of a browser.
    package var folders: [String] = []
    /// The properties that only some programs write; ``BookmarksWriter`` leaves them out.
    package var attributes: Attributes = []

    /// Creates a bookmark.
    package init(url: String, title: String = "", addedAt: Date? = nil, tags: [String] = [], note: String = "") {
        self.url = url
        self.title = title
        self.addedAt = addedAt
        self.tags = tags
        self.note = note
    }
}

/// A reader of bookmark files in the Netscape format, as browsers and bookmark services export them.
///
/// The format is HTML without most end tags, and its lists are not nested correctly. Therefore only the order of the
/// tags counts: a bookmark is an `A` with its text, and a `DD` after it is its description. Folders are ignored.
///
/// ```swift
/// let file = "<DL><DT><A HREF=\"https://example.org/\" TAGS=\"later\">Q &amp; A</A></DL>"
/// for bookmark in try BookmarksReader.bookmarks(Array(file.utf8)) {
///     print(bookmark.url, bookmark.title, bookmark.tags)  // https://example.org/ Q & A ["later"]
/// }
/// ```
package enum BookmarksReader {
    /// Reads all bookmarks of pages.
    ///
    /// - Parameters:
    ///   - bytes: The file. Its encoding is detected as for a local page; the default is UTF-8.
    ///   - limit: The number of bookmarks that the caller accepts. Of a file with more, one more is returned, so that
    ///     the others take no memory.
    /// - Returns: The bookmarks in the order of the file, without those of a browser's own URLs such as `javascript:`
    ///   and `place:`.
    /// - Throws: ``FileFormatError`` if the file is truncated or is not a bookmark file.
    package static func bookmarks(_ bytes: [UInt8], limit: Int = .max) throws(FileFormatError) -> [Bookmark] {
        let scan = BookmarkScan(limit: limit)
        do {
            let encoding = bytes.withUnsafeBufferPointer {
                SniffedEncoding(ofHead: $0, contentType: nil, isLocal: true)
            }
            let reader = HTMLReader(
                interest: BookmarkScan.interest, handler: scan, encoding: encoding, countsLines: false)
            try bytes.withUnsafeBufferPointer { try reader.receive($0) }
            try endMark(in: encoding.encoding, value: scan.endValue).withUnsafeBufferPointer { try reader.receive($0) }
            try reader.finish()
        } catch {
            throw .unreadableMarkup("\(error)")
        }
        guard scan.isComplete else { throw .truncatedBookmarks }
        guard !scan.bookmarks.isEmpty || scan.hasList else { throw .noBookmarks }
        return scan.bookmarks
    }

    /// Returns a tag that is read after a file to find out if the file is complete, in the file's encoding.
    ///
    /// If the file ends within a tag or a comment, the tokenizer reports neither an error nor this tag.
    private static func endMark(in encoding: CharacterEncoding, value: String) -> [UInt8] {
        let mark = Array("<hr \(BookmarkScan.endAttribute)=\(value)>".utf8)
        switch encoding {
        case .utf16LE: return mark.flatMap { [$0, 0] }
        case .utf16BE: return mark.flatMap { [0, $0] }
        default: return mark
        }
    }
}

/// A scan of the tags and texts of a bookmark file.
final class BookmarkScan: MarkupHandler {
    /// The attribute of the `HR` that marks the end of the file.
    static let endAttribute = "leftoff-end-of-file"

    /// The attributes in the order of ``interest``.
    private enum Attribute: Int {
        case end, url, addedAt, tags
    }

    /// The tags that end a text, and those that break its lines.
    static let interest = TagInterest(
        elements: [.a, .br, .dd, .dl, .dt, .h1, .h2, .h3, .h4, .h5, .h6, .hr, .p], triggers: [endAttribute],
        attributes: ["href", "add_date", "tags"])

    /// The bookmarks whose start tags have been read, at most one more than ``limit``; the text of the last one may be
    /// incomplete.
    private(set) var bookmarks: [Bookmark] = []
    /// True if the file has a list, which may be empty.
    private(set) var hasList = false
    /// True if the end of the file has been reached outside of tags, comments and titles.
    private(set) var isComplete = false

    /// True from an `A` to the end of its title.
    private var isWithinTitle = false
    /// True if a description would belong to the last bookmark rather than to a folder or to a link that is left out.
    private var isAfterBookmark = false
    /// The property of the last bookmark that the current text belongs to; nil if the text is not needed.
    private var target: WritableKeyPath<Bookmark, String>?
    /// The current text in UTF-8.
    private var currentText: [UInt8] = []

    /// The value of ``endAttribute`` in the mark of this scan; it is random, so that a file cannot contain it.
    let endValue = String(UInt64.random(in: .min ... .max), radix: 36)

    /// The number of bookmarks that are needed.
    private let limit: Int

    /// Creates a scan that has read nothing.
    init(limit: Int) { self.limit = limit }

    var wantsText: Bool { target != nil }

    func startTag(_ tag: StartTag) -> Bool {
        switch tag.element {
        case .br, .p:
            if target != nil { currentText.append(0x0A) }
            return false
        case .a:
            endText()
            isWithinTitle = true
            let bookmark = bookmarks.count > limit ? nil : Self.bookmark(tag)
            isAfterBookmark = bookmark != nil
            if let bookmark {
                bookmarks.append(bookmark)
                target = \.title
            }
            return false
        case .hr where tag.value(of: Attribute.end.rawValue) == endValue: isComplete = !isWithinTitle
        case .dd: break
        case .dl: hasList = true
        case .dt, .hr: break
        case .h1, .h2, .h3, .h4, .h5, .h6: isAfterBookmark = false
        default: return false
        }
        endText()
        // Some programs omit `</A>`. A tag that cannot occur in a title then ends it.
        isWithinTitle = false
        if tag.element == .dd, isAfterBookmark {
            target = \.note
            isAfterBookmark = false
        }
        return false
    }

    func endTag(_ element: ElementName) {
        switch element {
        case .a:
            endText()
            isWithinTitle = false
        case .dl:
            endText()
            (isWithinTitle, isAfterBookmark) = (false, false)
        case .dd, .dt: endText()
        default: break
        }
    }

    func text(_ text: UnsafeBufferPointer<UInt8>) {
        if target != nil { currentText.append(contentsOf: text) }
    }

    func restart() {
        (bookmarks, hasList, isComplete, isWithinTitle, isAfterBookmark) = ([], false, false, false, false)
        (target, currentText) = (nil, [])
    }

    private func endText() {
        guard let target, let last = bookmarks.indices.last else { return }
        // The indentation of the next tag is a line without words.
        let lines = String(decoding: currentText, as: UTF8.self).streamSafe.split(whereSeparator: \.isNewline)
            .map { $0.split(separator: " ").joined(separator: " ") }
        bookmarks[last][keyPath: target] = lines.filter { !$0.isEmpty }.joined(separator: "\n")
        self.target = nil
        currentText.removeAll(keepingCapacity: true)
    }

    /// Returns the bookmark of a start tag; nil if it is not the link of a page.
    private static func bookmark(_ tag: StartTag) -> Bookmark? {
        guard let url = tag.value(of: Attribute.url.rawValue) else { return nil }
        let start = url.prefix(5).lowercased()
        guard start.hasPrefix("http") || start == "file:" else { return nil }
        // RFC 3339 cannot represent years after 9999.
        let seconds = tag.value(of: Attribute.addedAt.rawValue).flatMap(Double.init)
            .flatMap { (1...253_402_300_799).contains($0) ? $0 : nil }
        return Bookmark(
            url: url, addedAt: seconds.map { Date(timeIntervalSince1970: $0) },
            tags: (tag.value(of: Attribute.tags.rawValue) ?? "").split(separator: ",").map(String.init))
    }
}

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
