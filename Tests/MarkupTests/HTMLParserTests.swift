import Markup
import Testing

@Suite("HTML parser")
struct HTMLParserTests {
    @Test("Tags, text and ends are reported in document order, without tags that the parser inserts")
    func order() throws {
        let reports = try MarkupRecorder.reports(of: "<p id=1>a <b>b</b>&eacute;")
        #expect(reports.first == "<p id=[1]>")
        #expect(reports[1...] == ["a ", "<b>", "b", "</b>", "\u{E9}"])
    }

    /// The start tags of a text, as the tokenizer lists them.
    private func tags(_ html: String, cuts: [Int] = []) -> [String] {
        HTMLTokens.tokens(in: Array(html.utf8), cuts: cuts).compactMap { token in
            guard case .startTag(let name, let attributes, _) = token else { return nil }
            return "<\(name)\(attributes.map { " \($0.name)=[\($0.value)]" }.joined())>"
        }
    }

    @Test(
        "Attributes are parsed as the HTML Standard says, even where libxml2 differs",
        arguments: [
            ("<a href=x>", "<a href=[x]>"), ("<A HREF = 'x y' B>", "<a href=[x y] b=[]>"),
            ("<a @click='a>b' href=x>", "<a @click=[a>b] href=[x]>"), ("<a/href=x>", "<a href=[x]>"),
            ("<a b\u{0C}href\u{0C}=\u{0C}x>", "<a b=[] href=[x]>"), ("<a href=\"x\"b=y/>", "<a href=[x] b=[y/]>"),
            ("<a href=x/>", "<a href=[x/]>"), ("<a href=x />", "<a href=[x]>"), ("<a =x=y>", "<a =x=[y]>"),
            ("<a href= >", "<a href=[]>"), ("<a href='x\r\ny'>", "<a href=[x\ny]>"), ("<a \"href=x>", "<a \"href=[x]>"),
            ("<a href=&sol;&colon;?a&amp=b&ampc&amp;d&#128;>", "<a href=[/:?a&amp=b&ampc&d\u{20AC}]>"),
            ("<a href='\u{0}'>", "<a href=[\u{FFFD}]>"), ("<a href=x href=y>", "<a href=[x]>"),
            ("<a" + String(repeating: "b", count: 150) + " c>", "<a" + String(repeating: "b", count: 150) + " c=[]>"),
            (
                "<a " + String(repeating: "b", count: 150) + "=c d=e>",
                "<a " + String(repeating: "b", count: 150) + "=[c] d=[e]>"
            ),
            ("<svg:a b=c>", "<svg:a b=[c]>"), ("<a@b c=d>", "<a@b c=[d]>"), ("<a<b c=d>", "<a<b c=[d]>"),
            ("<a\nhref\n=\n'x'\n>", "<a href=[x]>"), ("<body background=x>", "<body background=[x]>"),
            ("<html manifest=x>", "<html manifest=[x]>"), ("<\u{E9}><a b>", "<a b=[]>"),
            ("<a href='<a href=y>'>", "<a href=[<a href=y>]>"),
        ])
    func attributes(html: String, tag: String) throws {
        #expect(tags(html) == [tag])
    }

    @Test(
        "A tag is ignored if the text ends inside it",
        arguments: [
            "<a", "<a ", "<a href", "<a href=", "<a href=x", "<a href='x", "<a href='x'", "<a href='x>y", "<a b=c /",
        ])
    func truncated(html: String) throws {
        #expect(try MarkupRecorder.tags(of: "<p>" + html) == ["<p>"])
    }

    @Test(
        "Tags in comments, declarations and end tags are ignored, and tags after them are found",
        arguments: [
            "<!-- <a> --><b>", "<!--><b>", "<!---><b>", "<!----><b>", "<!--a--!><b>", "<!-- <!--><b>", "<!--a--b--><b>",
            "<!x><b>", "<?php <b ?><b>", "</x y='<a>'><b>", "</p><b>", "</ <a><b>", "</><b>",
            "<!-- --><!--><b>", "<!DOCTYPE html><!--><b>", "< a><b>", "<3<b>",
        ])
    func notTags(html: String) throws {
        #expect(try MarkupRecorder.tags(of: html).last == "<b>")
        #expect(try MarkupRecorder.tags(of: html).contains("<a>") == false)
    }

