package import FoundationEssentials
import Markup
import Syntax

/// A bookmark of a Netscape bookmark file.
package struct Bookmark: Sendable, Hashable {
    /// The properties of a bookmark that only some programs write.
    ///
    /// A flag that is 1 may also be written as `true` or `yes`, and one that is 0 as `false` or `no`.
    package struct Attributes: OptionSet, Sendable, Hashable {
        /// One bit for each property.
        package let rawValue: UInt16

        /// Creates properties from their bits.
        package init(rawValue: UInt16) { self.rawValue = rawValue }

        /// The bookmark is in the list of pages to read (`TOREAD="1"`, or Safari's folder of that list).
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
        /// The bookmark was changed after its addition (`LAST_MODIFIED` differs from `ADD_DATE`).
        package static let isModified = Attributes(rawValue: 1 << 6)
        /// The bookmark is a favourite (`DATA-IMPORTANT="true"`).
        package static let isFavourite = Attributes(rawValue: 1 << 7)
        /// The bookmark is not private (`PRIVATE="0"`).
        package static let isPublic = Attributes(rawValue: 1 << 8)
        /// The program writes the time of the last change (`LAST_MODIFIED` with any value).
        package static let hasModificationTime = Attributes(rawValue: 1 << 9)
        /// The bookmark, or a folder around it, has U+FFFD in place of bytes that are no characters.
        package static let hasInvalidBytes = Attributes(rawValue: 1 << 10)
    }

    /// The URL as written, after character references are replaced.
    package var url: String
    /// The title; empty if there is none.
    package var title: String
    /// The time at which the bookmark was added, in whole seconds; nil if unknown.
    package var addedAt: Date?
    /// The time of ``addedAt`` as written, if it is not a number of a time from 1990 to 2100; empty otherwise.
    package var otherDate: String
    /// The tags; a tag with a comma is read back as several tags.
    package var tags: [String]
    /// The description with its blank lines and indentation; empty if there is none.
    package var note: String
    /// The names of the folders around it, the outermost first, without the root folders of a browser.
    package var folders: [String]
    /// The properties that only some programs write; ``BookmarksWriter`` leaves them out.
    package var attributes: Attributes

    /// Creates a bookmark.
    package init(
        url: String, title: String = "", addedAt: Date? = nil, tags: [String] = [], note: String = "",
        folders: [String] = [], attributes: Attributes = [], otherDate: String = ""
    ) {
        self.url = url
        self.title = title
        self.addedAt = addedAt
        self.tags = tags
        self.note = note
        self.folders = folders
        self.attributes = attributes
        self.otherDate = otherDate
    }

    /// Returns the kind of a bookmark's address that is not the address of a page.
    ///
    /// - Parameter url: The address as written; white space before it does not count.
    /// - Returns: The kind in the plural; nil for the address of a page.
    package static func kind(ofAddress url: String) -> String? {
        // The longest of the schemes has ten characters.
        switch url.drop(while: \.isWhitespace).prefix(11).prefix(while: { $0 != ":" }).lowercased() {
        case "http", "https", "file": nil
        case "javascript": "bookmarklets"
        case "place": "saved searches"
        default: "bookmarks of other addresses"
        }
    }
}

/// The content of a bookmark file.
package struct BookmarkList: Sendable {
    /// The bookmarks of pages, in the order of the file.
    package var bookmarks: [Bookmark] = []
    /// The kinds of data in the file that no ``Bookmark`` has, in the plural, with their numbers: for example
    /// `bookmarklets`, which are bookmarks of scripts.
    package var others: [(what: String, count: Int)] = []

    /// Creates an empty list.
    package init() {}

    /// Counts data of a kind.
    fileprivate mutating func count(_ what: String) {
        if let index = others.firstIndex(where: { $0.what == what }) {
            others[index].count += 1
        } else {
            others.append((what, 1))
        }
    }
}

