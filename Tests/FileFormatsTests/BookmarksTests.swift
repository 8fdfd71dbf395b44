import FoundationEssentials
import Testing

@testable import FileFormats

@Suite("Bookmark files")
struct BookmarksTests {
    private func read(_ text: String) throws -> [Bookmark] { try BookmarksReader.bookmarks(Array(text.utf8)) }

    @Test("Bookmarks in nested folders are read in order with their folders, and a folder's description is not theirs")
    func nestedFolders() throws {
        let bookmarks = try read(
            """
            <!DOCTYPE NETSCAPE-Bookmark-file-1>
            <DL><p><DT><H3>Outer</H3><DL><p>
            <DT><A HREF="https://example.org/1">One</A>
            <DT><H3 FOLDED>Inner</H3><DD>About the folder<DL><p><DT><A HREF="https://example.org/2">Two</A></DL><p>
            </DL><p><DT><A HREF="https://example.org/3">Three</A><DD>About three</DL>
            """)
        #expect(bookmarks.map(\.title) == ["One", "Two", "Three"])
        #expect(bookmarks.map(\.url) == (1...3).map { "https://example.org/\($0)" })
        #expect(bookmarks.map(\.note) == ["", "", "About three"])
        #expect(bookmarks.map(\.folders) == [["Outer"], ["Outer", "Inner"], []])
    }

    @Test(
        "A folder ends with its list, and lists that are not nested correctly end nothing else",
        arguments: [
            // The end tag of a list that has none.
            ("</DL></DL><H3>A</H3><DL>*</DL>*</DL>*", [["A"], [], []]),
            // A list without a folder, and a folder without a list.
            ("<DL><DL>*</DL><H3>A</H3>*<DL>*</DL></DL>", [[], [], []]),
            ("<H3>A</H3><H3>B</H3><DL>*</DL>", [["B"]]),
            // No end tags at all.
            ("<DL><H3>A</H3><DL>*<H3>B</H3><DL>*", [["A"], ["A", "B"]]),
            // A name with markup, in several lines, and none.
            ("<H3> A <b>big</b>\n &amp; <br>B</H3><DL>*</DL>", [["A big & B"]]),
            ("<H3></H3><DL>*</DL><H3>C<DL>*</DL>", [[], ["C"]]),
            // The folders that browsers make have attributes; a name alone is chosen by the user.
            (
                "<H3 PERSONAL_TOOLBAR_FOLDER=\"true\">Bar</H3><DL><H3>A</H3><DL>*</DL></DL>"
                    + "<H3 UNFILED_BOOKMARKS_FOLDER=true>Other</H3><DL>*</DL><H3>Bookmarks bar</H3><DL>*</DL>",
                [["A"], [], ["Bookmarks bar"]]
            ),
            ("<H1>Title</H1><DL><H2>A</H2><DL>*</DL></DL>", [[]]),
        ] as [(String, [[String]])])
    func folders(text: String, folders: [[String]]) throws {
        let list = text.replacing("*", with: "<DT><A HREF='https://example.org/'>x</A>")
        #expect(try read("<!DOCTYPE NETSCAPE-Bookmark-file-1><TITLE>x</TITLE>\(list)").map(\.folders) == folders)
    }

    @Test("Of folders nested more than 64 deep, the outer 64 are kept, and the others are counted")
    func deepFolders() throws {
        let folders = (1...66).map { "<DT><H3>\($0)</H3><DL><p>" }.joined()
        let file = folders + "<A HREF='https://example.org/'>x</A>" + String(repeating: "</DL>", count: 66)
        let list = try BookmarksReader.read(Array("\(file)<A HREF='https://example.org/'>x</A>".utf8))
        #expect(list.bookmarks.map(\.folders) == [(1...64).map { "\($0)" }, []])
        #expect(list.others.map(\.what) == ["folders in more than 64 others"] && list.others.first?.count == 2)
    }

    @Test("Times in seconds, milliseconds and microseconds are told by their sizes; others are kept as written")
    func times() throws {
        let others = ["0", "", "1", "-5", "99999999999999999999", "soon", "nan", "0x5000000", "2020-09-17"]
        let times = ["1600322788", "1600322788000", "1600322788000000"] + others
        let links = times.map { "<A HREF='https://example.org/' ADD_DATE='\($0)'>x</A>" }.joined()
        let list = try BookmarksReader.read(Array("<DL>\(links)</DL>".utf8))
        let date = Date(timeIntervalSince1970: 1_600_322_788)
        let dates: [Date?] = [date, date, date] + others.map { _ in nil }
        #expect(list.bookmarks.map(\.addedAt) == dates)
        #expect(list.bookmarks.map(\.otherDate) == ["", "", ""] + others && list.others.isEmpty)
    }

