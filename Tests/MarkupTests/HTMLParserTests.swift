import Markup
import Testing

@Suite("Reading HTML")
struct HTMLParserTests {
    @Test("Tags, text and ends come in document order; what the parser adds is not reported as a tag")
    func order() throws {
        let reports = try MarkupRecorder.reports(of: "<p id=1>a <b>b</b>&eacute;")
        #expect(reports.first == "<p id=[1]>")
        #expect(reports[1...].starts(with: ["a ", "<b>", "b", "</b>", "\u{E9}", "</p>"]))
    }

    @Test(
        "Attributes are read as the HTML Standard says, also where libxml2 does not",
        arguments: [
            ("<a href=x>", "<a href=[x]>"), ("<A HREF = 'x y' B>", "<a href=[x y] b=[]>"),
            ("<a @click='a>b' href=x>", "<a @click=[a>b] href=[x]>"), ("<a/href=x>", "<a href=[x]>"),
            ("<a b\u{0C}href\u{0C}=\u{0C}x>", "<a b=[] href=[x]>"), ("<a href=\"x\"b=y/>", "<a href=[x] b=[y/]>"),
            ("<a href=x/>", "<a href=[x/]>"), ("<a href=x />", "<a href=[x]>"), ("<a =x=y>", "<a =x=[y]>"),
            ("<a href= >", "<a href=[]>"), ("<a href='x\r\ny'>", "<a href=[x\ny]>"), ("<a \"href=x>", "<a \"href=[x]>"),
            ("<a href=&sol;&colon;?a&amp=b&ampc&amp;d&#128;>", "<a href=[/:?a&amp=b&ampc&d\u{20AC}]>"),
            ("<a href='\u{0}'>", "<a href=[\u{FFFD}]>"), ("<a href=x href=y>", "<a href=[x] href=[y]>"),
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
        #expect(try MarkupRecorder.tags(of: html) == [tag])
    }

    @Test(
        "A tag that the text ends within is none",
        arguments: [
            "<a", "<a ", "<a href", "<a href=", "<a href=x", "<a href='x", "<a href='x'", "<a href='x>y", "<a b=c /",
        ])
    func truncated(html: String) throws {
        #expect(try MarkupRecorder.tags(of: "<p>" + html) == ["<p>"])
    }

    @Test(
        "Tags in comments, declarations and end tags are none, and tags behind them are",
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
        "Elements with text content hold no tags",
        arguments: [
            ("<title>a&amp;<a></title><b>", ["<title>", "title:a&<a>", "<b>"]),
            ("<textarea><a href=x></textarea><b>", ["<textarea>", "textarea:<a href=x>", "<b>"]),
            ("<style>a>b{}<a></STYLE ><b>", ["<style>", "style:a>b{}<a>", "<b>"]),
            ("<xmp></x><a>&amp;</xmp><b>", ["<xmp>", "xmp:</x><a>&amp;", "<b>"]),
            ("<iframe><a></iframe><b>", ["<iframe>", "iframe:<a>", "<b>"]),
            ("<script src=x /><a></script><b>", ["<script src=[x]>", "script:<a>", "<b>"]),
            (
                "<script><!--<script></script><a>--></script><b>",
                ["<script>", "script:<!--<script></script><a>-->", "<b>"]
            ),
            ("<script><!--></script><b>", ["<script>", "script:<!-->", "<b>"]),
            ("<script>'</scriptx><a>'</script><b>", ["<script>", "script:'</scriptx><a>'", "<b>"]),
            ("<script><!-- <script> --></script><b>", ["<script>", "script:<!-- <script> -->", "<b>"]),
            ("<style><a>", ["<style>", "style:<a>"]),
            ("<plaintext><a></plaintext><b>", ["<plaintext>", "plaintext:<a></plaintext><b>"]),
            (
                "<noembed><a></noembed><noframes><a></noframes><b>",
                ["<noembed>", "noembed:<a>", "<noframes>", "noframes:<a>", "<b>"]
            ),
            ("<noscript><b></noscript>", ["<noscript>", "<b>"]),
        ])
    func textContent(html: String, expected: [String]) throws {
        let reports = try MarkupRecorder.reports(of: html).filter { !$0.hasPrefix("</") }
        #expect(reports == expected)
    }

    @Test("Text has its character references replaced, those that libxml2 does not know too")
    func text() throws {
        let html = "<p>a&amp;b&sol;c&notit;&#128;&unknown;&lt &copy=&nbsp;&amp;lt;</p>"
        let text = try MarkupRecorder.reports(of: html).filter { !$0.hasPrefix("<p") && !$0.hasPrefix("</") }
        #expect(text.joined() == "a&b/c\u{AC}it;\u{20AC}&unknown;< \u{A9}=\u{A0}&lt;")
    }

    @Test("In SVG, titles and scripts may hold tags, CDATA holds none, and elements end themselves")
    func foreign() throws {
        let tags = try MarkupRecorder.tags(
            of: "<svg><title><a></a></title><![CDATA[<i x>]]><path/><use href=x /></svg><title><b></title>")
        #expect(tags == ["<svg>", "<title>", "<a>", "<path>", "<use href=[x]>", "<title>"])
        let recorder = MarkupRecorder()
        let html = "<svg><image/><foreignObject><video></video></foreignObject><g></g></svg><a></a><svg><p><q>"
        _ = try HTMLParser.parse(DecodedText(html), handler: recorder)
        #expect(
            recorder.isForeign == [
                "svg": true, "image": true, "foreignobject": true, "video": false, "g": true, "a": false, "p": false,
                "q": false,
            ])
    }

    @Test("What follows the end of the document is read on")
    func afterEnd() throws {
        #expect(try MarkupRecorder.tags(of: "<html><body></body></html><a><html b><body c><i>").suffix(1) == ["<i>"])
        #expect(try MarkupRecorder.tags(of: "<html></html>\n<a>").last == "<a>")
    }
}