    @Test(
        "Raw text elements contain no tags",
        arguments: [
            ("<title>a&amp;<a></title><b>", ["<title>", "a&<a>", "<b>"]),
            ("<textarea><a href=x></textarea><b>", ["<textarea>", "<a href=x>", "<b>"]),
            ("<style>a>b{}<a></STYLE ><b>", ["<style>", "a>b{}<a>", "<b>"]),
            ("<xmp>x</x><a>&amp;</xmp><b>", ["<xmp>", "x</x><a>&amp;", "<b>"]),
            ("<iframe><a></iframe><b>", ["<iframe>", "<a>", "<b>"]),
            ("<script src=x /><a></script><b>", ["<script src=[x]>", "<a>", "<b>"]),
            (
                "<script><!--<script></script><a>--></script><b>",
                ["<script>", "<!--<script></script><a>-->", "<b>"]
            ),
            ("<script><!--></script><b>", ["<script>", "<!-->", "<b>"]),
            ("<script><!--><script></script><b>", ["<script>", "<!--><script>", "<b>"]),
            ("<script>'</scriptx><a>'</script><b>", ["<script>", "'</scriptx><a>'", "<b>"]),
            ("<script><!-- <script> --></script><b>", ["<script>", "<!-- <script> -->", "<b>"]),
            ("<style><a>", ["<style>", "<a>"]),
            ("<plaintext><a></plaintext><b>", ["<plaintext>", "<a></plaintext><b>"]),
            (
                "<noembed><a></noembed><noframes><a></noframes><b>",
                ["<noembed>", "<a>", "<noframes>", "<a>", "<b>"]
            ),
            ("<noscript><b></noscript>", ["<noscript>", "<b>"]),
        ])
    func textContent(html: String, expected: [String]) throws {
        let reports = try MarkupRecorder.reports(of: html).filter { !$0.hasPrefix("</") }
        #expect(reports == expected)
    }

    @Test("Character references in text are replaced, even those that libxml2 does not know")
    func text() throws {
        let html = "<p>a&amp;b&sol;c&notit;&#128;&unknown;&lt &copy=&nbsp;&amp;lt;</p>"
        let text = try MarkupRecorder.reports(of: html).filter { !$0.hasPrefix("<p") && !$0.hasPrefix("</") }
        #expect(text.joined() == "a&b/c\u{AC}it;\u{20AC}&unknown;< \u{A9}=\u{A0}&lt;")
    }

