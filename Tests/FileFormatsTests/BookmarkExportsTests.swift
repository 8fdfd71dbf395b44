import FileFormats
import FoundationEssentials
import Testing

@Suite("Bookmark files of other programs")
struct BookmarkExportsTests {
    @Test("The exports of browsers and bookmark services are read", arguments: Self.exports)
    func reading(text: String, expected: [Bookmark]) throws {
        #expect(try BookmarksReader.bookmarks(Array(text.utf8)) == expected)
    }

    private static let exports: [(String, [Bookmark])] = [
        // Firefox.
        (
            """
            <!DOCTYPE NETSCAPE-Bookmark-file-1>
            <!-- This is an automatically generated file.
                 It will be read and overwritten.
                 DO NOT EDIT! -->
            <META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
            <meta http-equiv="Content-Security-Policy"
                  content="default-src 'self'; script-src 'none'; img-src data: *; object-src 'none'"></meta>
            <TITLE>Bookmarks</TITLE>
            <H1>Bookmarks Menu</H1>

            <DL><p>
                <DT><H3 ADD_DATE="1700000000" LAST_MODIFIED="1700000001" PERSONAL_TOOLBAR_FOLDER="true">Toolbar</H3>
                <DD>Add bookmarks to this folder to see them displayed on the Bookmarks Toolbar
                <DL><p>
                    <DT><A HREF="https://example.org/?a=1&amp;b=2" ADD_DATE="1700000002" LAST_MODIFIED="1700000003" ICON_URI="https://example.org/favicon.ico" ICON="data:image/png;base64,iVBORw0KGgo=" SHORTCUTURL="ex" TAGS="swift,to read">Let&#39;s &quot;read&quot;</A>
                    <DD>A description
                    <HR>    <DT><A HREF="place:sort=8&amp;maxResults=10">Most Visited</A>
                </DL><p>
            </DL>

            """,
            [
                Bookmark(
                    url: "https://example.org/?a=1&b=2", title: "Let's \"read\"",
                    addedAt: Date(timeIntervalSince1970: 1_700_000_002), tags: ["swift", "to read"],
                    note: "A description", attributes: [.hasIcon, .hasKeyword, .hasModificationTime, .isModified])
            ]
        ),
        // Chrome.
        (
            """
            <!DOCTYPE NETSCAPE-Bookmark-file-1>
            <!-- This is an automatically generated file.
                 It will be read and overwritten.
                 DO NOT EDIT! -->
            <META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
            <TITLE>Bookmarks</TITLE>
            <H1>Bookmarks</H1>
            <DL><p>
                <DT><H3 ADD_DATE="1700000000" LAST_MODIFIED="0" PERSONAL_TOOLBAR_FOLDER="true">Bar</H3>
                <DL><p>
                    <DT><A HREF="https://example.org/" ADD_DATE="1700000000" ICON="data:image/png;base64,iVBORw0KGgo=">Tom &amp; Jérôme</A>
                    <DT><A HREF="chrome://settings/" ADD_DATE="1700000000">Settings</A>
                </DL><p>
            </DL><p>

            """,
            [
                Bookmark(
                    url: "https://example.org/", title: "Tom & Jérôme",
                    addedAt: Date(timeIntervalSince1970: 1_700_000_000), attributes: .hasIcon)
            ]
        ),
        // Safari.
        (
            """
            <!DOCTYPE NETSCAPE-Bookmark-file-1>
            \t<HTML>
            \t<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
            \t<Title>Bookmarks</Title>
            \t<H1>Bookmarks</H1>
            \t<DT><H3 FOLDED>Favorites</H3>
            \t<DL><p>
            \t\t<DT><A HREF="https://example.org/a">Example</A>
            \t</DL><p>
            \t<DT><H3 FOLDED id="com.apple.ReadingList">Reading List</H3>
            \t<DL><p>
            \t\t<DT><A HREF="https://example.org/b">Other</A>
            \t</DL><p>
            </HTML>

            """,
            [
                Bookmark(url: "https://example.org/a", title: "Example", folders: ["Favorites"]),
                Bookmark(url: "https://example.org/b", title: "Other", attributes: .toRead),
            ]
        ),
        // Pinboard.
        (
            """
            <!DOCTYPE NETSCAPE-Bookmark-file-1>
            <META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
            <TITLE>Pinboard Bookmarks</TITLE>
            <H1>Bookmarks</H1>
            <DL><p><DT><A HREF="https://example.org/" ADD_DATE="1700000000" PRIVATE="1" TOREAD="0" TAGS="a,b">One</A>
            <DD>&lt;blockquote&gt;quoted&lt;/blockquote&gt;
            second line

            <DT><A HREF="https://example.org/2" ADD_DATE="1700000001" PRIVATE="0" TOREAD="1" TAGS="">Two</A>
            </DL></p>

            """,
            [
                Bookmark(
                    url: "https://example.org/", title: "One", addedAt: Date(timeIntervalSince1970: 1_700_000_000),
                    tags: ["a", "b"], note: "<blockquote>quoted</blockquote>\nsecond line",
                    attributes: [.hasReadingList, .isPrivate]),
                Bookmark(
                    url: "https://example.org/2", title: "Two", addedAt: Date(timeIntervalSince1970: 1_700_000_001),
                    attributes: [.hasReadingList, .toRead, .isPublic]),
            ]
        ),
    ]
}
