import Markup
import Testing

@Suite("Elements by selector")
struct ElementScopeTests {
    /// The offsets of the start tags of simple test pages: of every `<` before a letter.
    private func startTags(_ html: [UInt8]) -> [Int] {
        html.indices.dropLast().filter {
            html[$0] == 0x3C && (html[$0 + 1] | 0x20) >= 0x61 && (html[$0 + 1] | 0x20) <= 0x7A
        }
    }

    /// Returns the `id` of every start tag in scope.
    private func ids(_ html: String, _ selector: String) throws -> String {
        let bytes = Array(html.utf8)
        let tags = startTags(bytes)
        let inScope = try bytes.withUnsafeBufferPointer { try ElementScope(selector).contains(startTags: tags, of: $0) }
        return zip(tags, inScope).compactMap { tag, isIn -> String? in
            guard isIn else { return nil }
            let text = String(decoding: bytes[tag...], as: UTF8.self).dropFirst().prefix { $0 != "<" }
            return text.contains("id=") ? String(text.split(separator: "id=")[1].prefix(1)) : nil
        }.joined()
    }

    private static let page = """
        <!DOCTYPE html><html><body><!-- </html> > - --><div id=a class="one two" lang="en-US">\
        <p id=b>text<p id=c title='x"y'>\
        <a id=d href="/D.PDF">l</a></div><script>"<\\/div>"</script><ul id=e><li id=f>1<li id=g class=two>2<li id=h>3\
        <li id=i>4</ul><svg id=j><a id=k xlink:href=q></a></svg></body></html>
        """

    @Test(
        "A CSS selector selects elements and their contents",
        arguments: [
            ("div", "abcd"), ("DIV", "abcd"), ("*", "abcdefghijk"), ("#c", "cd"), (".two", "abcdg"),
            ("div.two.one", "abcd"),
            ("li.two", "g"), ("div > p", "bcd"), ("body > p", ""), ("div a", "d"), ("p + p", "cd"), ("li ~ li", "ghi"),
            ("#f, #d", "df"), ("[lang|=en]", "abcd"), ("[href$='.pdf' i]", "d"), ("[href$='.pdf']", ""),
            ("[href^='/D']", "d"), ("[href*=PD]", "d"), ("[class~=two]", "abcdg"), ("[title='x\"y']", "cd"),
            ("[href^='']", ""),
            ("li:first-child", "f"), ("li:last-child", "i"), ("li:nth-child(2n)", "gi"), ("li:nth-child(odd)", "fh"),
            ("li:nth-child(-n+2)", "fg"), ("li:nth-last-child(1)", "i"), ("li:nth-of-type( 3 )", "h"),
            ("p:first-of-type", "b"),
            ("li:nth-child(1 of .two)", "g"), ("li:not(.two, :last-child)", "fh"), (":is(p, ul) > :is(a, li)", "dfghi"),
            (":where(#a) p", "bcd"), ("p:has(> a)", "cd"), ("div:has(a)", "abcd"), ("p:only-child", ""),
            ("li:nth-child(n + 3)", "hi"),
            ("a:any-link", "d"), ("[xlink\\:href]", "k"), ("css:svg a", "k"), ("#\\61", "abcd"), (" ul ", "efghi"),
        ])
    func css(selector: String, expected: String) throws {
        #expect(try ids(Self.page, selector) == expected)
    }

    @Test(
        "An XPath expression selects elements and their contents",
        arguments: [
            ("//ul/li[2]", "g"), ("//a/@href", "d"), ("//li[text()='3']", "h"), ("(//li)[last()]", "i"),
            ("xpath:descendant::p[1]", "b"),
            ("//p[contains(., 'l')]", "cd"), ("/", "abcdefghijk"), ("//nothing", ""),
        ])
    func xpath(selector: String, expected: String) throws {
        #expect(try ids(Self.page, selector) == expected)
    }

    @Test(
        "An invalid selector gives an error of one line",
        arguments: [
            "", "div >", "div[", "div[a=]", "a:hover", "a::before", ":nth-child(x)", "a,,b", "//a[", "//a/foo()",
            "xpath:", "(", "#",
            ".", "a)", "[a='b]", "p:has(a b)", ":first-of-type", "1", "count(//a)x", "@href",
        ])
    func bad(selector: String) {
        do {
            _ = try ids(Self.page, selector)
            Issue.record("no error")
        } catch {
            #expect(!"\(error)".contains("\n"))
            #expect("\(error)".hasPrefix("selector '\(selector)': "))
        }
    }

    @Test("A selector of more than 10,000 bytes is rejected at once")
    func longSelector() throws {
        let selector = String(repeating: "a,", count: 5_000)
        #expect(
            throws: ElementScopeError.badSelector(
                "a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,...", reason: "longer than 10000 bytes")
        ) {
            _ = try ElementScope(selector + "a")
        }
    }

    @Test(
        "An expression that does not select elements is rejected before a page is parsed",
        arguments: ["xpath:count(//a)", "xpath:1+1"])
    func noNodes(selector: String) {
        #expect(throws: ElementScopeError.self) { try ElementScope(selector) }
    }

    @Test("The error for an unknown function or variable names it", arguments: ["//p[foo()]", "//p[$v]"])
    func unknown(selector: String) {
        let error = #expect(throws: ElementScopeError.self) { try ids("<p id=a>", selector) }
        let words = error.map { "\($0)".dropFirst("selector '\(selector)': ".count) }
        #expect(words?.isEmpty == false && words?.contains("no elements") == false, "\(words ?? "")")
    }

    @Test("Markup in a selector is treated as text")
    func quotes() throws {
        #expect(try ids("<p id=a title=\"'\"><p id=b>", "[title=\"'\"]") == "a")
        #expect(try ids("<p id=a title=\"'&quot;\"><p id=b>", "[title=\"'\\\"\"]") == "a")
        #expect(try ids("<p id=a><p id=b>", "[title=\"'] | //*[@id='a\"]").isEmpty)
    }

    @Test("Tags that libxml2 would lose are selected too")
    func departures() throws {
        #expect(
            try ids("<div><a @click='a>b' id=a></a><!--><a/id=b></div><textarea></p></textarea><div id=c>", "div")
                == "abc")
        #expect(try ids("<div id=a data-leftoff-tag=7><p id=b></div><i id=c>", "div") == "ab")
    }

    @Test("Hostile pages end in bounded time", .timeLimit(.minutes(5)))
    func hostile() throws {
        let deep = String(repeating: "<div>", count: 100_000)
        #expect(throws: ElementScopeError.tooDeep) { try ids(deep, "div") }
        let names = (0..<100_000).map { " a\($0)=1" }.joined()
        #expect(try ids("<p id=a\(names)><i id=b>", "p") == "ab")
        #expect(try ids("<p id=a title='" + String(repeating: "x", count: 11 << 20) + "'><i id=b></i>", "i") == "b")
        #expect(try ids("", "p").isEmpty)
        #expect(try ids("<p id=a>\u{0}<i id=b>", "i") == "b")
        let wide = String(repeating: "<b></b>", count: 30_000)
        #expect(throws: ElementScopeError.tooLong("b:nth-child(2n)")) { try ids(wide, "b:nth-child(2n)") }
        let stray = String(repeating: "<u>", count: 500) + String(repeating: "</z>", count: 100_000) + "<i id=a>"
        #expect(try ids(stray, "i") == "a")
    }
}