    @Test("What no bookmark has is counted by its kind")
    func others() throws {
        let text = """
            <DL><p><DT><H3 ADD_DATE="1600000000" LAST_MODIFIED="0">A</H3><DD>About A<DL><p>
            <DT><A HREF="https://a.example/" LAST_VISIT="1600000000" POST_DATA="q" LAST_CHARSET="UTF-8" DATA-COVER="c"
            FEEDURL="https://a.example/feed">a</A><DT><A HREF="javascript:1">b</A><DT><A HREF="place:x">c</A>
            <DT><A HREF="about:config">d</A><DT><A HREF="JavaScript:2">e</A></DL><p><DT><H3>B</H3><DL><p></DL><p>
            <HR><DT><A ADD_DATE="1600000000">f</A><DT><A HREF="">g</A><DT><A HREF=" ">h</A><HR></DL>
            """
        let list = try BookmarksReader.read(Array(text.utf8))
        #expect(list.bookmarks.map(\.folders) == [["A"]])
        let found = list.others.map { "\($0.count) \($0.what)" }
        #expect(
            found == [
                "1 dates of folders", "1 descriptions of folders", "1 times of visits", "1 forms of keywords",
                "1 character encodings", "1 feeds", "1 covers", "2 bookmarklets", "1 saved searches",
                "1 bookmarks of other addresses", "1 empty folders", "2 separators", "3 bookmarks without an address",
            ])
    }

    @Test("The properties that only some programs write are kept")
    func attributes() throws {
        let tags = [
            "TOREAD=1 PRIVATE=0", "TOREAD=0 PRIVATE=1", "SHARED=1 DATA-IMPORTANT=true", "ICON_URI=x", "ICON=data:,x",
            "SHORTCUTURL=a", "ADD_DATE=1600000000 LAST_MODIFIED=1600000000",
            "ADD_DATE=1600000000 LAST_MODIFIED=1600000001", "LAST_MODIFIED=0", "TOREAD=yes PRIVATE=true SHARED=TRUE",
            "TOREAD=no PRIVATE=False SHARED=0", "TOREAD=maybe PRIVATE='' SHARED=2 DATA-IMPORTANT=1",
        ]
        let text = tags.map { "<A HREF=https://example.org/ \($0)>x</A>" }.joined()
        let expected: [Bookmark.Attributes] = [
            [.hasReadingList, .toRead, .isPublic], [.hasReadingList, .isPrivate], [.isShared, .isFavourite], .hasIcon,
            .hasIcon, .hasKeyword, .hasModificationTime, [.hasModificationTime, .isModified], .hasModificationTime,
            [.hasReadingList, .toRead, .isPrivate, .isShared], [.hasReadingList, .isPublic],
            [.hasReadingList, .isFavourite],
        ]
        #expect(try read("<DL>\(text)</DL>").map(\.attributes) == expected)
    }

    @Test(
        "Tags, attributes and character references are read as HTML",
        arguments: [
            (
                #"<DT><A HREF="https://example.org/?a=1&amp;b=2">Q &amp; A &#8212; &eacute;&nbsp;&lt;x&gt;</A>"#,
                "https://example.org/?a=1&b=2", "Q & A — é\u{A0}<x>"
            ),
            ("<dt><a href=https://example.org/a?b>A title</a>", "https://example.org/a?b", "A title"),
            ("<DT><A TAGS='' hReF='https://example.org/' ICON=data:,x>T</A>", "https://example.org/", "T"),
            (#"<DT><A NAME="a > b" HREF="https://example.org/" TITLE="</A>">T</A>"#, "https://example.org/", "T"),
            ("<DT><A\nHREF = \"https://example.org/\"\n>\nA\n  title\n</A>", "https://example.org/", "A\ntitle"),
            (#"<DT><A HREF="https://example.org/1" HREF="https://example.org/2">T</A>"#, "https://example.org/1", "T"),
            (
                #"<DT><A HREF="https://example.org/">One <b>two</b><br>three</A>"#, "https://example.org/",
                "One two\nthree"
            ),
            (
                #"<DT><A HREF="HTTPS://example.org/?a&copy=1">1 < 2 & &unknown;</A>"#, "HTTPS://example.org/?a&copy=1",
                "1 < 2 & &unknown;"
            ),
        ])
    func syntax(text: String, url: String, title: String) throws {
        let bookmarks = try read("<DL><p>\(text)</DL><p>\n")
        #expect(bookmarks.map(\.url) == [url] && bookmarks.map(\.title) == [title])
    }

    @Test("A bookmark in a comment is not read, and a comment does not end a title")
    func comments() throws {
        let bookmarks = try read(
            #"<DL><!-- <DT><A HREF="https://example.org/old">Old</A> -->"#
                + #"<DT><A HREF="https://example.org/">A<!-- > -->B</A></DL>"#)
        #expect(bookmarks == [Bookmark(url: "https://example.org/", title: "AB")])
    }

    @Test("Times, tags and descriptions are read; a time out of range is not")
    func properties() throws {
        let bookmarks = try read(
            #"""
            <DL><DT><A HREF="https://example.org/1" ADD_DATE="1700000000" TAGS="a,to read">One</A>
            <DD>First line
            second &amp;   last line
            <DT><A HREF="https://example.org/2" ADD_DATE="1e300">Two</A></DL>
            """#)
        #expect(
            bookmarks == [
                Bookmark(
                    url: "https://example.org/1", title: "One", addedAt: Date(timeIntervalSince1970: 1_700_000_000),
                    tags: ["a", "to read"], note: "First line\nsecond &   last line"),
                Bookmark(url: "https://example.org/2", title: "Two", otherDate: "1e300"),
            ])
    }

    @Test("Links that are not pages are left out, with their text and description")
    func otherLinks() throws {
        let bookmarks = try read(
            #"<DL><DT><A HREF="https://example.org/">One</A><DT><A HREF="javascript:alert(1)">Bad</A><DD>About bad"#
                + #"<DT><A HREF="place:sort=8">Query</A><DT><A>None</A><DT><A HREF="">Empty</A></DL>"#)
        #expect(bookmarks == [Bookmark(url: "https://example.org/", title: "One")])
    }

    @Test(
        "A truncated file is refused",
        arguments: [
            #"<A HREF="https://b.exa"#, #"<A HREF="https://b.example/" "#, "<A HREF=https://b.exa", "<A", "<A ",
            #"<A HREF="https://b.example/">Tw"#, #"<A HREF="https://b.example/">Two</A"#, "<!-- a comment", "</", "</D",
            "<A HREF='https://b.example/'>Two</A HREF=\"", "<TITLE>",
            "<A HREF=\"https://b.example/\">a <style> tag</A>",
        ])
    func truncated(end: String) {
        #expect(throws: FileFormatError.truncatedBookmarks) {
            try read(#"<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p><DT><A HREF="https://a.example/">One</A><DT>"# + end)
        }
    }

    @Test("A file without end tags is complete if its last title is")
    func omittedEndTags() throws {
        let text = #"<DL><DT><A HREF="https://a.example/">One<DT><A HREF="https://b.example/">Two</DL>"#
        #expect(try read(text).map(\.title) == ["One", "Two"])
    }

    @Test("An empty list is a bookmark file, and a text without a list is none")
    func empty() throws {
        #expect(try read("<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p></DL>") == [])
        for text in ["", "hello", "&lt;DL&gt;", "<!-- <DL> -->", "a < b"] {
            #expect(throws: FileFormatError.noBookmarks) { try read(text) }
        }
    }

    @Test("The encoding is the one that the file declares or shows")
    func encodings() throws {
        let list = #"<DL><DT><A HREF="https://example.org/">Caf\#u{E9}</A></DL>"#
        let latin1 = list.unicodeScalars.map { UInt8($0.value) }
        let utf16: [UInt8] = [0xFF, 0xFE] + list.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let declared = Array(#"<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=ISO-8859-1">"#.utf8)
        let spaces: [UInt8] = Array(repeating: 0x20, count: 5000)
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let files: [[UInt8]] = [
            Array(list.utf8), mark + Array(list.utf8), latin1, declared + latin1, utf16, spaces + latin1,
            spaces + declared + latin1,
        ]
        for bytes in files {
            #expect(try BookmarksReader.bookmarks(bytes).map(\.title) == ["Caf\u{E9}"])
        }
        #expect(throws: FileFormatError.truncatedBookmarks) {
            try BookmarksReader.bookmarks(Array(utf16.dropLast(20)))
        }
        // A byte that is not UTF-8 in a file that declares UTF-8.
        let start = Array(#"<META CHARSET="utf-8"><DL><DT><A HREF="https://example.org/">a"#.utf8)
        let damaged = start + [0xFF] + Array("b</A></DL>".utf8)
        #expect(try BookmarksReader.bookmarks(damaged).map(\.title) == ["a\u{FFFD}b"])
    }

    @Test(
        "A bookmark with bytes that are no characters is marked, and one that contains U+FFFD itself is not",
        arguments: [
            ("utf-8", [0xFF], ["a*", "b", "c"]), ("utf-8", [0xC3], ["a*", "b", "c"]),
            ("utf-8", Array("\u{FFFD}".utf8), ["a", "b", "c"]), ("utf-8", Array("&#xFFFD;".utf8), ["a", "b", "c"]),
            ("shift_jis", [0x81, 0xFF], ["a*", "b", "c"]), ("iso-8859-1", [0xFF], ["a", "b", "c"]),
        ] as [(String, [UInt8], [String])], ["HREF", "TAGS", "title", "note"])
    func invalidBytes(file: (encoding: String, bytes: [UInt8], marked: [String]), part: String) throws {
        func text(_ name: String) -> String { part == name ? "*" : "" }
        let list = """
            <META CHARSET="\(file.encoding)"><DL><A HREF="https://a.example/\(text("HREF"))" TAGS="x\(text("TAGS"))">a
            \(text("title"))</A><DD>\(text("note"))<DT><A HREF="https://a.example/">b</A><DT>
            <A HREF="https://a.example/">c</A></DL>
            """
        let bytes = Array(list.utf8.map { $0 == UInt8(ascii: "*") ? file.bytes : [$0] }.joined())
        let found = try BookmarksReader.bookmarks(bytes).map { bookmark in
            "\(bookmark.title.prefix(1))\(bookmark.attributes.contains(.hasInvalidBytes) ? "*" : "")"
        }
        #expect(found == file.marked)
    }

    @Test(
        "Time grows with the size only", .timeLimit(.minutes(5)),
        arguments: [
            "<DL><p>", "<DT>", "<A HREF=\"https://example.org/\">", "<DD>",
            "<A HREF=\"https://example.org/\">x</A><DD>y",
            "<b>", "</DL>", "<", "</", "<!--", "<A ", "<A HREF='", "&", "&#", "x", "<A a=1 b=2 ", "<svg><a>", "\"",
            "<br>",
        ])
    func size(piece: String) throws {
        let start = #"<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p><DT><A HREF="https://a.example/">One"#
        for start in [start, start + "</A><DD>"] {
            let count = (1 << 19) / piece.utf8.count
            let text = Array(start.utf8) + Array(repeatElement(Array(piece.utf8), count: count).joined())
            do { _ = try BookmarksReader.bookmarks(text) } catch {
                #expect(error == .truncatedBookmarks)
            }
            let bookmarks = try? BookmarksReader.bookmarks(text + Array("\"'>--></A></DL>".utf8))
            #expect(bookmarks?.isEmpty != true)
        }
    }

    @Test("A file that contains a mark of the end is still recognized as truncated")
    func imitatedEnd() {
        let mark = "<hr \(BookmarkScan.endAttribute)><hr \(BookmarkScan.endAttribute)=x>"
        let text = #"<DL><DT><A HREF="https://a.example/">a</A>\#(mark)<DT><A HREF="https://b.exa"#
        #expect(throws: FileFormatError.truncatedBookmarks) { try BookmarksReader.bookmarks(Array(text.utf8)) }
    }

    @Test("Of more bookmarks than are accepted, one is kept, and the file is read to its end", arguments: [0, 1, 3, 4])
    func limit(limit: Int) throws {
        let list = (1...3).map { #"<DT><A HREF="https://a.example/">\#($0)</A><DD>about \#($0)"# }.joined()
        let bookmarks = try BookmarksReader.bookmarks(Array("<DL>\(list)</DL>".utf8), limit: limit)
        #expect(bookmarks.map(\.note) == (1...min(3, limit + 1)).map { "about \($0)" })
        #expect(throws: FileFormatError.truncatedBookmarks) {
            try BookmarksReader.bookmarks(Array("<DL>\(list)<A HREF='https://b.exa".utf8), limit: limit)
        }
    }

    @Test("Only the first description of a bookmark in its own list is its note")
    func notes() throws {
        let text = #"<DL><DT><A HREF="https://a.example/">a</A><DD>mine<DD>other</DL><DD>about the folder"#
        #expect(try BookmarksReader.bookmarks(Array(text.utf8)).map(\.note) == ["mine"])
    }

    @Test(
        "A description keeps its blank lines, indentation and spaces from its first to its last line with words",
        arguments: [
            ("One\n\nTwo\n\n- a\n    - b\n\n    x   y\n    ", "One\n\nTwo\n\n- a\n    - b\n\n    x   y"),
            ("  One\n  Two", "  One\n  Two"), ("\n \n  One\r\n\tTwo \r\n\t", "  One\n\tTwo"), (" \n\n ", ""),
            ("One<br>\nTwo<BR>Three<br>\n<br>Four", "One\nTwo\nThree\n\nFour"), ("<br>\n<br>One<br> ", "One"),
            ("One<br>\r\nTwo<br>\rThree\r\rFour &amp; Five\r\n\r\nSix", "One\nTwo\nThree\n\nFour & Five\n\nSix"),
            ("<p>One</p>\n<p>Two</p>\n", "One\n\nTwo"), ("a <b> b</b>  c&#10;&#10;d&nbsp;", "a  b  c\n\nd"),
        ], ["", "\n    <DT><A HREF='https://b.example/'>B  B\n\n C</A>", "\n<HR>"])
    func descriptions(description: (text: String, note: String), rest: String) throws {
        let list = try read("<DL><DT><A HREF='https://a.example/'>A  A\n\n A</A>\n<DD>\(description.text)\(rest)</DL>")
        #expect(list.first?.note == description.note && list.first?.title == "A A\nA")
        #expect(list.dropFirst().allSatisfy { $0.title == "B B\nC" && $0.note.isEmpty })
    }

    @Test("A tag that is too long is refused with its reason")
    func longTag() {
        let text = Array(#"<DL><DT><A HREF="https://a.example/"#.utf8) + Array(repeating: 0x61, count: 17 << 20)
        let error = #expect(throws: FileFormatError.self) { try BookmarksReader.bookmarks(text) }
        #expect(error?.description.contains("does not end") == true)
    }

    @Test("Bookmarks that are written are read back unchanged")
    func roundTrip() throws {
        var bookmarks = [
            Bookmark(
                url: "https://example.org/?a=1&b=<2>\"'", title: "a \"quoted\", <b>&amp; 'word'\nand a line\tx",
                addedAt: Date(timeIntervalSince1970: 1_772_368_200), tags: ["to read", "<i>&"],
                note: "  one\n\n    two   & <three>\n\t- four"),
            Bookmark(url: "https://example.org/", title: "<\u{301}script>"), Bookmark(url: "https://example.org/#f"),
        ]
        var writer = BookmarksWriter()
        var file = writer.opening(title: "<Leftoff>")
        writer.append(bookmarks[0], to: &file)
        writer.beginFolder("A & B\n<x>", in: &file)
        writer.append(bookmarks[1], to: &file)
        writer.beginFolder("C", in: &file)
        writer.append(bookmarks[2], to: &file)
        let complete = file + writer.closing()
        bookmarks[1].folders = ["A & B <x>"]
        bookmarks[2].folders = ["A & B <x>", "C"]
        #expect(try BookmarksReader.bookmarks(complete) == bookmarks)
        writer.endFolder(in: &file)
        writer.endFolder(in: &file)
        #expect(writer.depth == 0)
        #expect(file + writer.closing() == complete)
        writer.endFolder(in: &file)
        #expect(writer.depth == 0)
    }

    @Test("Folders are indented, and every bookmark is on one line")
    func layout() {
        var writer = BookmarksWriter()
        var file: [UInt8] = []
        writer.beginFolder("A\nB", in: &file)
        writer.append(Bookmark(url: "https://a/", title: "x\r\ny"), to: &file)
        writer.endFolder(in: &file)
        #expect(
            String(decoding: file, as: UTF8.self) == """
                    <DT><H3>A&#10;B</H3>
                    <DL><p>
                        <DT><A HREF="https://a/">x&#13;&#10;y</A>
                    </DL><p>

                """)
    }
}
