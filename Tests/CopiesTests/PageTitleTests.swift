import Testing

@testable import Copies

@Suite("The title of a page")
struct PageTitleTests {
    private static func title(_ html: String, type: String? = "text/html; charset=utf-8") throws -> String? {
        try PageTitle.find(in: Array(html.utf8), contentType: type)
    }

    @Test(
        "The title is that of the first title element, or else of og:title, without surplus white space",
        arguments: [
            ("<title>The harbour</title>", "The harbour"),
            ("<!DOCTYPE html><html><head><title>\n The\t harbour \n</title></head>", "The harbour"),
            ("<title>Fish &amp; chips &#8211; Caf&eacute;</title>", "Fish & chips – Café"),
            ("<title>One</title><title>Two</title>", "One"),
            ("<title></title><meta property=og:title content='From the graph'>", "From the graph"),
            ("<meta property='og:title' content='Graph'><title>Element</title>", "Element"),
            ("<meta PROPERTY='OG:Title' content=' The  graph '>", "The graph"),
            ("<meta name=og:title content='By name'>", "By name"),
            ("<meta property=og:title content=' '><meta property=og:title content=Second>", "Second"),
            ("<meta name=title content='Not this'>", nil),
            ("<svg><title>A drawing</title></svg><title>The page</title>", "The page"),
            ("<template><title>A pattern</title></template><title>The page</title>", "The page"),
            ("<head><noscript><img src=x></noscript><title>After the counter</title>", "After the counter"),
            ("<script>document.write('<title>written</title>')</script><title>Real</title>", "Real"),
            ("<style>/* <title>styled</title> */</style><p>Text", nil),
            ("<title>Never closed", "Never closed"),
            ("<title>a <b>bold</b> claim</title>", "a <b>bold</b> claim"),
            ("<p>No head at all", nil), ("", nil),
        ] as [(String, String?)])
    func found(html: String, title: String?) throws {
        #expect(try Self.title(html) == title)
    }

    @Test("A long title is cut at 500 UTF-16 units")
    func long() throws {
        let title = try #require(try Self.title("<title>\(String(repeating: "🦊", count: 400))</title>"))
        #expect(title == String(repeating: "🦊", count: 250))
    }

    @Test("The title is decoded as the response, a byte order mark or the page declares")
    func encodings() throws {
        let word: [UInt8] = Array("<title>caf".utf8) + [0xE9] + Array("</title>".utf8)
        #expect(try PageTitle.find(in: word, contentType: "text/html; charset=iso-8859-1") == "café")
        let declared = Array("<meta charset=windows-1251>".utf8) + Array("<title>".utf8) + [0xCB, 0xE8, 0xF1, 0xE0]
        #expect(try PageTitle.find(in: declared, contentType: "text/html") == "Лиса")
        let marked: [UInt8] = [0xFF, 0xFE] + "<title>狐</title>".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        #expect(try PageTitle.find(in: marked, contentType: nil) == "狐")
    }

    @Test(
        "Only a web page has a title",
        arguments: [
            ("application/pdf", false), ("text/plain", false), ("image/svg+xml", false), ("text/html", true),
            ("Text/HTML;charset=x", true), ("application/xhtml+xml", true), (nil, true),
        ] as [(String?, Bool)])
    func types(type: String?, isPage: Bool) throws {
        #expect(PageTitle.isPage(contentType: type) == isPage)
        if isPage {
            #expect(try Self.title("<title>x</title>", type: type) == "x")
        } else {
            #expect(throws: PageReadingError.self) { try Self.title("<title>x</title>", type: type) }
        }
    }

    @Test("Bytes without a type that are no text have no title")
    func binary() {
        #expect(throws: PageReadingError.self) {
            try PageTitle.find(in: [0x89, 0x50, 0x4E, 0x47, 0, 1, 2, 3], contentType: nil)
        }
    }
}
