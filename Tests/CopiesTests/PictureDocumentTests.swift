import Markup
import Testing

@testable import Copies
@testable import Places

@Suite("The picture of a page")
struct PictureDocumentTests {
    private func document(_ html: String, quote: String = "no such words in this copy") throws -> PictureDocument {
        let copy = PictureCopy(html: html, url: "https://example.org/a", title: "A page")
        return PictureDocument(
            copy, details: ReaderDocumentTests.details(try LineSearchTests.snapshot(quote), kinds: [.text, .picture]))
    }

    /// Returns the part of the document that comes from the page.
    private func content(_ html: String) throws -> String {
        let whole = try document(html).html
        return String(whole[..<(whole.firstRange(of: "\n<style>#leftoff-line")?.lowerBound ?? whole.endIndex)])
    }

    @Test(
        "Nothing of a hostile client's picture runs or loads anything",
        arguments: [
            "<script>alert(1)</script>", "<script src=https://evil.example/x.js></script>",
            "<img src=https://evil.example/x.png>", "<img src=x onerror=alert(1)>",
            "<img srcset='//evil.example/x 2x'>",
            "<body onload=alert(1)>", "<a href=javascript:alert(1)>x</a>", "<a href=' java\tscript:alert(1)'>x</a>",
            "<iframe src=https://evil.example></iframe>", "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
            "<object data=https://evil.example></object>", "<embed src=https://evil.example>",
            "<base href=https://evil.example/>", "<link rel=stylesheet href=https://evil.example/x.css>",
            "<meta http-equiv=refresh content='0;url=https://evil.example'>",
            "<form action=https://evil.example><button formaction=https://evil.example>x</button></form>",
            "<svg><script>alert(1)</script></svg>", "<svg onload=alert(1)><use href=https://evil.example/x#y /></svg>",
            "<svg><image href=https://evil.example/x.png /></svg>",
            "<svg><a><animate attributeName=href values=javascript:alert(1) /></a></svg>",
            "<svg><set attributeName=href to=javascript:alert(1)></svg>",
            "<svg><style><img src=x onerror=alert(1)></style></svg>",
            "<svg><rect fill='url(https://evil.example/x#y)'></svg>",
            "<math><mtext><style><img src=x onerror=alert(1)></style></mtext></math>",
            "<style>@import 'https://evil.example/x.css';</style>", "<style>@import url(https://evil.example)</style>",
            "<style>p{background:url(https://evil.example/x.png)}</style>",
            "<style>p{background:u\\72l(https://evil.example/x.png)}</style>",
            "<style>p{background:image-set('https://evil.example/x.png' 1x)}</style>",
            "<style>@font-face{font-family:x;src:url('//evil.example/x.woff')}</style>",
            "<style>/*</style><script>alert(1)</script>*/</style>", "<style></style/><img src=x onerror=alert(1)>",
            "<p style='background:url(\"https://evil.example/x.png\")'>x</p>",
            "<p style='background:url(&quot;https://evil.example/x.png&quot;'>x</p>",
            "<table background=https://evil.example/x.png><td>x</table>",
            "<video poster=https://evil.example/x.png src=https://evil.example/x.mp4></video>",
            "<audio src=https://evil.example/x.mp3 autoplay></audio>", "<track src=https://evil.example/x>",
            "<input type=image src=https://evil.example/x.png>",
            "<noscript><img src=https://evil.example/x></noscript>",
            "<noscript><p title='</noscript><img src=x onerror=alert(1)>'></noscript>",
            "<template><script>alert(1)</script></template>", "<xmp><script>alert(1)</script></xmp>",
            "<textarea></textarea><script>alert(1)</script>", "<title></title><script>alert(1)</script>",
            "<!--><script>alert(1)</script>-->", "<!-- --!><img src=x onerror=alert(1)> -->",
            "<![CDATA[<script>alert(1)</script>]]>", "<plaintext><script>alert(1)</script>",
            "<img src='data:text/html,<script>alert(1)</script>'>", "<a href='data:text/html,x'>x</a>",
            "<p is=x xmlns:evil=https://evil.example>x</p>", "<a href=x ping=https://evil.example>x</a>",
            "<frameset onload=alert(1)><frame src=https://evil.example></frameset>",
        ])
    func hostile(markup: String) throws {
        let html = try content("<!doctype html><html><head></head><body>\(markup)<p>After</p></body></html>")
        let tokens = HTMLTokens.tokens(ofDocument: Array(html.utf8))
        for case .startTag(let name, let attributes, _) in tokens {
            #expect(
                ![
                    "script", "iframe", "object", "embed", "base", "form", "frame", "frameset", "template", "noscript",
                    "animate", "set", "audio", "xmp", "plaintext",
                ].contains(name), "\(html)")
            for attribute in attributes where attribute.name != "rel" {
                #expect(!attribute.name.hasPrefix("on"), "\(html)")
                let isCanonical = name == "link" && attribute.value == "https://example.org/a"
                #expect(!attribute.value.contains("evil.example"), "\(html)")
                #expect(isCanonical || name != "link" || attribute.value == "canonical", "\(html)")
                #expect(!attribute.value.lowercased().contains("script:"), "\(html)")
            }
        }
        // Inside SVG, a browser reads tags where HTML has only text.
        for match in html.matches(of: /<style[^>]*>([^<]*)/) {
            #expect(!match.1.contains("evil.example"), "\(match.0)")
        }
        #expect(!html.contains("<img src=x onerror"), "\(html)")
    }

    @Test("What only shows something is kept: styles, pictures, drawings, links, the document type")
    func kept() throws {
        let html = try content(
            """
            <!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "x"><html lang="de"><head><title>A &amp; B</title>\
            <style>.md\\:a::before{content:"\\201C a<b";width:calc(1px + 2%)}\
            @media (width>600px){a{background:url("data:image/png;base64,AAAA")}}</style></head>\
            <body class="x" bgcolor="#fff"><p style="color:red;margin:0 auto">A<br>b</p>\
            <img alt="i" src="data:image/png;base64,AAAA" width="3"><a href="https://example.org/?a=1&amp;b=2">l</a>\
            <svg viewBox="0 0 1 1"><path d="M0 0h1" fill="url(#g)"/></svg><ol start="3"><li value="7">x</ol></body>
            """)
        for part in [
            "<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Strict//EN\">", "<html lang=\"de\">",
            "<title>A &amp; B</title>", ".md\\3a a::before{content:\"\u{201C}a\\3c b\"", "calc(1px + 2%)",
            "@media (width>600px)", "url(\"data:image/png;base64,AAAA\")", "style=\"color:red;margin:0 auto\"", "<br>",
            "src=\"data:image/png;base64,AAAA\"", "href=\"https://example.org/?a=1&amp;b=2\" rel=\"noreferrer\"",
            "viewbox=\"0 0 1 1\"", "fill=\"url(&quot;#g&quot;)\"/>", "start=\"3\"", "value=\"7\"",
        ] { #expect(html.contains(part), "\(part)\n\(html)") }
    }

    @Test("The line is marked in the page's text, not in its title or its styles")
    func mark() throws {
        let words = "these are the words of the line"
        let document = try document(
            "<html><head><title>\(words)</title></head><body><p>Before</p><p>Some of <b>these are</b> the words of "
                + "the line and more</p></body></html>", quote: words)
        #expect(document.findsLine)
        #expect(document.html.contains("<p>Some of <b><span id=\"leftoff-line\""))
        #expect(document.html.ranges(of: "id=\"leftoff-line\"").count == 1)
    }

    @Test("An element of the page cannot take the id of the line")
    func falseMark() throws {
        #expect(try !content("<p id=leftoff-line>x</p>").contains("leftoff-line"))
    }

    @Test("A picture of six megabytes is filtered", .timeLimit(.minutes(5)))
    func large() throws {
        let paragraph =
            "<p class=\"a b\" style=\"color: red\">Some words of a <b>long</b> page &amp; more of them</p>\n"
        let html = String(repeating: paragraph, count: (6 << 20) / paragraph.utf8.count)
        #expect(try document(html).html.utf8.count > 6 << 20)
    }
}
