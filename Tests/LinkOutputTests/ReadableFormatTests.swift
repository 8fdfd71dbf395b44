import LinkHarvest
import Testing

@testable import LinkOutput

@Suite("Readable output formats")
struct ReadableFormatTests {
    @Test("tsv escapes separators")
    func tsv() {
        let links = [FormatScene.link("https://a/", raw: "a\tb\\c\n", text: "t", rel: ["p", "q"], source: "C:\\p")]
        let header =
            "url\traw\telement\tattribute\tkind\ttext\ttitle\trel\ttype\threflang\tdownload\tline\tcolumn\tbyte"
            + "\tsource\twarc\trecord_offset\n"
        #expect(
            FormatScene.output(TSVFormat.descriptor, links)
                == header + "https://a/\ta\\tb\\\\c\\n\ta\thref\tanchor\tt\t\tp q\t\t\t\t1\t2\t3\tC:\\\\p\t\t\n")
    }

    @Test("markdown has each URL once, with its text, its title or itself")
    func markdown() {
        let links = [
            FormatScene.link("https://a/", text: "A [b] *c*"), FormatScene.link("https://a/", text: "again"),
            FormatScene.link("https://a/#f", title: "T"), FormatScene.link("https://a/x_y"),
            FormatScene.link("https://b/", text: "a\u{1}b", title: "good"),
        ]
        #expect(
            FormatScene.output(MarkdownFormat.descriptor, links) == ##"""
                - [A \[b\] \*c\*](<https://a/>)
                - [T](<https://a/#f>)
                - [https://a/x\_y](<https://a/x_y>)
                - [good](<https://b/>)

                """##)
    }

    @Test("html and bookmarks have a list for each page")
    func pages() {
        let links = [
            FormatScene.link("https://a/?x&y", text: "<A>", title: "\"T\"", hreflang: "de", source: "https://p/"),
            FormatScene.link("https://b/", source: "https://p/"), FormatScene.link("https://c/", source: "q"),
        ]
        #expect(
            FormatScene.body(HTMLFormat.descriptor, links) == """
                <h2><bdi>https://p/</bdi></h2>
                <ul>
                <li><a href="https://a/?x&amp;y" title="&quot;T&quot;" hreflang="de" rel="noopener noreferrer"><bdi>&lt;A&gt;</bdi></a></li>
                <li><a href="https://b/" rel="noopener noreferrer"><bdi>https://b/</bdi></a></li>
                </ul>
                <h2><bdi>q</bdi></h2>
                <ul>
                <li><a href="https://c/" rel="noopener noreferrer"><bdi>https://c/</bdi></a></li>

                """)
        #expect(
            FormatScene.body(BookmarksFormat.descriptor, links) == """
                    <DT><H3>https://p/</H3>
                    <DL><p>
                        <DT><A HREF="https://a/?x&amp;y">&lt;A&gt;</A>
                        <DT><A HREF="https://b/">https://b/</A>
                    </DL><p>
                    <DT><H3>q</H3>
                    <DL><p>
                        <DT><A HREF="https://c/">https://c/</A>

                """)
    }

    @Test("opml has feeds as subscriptions and other links as links")
    func opml() {
        let links = [
            FormatScene.link("https://a/f", kind: .feed, title: "News", hreflang: "en"),
            FormatScene.link("https://b/", text: "\"B\""),
        ]
        #expect(
            FormatScene.body(OPMLFormat.descriptor, links) == """
                    <outline text="News" title="News" language="en" type="rss" xmlUrl="https://a/f"/>
                    <outline text="&quot;B&quot;" type="link" url="https://b/"/>

                """)
    }

    @Test(
        "A template writes text, escapes and fields",
        arguments: [
            (#"{url}\t{text}"#, "https://a/\tT\n"), (#"{url}\n"#, "https://a/\n"), (#"{url}\0"#, "https://a/\0"),
            ("{{{text}}}", "{T}\n"), ("{{url}}", "{url}\n"), ("}a", "}a\n"), (#"a\\nb\r"#, "a\\nb\r\n"),
            ("{line}:{column}:{byte} {rel} {kind} {download}|", "1:2:3 p q anchor |\n"), ("", "\n"),
            ("é{element}.{attribute}", "éa.href\n"),
        ])
    func template(template: String, expected: String) throws {
        let link = FormatScene.link("https://a/", text: "T", rel: ["p", "q"])
        #expect(FormatScene.output(try LinkFormatDescriptor(parsing: "template:" + template), [link]) == expected)
    }

    @Test(
        "A malformed template is an error",
        arguments: [
            ("{nothing}", LinkFormatError.unknownField("nothing")), ("{URL}", .unknownField("URL")),
            ("{}", .unknownField("")), ("{url", .unclosedField), ("{", .unclosedField),
            (#"\x"#, .unknownEscape(#"\x"#)),
            (#"a\"#, .unknownEscape(#"\ at the end"#)),
        ])
    func refusedTemplate(template: String, error: LinkFormatError) {
        #expect(throws: error) { try LinkFormatDescriptor(parsing: "template:" + template) }
    }

    @Test("Every field can be used in a template, and an unknown format is an error")
    func names() throws {
        for field in LinkField.allCases { _ = try LinkTemplate("{\(field.rawValue)}") }
        #expect(throws: LinkFormatError.unknownFormat("templates")) { try LinkFormatDescriptor(parsing: "templates") }
    }
}