/// A reader of bookmark files in the Netscape format, as browsers and bookmark services export them.
///
/// The format is HTML without most end tags, and its lists are not nested correctly. Therefore only the order of the
/// tags counts: a bookmark is an `A` with its text, and a `DD` after it is its description. An `H3` names the folder
/// whose content is in the next `DL`, and a `</DL>` without one ends nothing.
///
/// ```swift
/// let file = "<DL><DT><A HREF=\"https://example.org/\" TAGS=\"later\">Q &amp; A</A></DL>"
/// for bookmark in try BookmarksReader.bookmarks(Array(file.utf8)) {
///     print(bookmark.url, bookmark.title, bookmark.tags)  // https://example.org/ Q & A ["later"]
/// }
/// ```
package enum BookmarksReader {
    /// Reads all bookmarks of pages, without what else the file contains; see ``read(_:limit:)``.
    package static func bookmarks(_ bytes: [UInt8], limit: Int = .max) throws(FileFormatError) -> [Bookmark] {
        try read(bytes, limit: limit).bookmarks
    }

    /// Reads a bookmark file.
    ///
    /// - Parameters:
    ///   - bytes: The file. Its encoding is detected as for a local page; the default is UTF-8.
    ///   - limit: The number of bookmarks that the caller accepts. Of a file with more, one more is returned, so that
    ///     the others take no memory.
    /// - Returns: The bookmarks, and the numbers of those of a browser's own URLs such as `javascript:` and `place:`.
    /// - Throws: ``FileFormatError`` if the file is truncated or is not a bookmark file.
    package static func read(_ bytes: [UInt8], limit: Int = .max) throws(FileFormatError) -> BookmarkList {
        let scan = BookmarkScan(limit: limit)
        let readEncoding: CharacterEncoding?
        do {
            let encoding = bytes.withUnsafeBufferPointer {
                SniffedEncoding(ofHead: $0, contentType: nil, isLocal: true)
            }
            let reader = HTMLReader(
                interest: BookmarkScan.interest, handler: scan, encoding: encoding, countsLines: false)
            try bytes.withUnsafeBufferPointer { try reader.receive($0) }
            try endMark(in: encoding.encoding, value: scan.endValue).withUnsafeBufferPointer { try reader.receive($0) }
            try reader.finish()
            readEncoding = reader.encoding
        } catch {
            throw .unreadableMarkup("\(error)")
        }
        guard scan.isComplete else { throw .truncatedBookmarks }
        guard !scan.list.bookmarks.isEmpty || scan.hasList else { throw .noBookmarks }
        var list = scan.list
        let damaged = list.bookmarks.indices.filter { hasReplacement(list.bookmarks[$0]) }
        if !damaged.isEmpty, readEncoding != .utf8 || !isUTF8(bytes) {
            for index in damaged { list.bookmarks[index].attributes.insert(.hasInvalidBytes) }
        }
        return list
    }

    /// Returns true if a text of a bookmark contains U+FFFD.
    private static func hasReplacement(_ bookmark: Bookmark) -> Bool {
        let texts = [bookmark.url, bookmark.title, bookmark.note]
        return [texts, bookmark.tags, bookmark.folders].joined().contains { text in
            // Most texts have no byte with which U+FFFD begins in UTF-8.
            text.utf8.contains(0xEF) && text.unicodeScalars.contains("\u{FFFD}")
        }
    }

    /// Returns true if a file is UTF-8 without NUL, so that each U+FFFD in it was written there.
    ///
    /// Leftoff's own files contain U+FFFD in place of control characters.
    private static func isUTF8(_ bytes: [UInt8]) -> Bool {
        !bytes.contains(0) && String(validating: bytes, as: UTF8.self) != nil
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
        case end, url, addedAt, modifiedAt, visitedAt, tags, icon, iconURL, keyword, postData, charset, feed, cover
        case favourite, toRead, isPrivate, shared, toolbar, unfiled, menu, root, mobile, id
    }

    /// The tags that end a text, and those that break its lines.
    ///
    /// The attributes are those of Firefox (`BookmarkHTMLUtils.sys.mjs`, and before it
    /// `nsPlacesImportExportService.cpp`), Chromium (`bookmark_html_writer.cc`), Safari, linkding (`exporter.py`),
    /// Pinboard and Raindrop.
    static let interest = TagInterest(
        elements: [.a, .br, .dd, .dl, .dt, .h1, .h2, .h3, .h4, .h5, .h6, .hr, .p], triggers: [endAttribute],
        attributes: [
            "href", "add_date", "last_modified", "last_visit", "tags", "icon", "icon_uri", "shortcuturl", "post_data",
            "last_charset", "feedurl", "data-cover", "data-important", "toread", "private", "shared",
            "personal_toolbar_folder", "unfiled_bookmarks_folder", "bookmarks_menu", "places_root",
            "mobile_bookmarks_folder", "id",
        ])

    /// The attributes that no bookmark keeps, with their kinds of data.
    private static let lostAttributes: [(Attribute, what: String)] = [
        (.visitedAt, "times of visits"), (.postData, "forms of keywords"), (.charset, "character encodings"),
        (.feed, "feeds"), (.cover, "covers"),
    ]
    /// The attributes of the folders in which a browser puts all others, and whose names nobody has chosen.
    private static let rootAttributes: [Attribute] = [.toolbar, .unfiled, .menu, .root, .mobile]
    /// The maximum number of folders around a bookmark; those that are deeper belong to the last one.
    private static let maximumDepth = 64

    /// A part of the file that a text belongs to.
    private enum Target {
        case title, note, folder, folderDescription
    }

    /// A folder whose name has been read, or is being read.
    private struct Folder {
        var name = ""
        /// True if a browser made the folder, so that its name is none of the path.
        var isRoot = false
        /// True if the folder contains the pages to read.
        var isReadingList = false
    }

    /// A list in the file that has begun and not ended.
    private struct Level {
        /// True if its folder is in the path.
        var isNamed = false
        var isReadingList = false
        var isEmpty = true
    }

    /// The bookmarks whose start tags have been read, at most one more than ``limit``; the text of the last one may be
    /// incomplete.
    private(set) var list = BookmarkList()
    /// True if the file has a list, which may be empty.
    private(set) var hasList = false
    /// True if the end of the file has been reached outside of tags, comments and titles.
    private(set) var isComplete = false

    /// True from an `A` to the end of its title.
    private var isWithinTitle = false
    /// True if a description would belong to the last bookmark rather than to a folder or to a link that is left out.
    private var isAfterBookmark = false
    /// The part of the file that the current text belongs to; nil if the text is not needed.
    private var target: Target?
    /// The current text in UTF-8.
    private var currentText: [UInt8] = []
    /// True if the current text ends with the line break of a tag.
    private var isAfterBreak = false
    /// The folder whose list has not begun; nil if there is none.
    private var folder: Folder?
    /// The open lists, the outermost first.
    private var levels: [Level] = []
    /// The names of the folders of the open lists, which the bookmarks in them share.
    private var path: [String] = []
    /// The number of open lists of pages to read.
    private var readingListCount = 0

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
            if target != nil {
                currentText.append(0x0A)
                isAfterBreak = true
            }
            return false
        case .a:
            endText()
            isWithinTitle = true
            folder = nil
            isAfterBookmark = add(tag)
            if isAfterBookmark { target = .title }
            return false
        case .hr where value(.end, tag) == endValue: isComplete = !isWithinTitle
        case .dd: break
        case .dl: hasList = true
        case .hr: list.count("separators")
        case .dt: break
        case .h1, .h2, .h3, .h4, .h5, .h6: isAfterBookmark = false
        default: return false
        }
        endText()
        // Some programs omit `</A>`. A tag that cannot occur in a title then ends it.
        isWithinTitle = false
        switch tag.element {
        case .dd where isAfterBookmark:
            target = .note
            isAfterBookmark = false
        case .dd where folder != nil: target = .folderDescription
        case .h3: beginFolder(tag)
        case .dl: beginList()
        default: break
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
            (isWithinTitle, isAfterBookmark, folder) = (false, false, nil)
            endList()
        case .dd, .dt: endText()
        case .h3: if target == .folder { endText() }
        default: break
        }
    }

    func text(_ text: UnsafeBufferPointer<UInt8>) {
        guard target != nil, let first = text.first else { return }
        // A line break in the file after `<br>` begins no further line.
        let isPair = first == 0x0D && text.count > 1 && text[1] == 0x0A
        let isSecondBreak = isAfterBreak && (first == 0x0A || first == 0x0D)
        isAfterBreak = false
        currentText.append(contentsOf: text.dropFirst(isSecondBreak ? isPair ? 2 : 1 : 0))
    }

    func restart() {
        (list, hasList, isComplete, isWithinTitle, isAfterBookmark) = (BookmarkList(), false, false, false, false)
        (target, currentText, isAfterBreak, folder, levels, path) = (nil, [], false, nil, [], [])
        readingListCount = 0
    }

    private func beginFolder(_ tag: StartTag) {
        folder = Folder(
            isRoot: Self.rootAttributes.contains { value($0, tag)?.lowercased() == "true" },
            isReadingList: value(.id, tag) == "com.apple.ReadingList")
        target = .folder
        // Chromium writes 0 for a folder that has never changed.
        if [value(.addedAt, tag), value(.modifiedAt, tag)].contains(where: { !["", "0"].contains($0 ?? "") }) {
            list.count("dates of folders")
        }
    }

    private func beginList() {
        var level = Level()
        if let folder {
            level.isReadingList = folder.isReadingList
            if !folder.isRoot, !folder.isReadingList, !folder.name.isEmpty {
                if path.count < Self.maximumDepth {
                    path.append(folder.name)
                    level.isNamed = true
                } else {
                    list.count("folders in more than \(Self.maximumDepth) others")
                }
            }
        }
        folder = nil
        if level.isReadingList { readingListCount += 1 }
        if let last = levels.indices.last { levels[last].isEmpty = false }
        levels.append(level)
    }

    private func endList() {
        guard let level = levels.popLast() else { return }
        if level.isReadingList { readingListCount -= 1 }
        guard level.isNamed else { return }
        path.removeLast()
        if level.isEmpty { list.count("empty folders") }
    }

    private func endText() {
        guard let target else { return }
        let text = String(decoding: currentText, as: UTF8.self).streamSafe
        self.target = nil
        isAfterBreak = false
        currentText.removeAll(keepingCapacity: true)
        switch target {
        case .title:
            if let last = list.bookmarks.indices.last {
                list.bookmarks[last].title = Self.lines(of: text).joined(separator: "\n")
            }
        case .note: if let last = list.bookmarks.indices.last { list.bookmarks[last].note = Self.note(text) }
        case .folder: folder?.name = Self.lines(of: text).joined(separator: " ")
        case .folderDescription: if !Self.lines(of: text).isEmpty { list.count("descriptions of folders") }
        }
    }

    /// Returns the lines of a name that have words, with single spaces between these.
    private static func lines(of name: String) -> [String] {
        // The indentation of the next tag is a line without words.
        name.split(whereSeparator: \.isNewline).map { $0.split(separator: " ").joined(separator: " ") }
            .filter { !$0.isEmpty }
    }

    /// Returns a description from its first line with words to its last word, which is before the indentation of the
    /// next tag.
    ///
    /// The lines between them are kept, because blank lines and indentation have a meaning in Markdown. They end with
    /// line feeds.
    private static func note(_ text: String) -> String {
        guard let first = text.firstIndex(where: { !$0.isWhitespace }),
            let last = text.lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        let lineStart = text[..<first].lastIndex(where: \.isNewline).map { text.index(after: $0) } ?? text.startIndex
        return text[lineStart...last].split(omittingEmptySubsequences: false) { ["\n", "\r\n", "\r"].contains($0) }
            .joined(separator: "\n")
    }

    private func value(_ attribute: Attribute, _ tag: StartTag) -> String? { tag.value(of: attribute.rawValue) }

    /// Returns true if a tag has an attribute; icons are too long to be read.
    private func has(_ attribute: Attribute, _ tag: StartTag) -> Bool { tag.attributes >> attribute.rawValue & 1 == 1 }

    /// Returns the value of a flag, which programs write as 1 and 0, or as words; nil if it is missing or unknown.
    private func flag(_ attribute: Attribute, _ tag: StartTag) -> Bool? {
        guard let value = value(attribute, tag) else { return nil }
        switch value.filter({ !$0.isWhitespace }).lowercased() {
        case "1", "true", "yes": return true
        case "0", "false", "no": return false
        default: return nil
        }
    }

    /// Adds the bookmark of a start tag.
    ///
    /// - Returns: False if the tag is not the link of a page, or if there are enough bookmarks.
    private func add(_ tag: StartTag) -> Bool {
        guard list.bookmarks.count <= limit else { return false }
        if let last = levels.indices.last { levels[last].isEmpty = false }
        let url = value(.url, tag) ?? ""
        if url.allSatisfy(\.isWhitespace) {
            list.count("bookmarks without an address")
            return false
        }
        if let kind = Bookmark.kind(ofAddress: url) {
            list.count(kind)
            return false
        }
        let (added, modified) = (value(.addedAt, tag) ?? "", value(.modifiedAt, tag) ?? "")
        let addedAt = Double(added).flatMap(UnixTime.date)
        for (attribute, what) in Self.lostAttributes where value(attribute, tag)?.isEmpty == false { list.count(what) }
        var bookmark = Bookmark(
            url: url, addedAt: addedAt, tags: (value(.tags, tag) ?? "").split(separator: ",").map(String.init),
            folders: path, otherDate: addedAt == nil ? added : "")
        if has(.toRead, tag) { bookmark.attributes.insert(.hasReadingList) }
        if flag(.toRead, tag) == true || readingListCount > 0 { bookmark.attributes.insert(.toRead) }
        if flag(.isPrivate, tag) == true { bookmark.attributes.insert(.isPrivate) }
        if flag(.isPrivate, tag) == false { bookmark.attributes.insert(.isPublic) }
        if flag(.shared, tag) == true { bookmark.attributes.insert(.isShared) }
        if flag(.favourite, tag) == true { bookmark.attributes.insert(.isFavourite) }
        if has(.icon, tag) || has(.iconURL, tag) { bookmark.attributes.insert(.hasIcon) }
        if has(.keyword, tag) { bookmark.attributes.insert(.hasKeyword) }
        if has(.modifiedAt, tag) { bookmark.attributes.insert(.hasModificationTime) }
        if !modified.isEmpty, modified != "0", modified != added { bookmark.attributes.insert(.isModified) }
        list.bookmarks.append(bookmark)
        return true
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
