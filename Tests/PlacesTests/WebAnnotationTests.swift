import FoundationEssentials
import Syntax
import Testing
import WHATWGURL

@testable import Places

@Suite("Web annotations")
struct WebAnnotationTests {
    private static let page = "https://example.org/a"

    private func snapshot(_ text: String) throws(SnapshotError) -> PageSnapshot { try PageSnapshot(json: text.utf8) }

    private func anchor(selector: String) throws -> SnapshotAnchor {
        let text = #"{"type":"Annotation","target":{"source":"\#(Self.page)","selector":\#(selector)}}"#
        let snapshot = try snapshot(text)
        #expect(snapshot.url.href == Self.page)
        return try #require(snapshot.primaryAnchor)
    }

    @Test("A selector within a shadow tree or frame is not written as one of the page", arguments: [true, false])
    func nestedSelector(isNested: Bool) throws {
        let path = isNested ? #","path":["x-card"]"# : ""
        let anchor = #"{"role":"primary","quote":{"exact":"words"},"selector":"main > p"\#(path)}"#
        let snapshot = try snapshot(#"{"url":"\#(Self.page)","anchors":[\#(anchor)]}"#)
        let text = String(decoding: snapshot.webAnnotation.encoded(), as: UTF8.self)
        #expect(text.contains("TextQuoteSelector") && text.contains("CssSelector") == !isNested)
    }

    @Test("An annotation becomes a snapshot that has a primary anchor and contains the annotation")
    func wholeAnnotation() throws {
        let text = #"""
            {"@context":"http://www.w3.org/ns/anno.jsonld","id":"http://example.org/anno1","type":"Annotation",
            "created":"2015-10-13T13:00:00Z","body":{"type":"TextualBody","value":"Nice"},
            "target":{"source":"https://example.org/page1","selector":{"type":"TextQuoteSelector",
            "exact":"annotation","prefix":"this is an ","suffix":" that has some"}}}
            """#
        let snapshot = try snapshot(text)
        #expect(snapshot.url.href == "https://example.org/page1")
        #expect(snapshot.json["schema"] == .number(1))
        let anchor = try #require(snapshot.primaryAnchor)
        #expect(
            anchor.quote == TextQuote(exact: "annotation", prefix: "this is an ", suffix: " that has some"))
        #expect(anchor.characterOffset == 0 && anchor.offsetX == 0 && anchor.offsetY == 0)
        #expect(snapshot.capturedAt == Date(timeIntervalSince1970: 1_444_741_200))
        #expect(snapshot.json["annotation"]?["body"]?["value"] == .string("Nice"))
        #expect(try PageSnapshot(json: snapshot.encoded()) == snapshot)
    }

    @Test("An annotation from Hypothesis becomes a snapshot")
    func hypothesis() throws {
        let text = #"""
            {"id":"x","uri":"https://example.org/a","created":"2026-01-02T03:04:05.678901+00:00","target":[{
            "source":"https://example.org/a","selector":[
            {"type":"RangeSelector","endOffset":7,"startOffset":3,"endContainer":"/main[1]/p[2]",
            "startContainer":"/main[1]/p[2]"},
            {"type":"TextPositionSelector","start":100,"end":104},
            {"type":"TextQuoteSelector","exact":"fox\n   went","prefix":"The ","suffix":" on"}]}]}
            """#
        let anchor = try #require(try snapshot(text).primaryAnchor)
        #expect(anchor.quote == TextQuote(exact: "fox went", prefix: "The ", suffix: " on"))
        #expect(anchor.selector == "body > main:nth-of-type(1) > p:nth-of-type(2)")
        #expect(anchor.position == 100)
    }

    @Test("An object with a URL and selectors becomes a snapshot; an unusable selector is refused")
    func urlWithSelector() throws {
        let quote = #"{"type":"TextQuoteSelector","exact":"annotation"}"#
        for selector in [quote, "[\(quote)]"] {
            let snapshot = try snapshot(#"{"url":"\#(Self.page)","title":"T","selector":\#(selector)}"#)
            #expect(snapshot.url.href == Self.page && snapshot.title == "T")
            #expect(snapshot.primaryAnchor?.quote == TextQuote(exact: "annotation"))
            #expect(try PageSnapshot(json: snapshot.encoded()) == snapshot)
        }
        #expect(throws: SnapshotError.self) {
            try self.snapshot(#"{"url":"\#(Self.page)","selector":{"type":"SvgSelector","value":"x"}}"#)
        }
        let stored = try snapshot(#"{"schema":1,"url":"\#(Self.page)","selector":{"a":1}}"#)
        #expect(stored.json["selector"]?["a"]?.integer == 1 && stored.primaryAnchor == nil)
    }

    @Test(
        "A snapshot without a schema keeps its keys, an unknown `selector` among them",
        arguments: [
            #""pageYOffset":1200"#, #""baseURI":"https://example.org/""#, #""progress":{"px":0.5}"#,
            #""selection":{"exact":"fox"}"#, #""capturedAt":"2026-01-02T03:04:05Z""#, #""schema":1"#,
        ])
    func snapshotWithSelector(member: String) throws {
        let key = try #require(member.split(separator: "\"").first.map(String.init))
        for selector in [#"{"x":1}"#, #"{"type":"TextQuoteSelector","exact":"fox"}"#] {
            let snapshot = try snapshot(#"{"url":"\#(Self.page)",\#(member),"selector":\#(selector)}"#)
            #expect(snapshot.json[key] != nil && snapshot.json["selector"] != nil && snapshot.anchors.isEmpty)
        }
    }

    @Test("A specific resource becomes a snapshot, and so does a selector with a source")
    func parts() throws {
        let resource =
            #"{"type":"SpecificResource","source":"\#(Self.page)","selector":{"type":"CssSelector","value":"p"}}"#
        #expect(try snapshot(resource).primaryAnchor?.selector == "p")
        let selector = #"{"type":"TextQuoteSelector","source":{"id":"\#(Self.page)"},"exact":"fox"}"#
        #expect(try snapshot(selector).primaryAnchor?.quote == TextQuote(exact: "fox"))
    }

    @Test(
        "An annotation of a whole page becomes a snapshot without anchors",
        arguments: [
            #"{"type":"Annotation","target":"https://example.org/a"}"#,
            #"{"type":["Annotation"],"target":[{"id":"https://example.org/a","type":"Text"},{"source":"https://b.example/"}]}"#,
            #"{"target":{"source":"https://example.org/a","selector":null}}"#,
        ])
    func wholePage(text: String) throws {
        let snapshot = try snapshot(text)
        #expect(snapshot.url.href == Self.page && snapshot.anchors.isEmpty)
    }

    @Test("A text directive in the URL becomes the primary anchor")
    func addressWithDirective() throws {
        let text = #"{"type":"Annotation","target":"https://example.org/a#part:~:text=the%20old-,fox%2C,-went&text=x"}"#
        let quote = try snapshot(text).primaryAnchor?.quote
        #expect(quote == TextQuote(exact: "fox,", prefix: "the old", suffix: "went"))
    }

    @Test(
        "White space is collapsed as in the scripts",
        arguments: [
            ("  The\\u00a0 fox\\n\\t went ", "The fox went"), ("go\\u00ading\\u200b on", "going on"),
            ("a\\u3000b", "a b"),
        ])
    func whiteSpace(written: String, read: String) throws {
        #expect(try anchor(selector: #"{"type":"TextQuoteSelector","exact":"\#(written)"}"#).quote?.exact == read)
    }

    @Test(
        "A selector of an element becomes a CSS selector",
        arguments: [
            (#"{"type":"CssSelector","value":"main > p"}"#, "main > p"),
            (#"[{"type":"XPathSelector","value":"/html/body/p[3]"},{"type":"CssSelector","value":"p"}]"#, "p"),
            (
                #"{"type":"XPathSelector","value":"/html/body/div[2]/P[3]"}"#,
                "html > body > div:nth-of-type(2) > p:nth-of-type(3)"
            ),
            (#"{"type":"XPathSelector","value":"/html[1]/body[1]/p"}"#, "html > body > p:nth-of-type(1)"),
            (#"{"type":"XPathSelector","value":"//*[@id='text']/p[2]/text()[1]"}"#, #"[id="text"] > p:nth-of-type(2)"#),
            (
                #"{"type":"XPathSelector","value":"/div[1]/my-app[2]"}"#,
                "body > div:nth-of-type(1) > my-app:nth-of-type(2)"
            ),
            (#"{"type":"FragmentSelector","value":"a%20\"b"}"#, #"[id="a \"b"]"#),
            (#"{"type":["oa:FragmentSelector"],"value":"part"}"#, #"[id="part"]"#),
            (
                #"""
                {"type":"RangeSelector","startSelector":{"type":"XPathSelector","value":"/html/body/p"},\#
                "endSelector":{}}
                """#,
                "html > body > p:nth-of-type(1)"
            ),
        ])
    func elements(selector: String, css: String) throws {
        #expect(try anchor(selector: selector).selector == css)
    }

    @Test(
        "A refinement narrows the place to a part of the quote",
        arguments: [
            (#"{"type":"TextPositionSelector","start":4,"end":7}"#, 4),
            (#"{"type":"TextPositionSelector","start":900,"end":901}"#, 14),
            (#"{"type":"TextQuoteSelector","exact":"fox"}"#, 8),
            (#"{"type":"TextQuoteSelector","exact":"wolf"}"#, 0),
        ])
    func refinedQuote(refinement: String, character: Int) throws {
        let anchor = try anchor(
            selector: #"{"type":"TextQuoteSelector","exact":"The old fox ran","refinedBy":\#(refinement)}"#)
        #expect(anchor.quote?.exact == "The old fox ran" && anchor.characterOffset == character)
    }

    @Test("A quote within an element is kept with the element, but a position within an element is ignored")
    func refinedElement() throws {
        let both = try anchor(
            selector: #"{"type":"CssSelector","value":"p","refinedBy":[{"type":"TextQuoteSelector","exact":"fox"}]}"#)
        #expect(both.selector == "p" && both.quote?.exact == "fox")
        let position = try anchor(
            selector:
                #"{"type":"CssSelector","value":"p","refinedBy":{"type":"TextPositionSelector","start":4,"end":7}}"#)
        #expect(position.selector == "p" && position.position == nil)
    }

    @Test(
        "Selectors that do not identify a place are rejected",
        arguments: [
            #"{"type":"SvgSelector","value":"<svg/>"}"#, #"[{"type":"DataPositionSelector","start":1,"end":2}]"#,
            #"{"type":"FragmentSelector","value":"xywh=1,2,3,4"}"#, #"{"type":"TextQuoteSelector","exact":" "}"#,
            #"{"type":"XPathSelector","value":"//p[contains(., 'fox')]"}"#, #""https://example.org/selector""#, "[7]",
            #"{"type":"TextPositionSelector","start":-1}"#, #"{"value":"p"}"#,
        ])
    func unknownSelectors(selector: String) throws {
        let text = #"{"type":"Annotation","target":{"source":"\#(Self.page)","selector":\#(selector)}}"#
        let error = #expect(throws: SnapshotError.self) { try snapshot(text) }
        #expect(error?.reason.hasPrefix("\"target.selector\" must be a text quote") == true)
    }

    @Test("The page's URL is required and must be http, https or file")
    func addresses() {
        #expect(
            throws: SnapshotError.invalidValue(key: "target.source", expected: "the URL of the page", found: "absent")
        ) {
            try snapshot(#"{"type":"TextQuoteSelector","exact":"fox"}"#)
        }
        #expect(throws: SnapshotError.refusedAddress(key: "target.source", value: "urn:x")) {
            try snapshot(#"{"target":{"source":"urn:x"}}"#)
        }
    }

    @Test("Deeply nested refinements do not prevent the outer selector from being used")
    func deepRefinements() throws {
        let text = #"{"type":"CssSelector","value":"p","refinedBy":"#
        let deep = String(repeating: text, count: 50) + "{}" + String(repeating: "}", count: 50)
        #expect(try anchor(selector: deep).selector == "p")
    }

    @Test("An annotation that is too long is dropped, but its place is kept")
    func longBody() throws {
        let body = String(repeating: "b", count: 65_000)
        let text =
            #"{"body":"\#(body)","target":{"source":"\#(Self.page)","selector":{"type":"CssSelector","value":"p"}}}"#
        let snapshot = try snapshot(text)
        #expect(snapshot.primaryAnchor?.selector == "p")
        #expect(try PageSnapshot(json: snapshot.encoded()) == snapshot)
    }
}