    @Test("In SVG, titles and scripts may contain tags, CDATA contains none, and elements may close themselves")
    func foreign() throws {
        let tags = try MarkupRecorder.tags(
            of: "<svg><title><a></a></title><![CDATA[<i x>]]><path/><use href=x /></svg><title><b></title>")
        #expect(tags == ["<svg>", "<title>", "<a>", "<use href=[x]>", "<title>"])
        let recorder = MarkupRecorder()
        let html = "<svg><image/><foreignObject><video></video></foreignObject><use></use></svg><a></a><svg><p><q>"
        try recorder.parse(html)
        #expect(
            recorder.isForeign == [
                "svg": true, "image": true, "foreignobject": true, "video": false, "use": true, "a": false, "p": false,
                "q": false,
            ])
    }

    @Test(
        "Tags belong to SVG and MathML as in the standard's tree construction",
        arguments: [
            // An svg element in MathML is a MathML element, so its desc contains no HTML; in annotation-xml it is an
            // SVG element.
            ("<math><svg><desc><b-x x>", "b-x", true), ("<math><annotation-xml><svg><desc><b-x x>", "b-x", false),
            ("<svg><math><mi><b-x x>", "b-x", true), ("<math><mi><svg><desc><b-x x>", "b-x", false),
            ("<math><annotation-xml encoding=text/html><b-x x>", "b-x", false),
            ("<math><annotation-xml><b-x x>", "b-x", true), ("<math><mtext><mglyph><b-x x>", "b-x", true),
            // The end tag of an element around an integration point does not close the point.
            ("<svg><foreignObject><c-x></svg><d-x x>", "d-x", false),
            ("<svg><foreignObject><c-x></svg></c-x></foreignObject><d-x x>", "d-x", true),
            ("<svg><foreignObject><c-x></foreignObject><d-x x>", "d-x", false),
            ("<svg><foreignObject></svg><image x>", "image", false),
            ("<svg><desc></desc><d-x x>", "d-x", true), ("<svg><desc></p><d-x x>", "d-x", false),
            ("<svg><desc></p></desc><d-x x>", "d-x", true), ("<svg><desc><p></p></desc><d-x x>", "d-x", true),
            ("<svg><desc><p><p></p></desc><d-x x>", "d-x", true), ("<svg><desc><br></desc><d-x x>", "d-x", true),
            ("<svg><desc><c-x></p></c-x></desc><d-x x>", "d-x", true),
            ("<svg><g></p><d-x x>", "d-x", false), ("<svg><g></br><d-x x>", "d-x", false),
            // An open element ends with its parent, and a stray end tag closes nothing.
            ("<div><svg><g></div><d-x x>", "d-x", false), ("<svg><g></q-x><d-x x>", "d-x", true),
            ("<svg><svg></svg><d-x x>", "d-x", true), ("<svg><g/><d-x x>", "d-x", true),
            ("<svg><foreignObject/><d-x x>", "d-x", true), ("<svg/><d-x x>", "d-x", false),
            ("<svg><a></a><d-x x>", "d-x", true), ("<a><svg></a><d-x x>", "d-x", false),
            ("<svg><font><d-x x>", "d-x", true), ("<svg><font color=red><d-x x>", "d-x", false),
        ])
    func foreignNames(html: String, name: String, isForeign: Bool) throws {
        let recorder = MarkupRecorder()
        try recorder.parse(html)
        #expect(recorder.isForeign[name] == isForeign)
    }

    @Test(
        "A CDATA section begins only if the current node is an SVG or MathML element",
        arguments: [
            ("<svg><![CDATA[<b x>]]><i x>", ["<i x=[]>"]), ("<svg><desc><![CDATA[<b x>]]><i x>", ["<i x=[]>"]),
            ("<svg><desc><c-x><![CDATA[<b x>]]><i x>", ["<i x=[]>"]),
            ("<svg><desc><c-x><![CDATA[>]]<b x>]]><i x>", ["<b x=[]>", "<i x=[]>"]),
            ("<svg><foreignObject></svg><![CDATA[><b x>]]><i x>", ["<b x=[]>", "<i x=[]>"]),
        ])
    func sections(html: String, tags: [String]) throws {
        #expect(try MarkupRecorder.tags(of: html).filter { $0.contains("x=") } == tags)
    }

    @Test("Content after the end of the document is parsed")
    func afterEnd() throws {
        #expect(try MarkupRecorder.tags(of: "<html><body></body></html><a><html b><body c><i>").suffix(1) == ["<i>"])
        #expect(try MarkupRecorder.tags(of: "<html></html>\n<a>").last == "<a>")
    }

    @Test("An end tag does not close an element whose long name has the same hash")
    func collision() throws {
        // Two equal blocks of eight bytes cancel each other out in the hash.
        let name = String(repeating: "x", count: 16) + "object"
        for (inner, isInSelect) in [
            ("<\(name)>", true), ("", true), ("<\(name)></\(name)>", true), ("<object>", false),
        ] {
            let tags = try MarkupRecorder.tags(of: "<body><select><object>\(inner)</object><select id=1>")
            #expect(tags.contains("<select id=[1]>") == !isInSelect, "\(inner)")
        }
    }

    @Test("With libxml2, an HTML element after an empty element of SVG does not close itself")
    func afterEmptyForeign() throws {
        let reports = try MarkupRecorder.reports(of: "<body><p>1<svg/><x/>2</x>3", engine: .libxml2)
        #expect(try reports == MarkupRecorder.reports(of: "<body><p>1<svg/><x>2</x>3", engine: .libxml2))
        #expect(reports.contains("2") && reports.contains("3"))
    }

    @Test("Select, button and formatting elements are tracked while they are opened and closed")
    func counted() throws {
        let selects = "<body><select></select><select id=1><select id=2><select id=3></select><select id=4>"
        #expect(
            try MarkupRecorder.tags(of: selects).filter { $0.contains("id=") }
                == ["<select id=[1]>", "<select id=[3]>", "<select id=[4]>"])
        for (start, isForeign) in [
            ("<i></i><b><svg></b>", false), ("<b></b><svg></b>", true), ("<nobr></nobr><nobr><svg></nobr>", false),
            ("<b><b></b></b><svg></b>", true), ("<b><div></b></div></div><svg></b>", true),
            ("<button></button><button><b><svg></b>", false),
        ] {
            let recorder = MarkupRecorder()
            try recorder.parse("<body>\(start)<video id=1>")
            #expect(recorder.isForeign["video"] == isForeign, "\(start)")
        }
    }
}
