import Testing

@testable import Markup

@Suite("Hostile input")
struct HostileInputTests {
    /// Parses bytes and returns the number of tags.
    private func tagCount(_ bytes: [UInt8], contentType: String? = nil) throws -> Int {
        let recorder = MarkupRecorder()
        recorder.keepsReports = false
        try recorder.parse(bytes, contentType: contentType)
        return recorder.tagCount
    }

    private func repeated(_ text: String, _ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count * count)
        for _ in 0..<count { bytes.append(contentsOf: text.utf8) }
        return bytes
    }

    @Test(
        "Fragments of markup are documents without tags",
        arguments: ["", "\u{0}", "<", "</", "<!", "<!-", "<!--", "&", "&#", "<?"])
    func tiny(html: String) throws {
        #expect(try tagCount(Array(html.utf8)) == 0)
    }

    @Test(
        "Random bytes in any encoding end in bounded time",
        arguments: [
            "utf-8", "windows-1252", "utf-16le", "gb18030", "shift_jis", "iso-2022-jp", "big5", "euc-kr", "euc-jp",
        ])
    func random(encoding: String) throws {
        var state: UInt64 = 0x9E37_79B9_7F4A_7C15
        let bytes = (0..<1 << 18).map { _ in
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return UInt8(truncatingIfNeeded: state >> 32)
        }
        #expect(try tagCount(bytes, contentType: "text/html;charset=\(encoding)") < bytes.count)
    }

    @Test("Every prefix of a page can be parsed")
    func prefixes() throws {
        let page =
            "<!DOCTYPE html><!-- c --><title>&amp;</title><svg><![CDATA[x]]><a/></svg>"
            + "<a href='x&#65;' b=c>\u{E9}</a><script>x</script>"
        let bytes = Array(page.utf8)
        for length in bytes.indices { #expect(try tagCount(Array(bytes[..<length])) <= 5) }
        #expect(try tagCount(bytes) == 5)
    }

    @Test(
        "Deeply nested elements are all reported",
        arguments: [("<div>", 1_000_000), ("<a>", 50_000), ("<svg>", 50_000), ("<table>", 50_000)])
    func nested(tag: String, count: Int) throws {
        #expect(try tagCount(repeated(tag, count)) == count)
    }

    @Test("Stray end tags within deep nesting take bounded time")
    func strayEndTags() throws {
        #expect(try tagCount(repeated("<b>", 50_000) + repeated("</i></b></u>", 50_000)) == 50_000)
    }

    /// Returns a tag without attributes.
    private func tag(_ name: ElementName) -> TreeConstruction.Tag {
        TreeConstruction.Tag(name: name, hash: NameTable.hash(of: name.rawValue))
    }

    @Test(
        "Within deep nesting, the stack is bounded and forgets closed controls, so that none is searched in vain",
        arguments: [ElementName.button, .select, .b, .nobr, .p, .a, .template])
    func nestedControls(name: ElementName) {
        var tree = TreeConstruction()
        defer { tree.elements.deallocate() }
        _ = tree.start(tag(.body))
        for _ in 0..<2 * OpenElements.deepest { _ = tree.start(tag(.div)) }
        #expect(tree.elements.count == OpenElements.deepest)
        for _ in 0..<3 {
            let verdict = tree.start(tag(name))
            #expect(verdict == .html)
            #expect(tree.elements.top?.name == name && tree.elements.count == OpenElements.deepest)
            tree.end(tag(name))
            #expect(tree.elements.count == OpenElements.deepest - 1)
            #expect(controlCount(tree.elements) == 0)
        }
    }

    @Test(
        "Elements that the limit of the stack removes are no longer counted",
        arguments: [ElementName.font, .p, .select, .svg])
    func replacedElements(name: ElementName) {
        var tree = TreeConstruction()
        defer { tree.elements.deallocate() }
        _ = tree.start(tag(.body))
        for _ in 0..<2 * OpenElements.deepest { _ = tree.start(tag(.b)) }
        #expect(tree.elements.formattingCount == OpenElements.deepest - 2)
        _ = tree.start(tag(name))
        // The next element replaces it.
        _ = tree.start(tag(.i))
        #expect(tree.elements.count <= OpenElements.deepest)
        tree.elements.pop(to: 2)
        #expect(controlCount(tree.elements) == 0)
    }

    @Test("Plain elements are counted in the same way on a full stack")
    func plainElements() {
        var elements = OpenElements()
        defer { elements.deallocate() }
        let hash = NameTable.hash(of: "b")
        let traits = ElementTraits(.b, isReported: false)
        for _ in 0..<2 * OpenElements.deepest { elements.pushPlain(.b, hash: hash, traits: traits) }
        #expect(elements.count == OpenElements.deepest && elements.formattingCount == OpenElements.deepest)
        while elements.count > 0 { elements.popPlain(traits: traits) }
        #expect(controlCount(elements) == 0)
    }

    /// Returns the number of open elements that are searched for only if there are some.
    private func controlCount(_ elements: OpenElements) -> Int {
        elements.paragraphCount + elements.anchorCount + elements.formattingCount + elements.selectCount
            + elements.buttonCount + elements.templateCount + elements.foreignCount
    }

    @Test("A tag with many distinct attributes takes bounded time")
    func manyAttributes() throws {
        let attributes = (0..<100_000).map { "a\($0)=1 " }.joined()
        let bytes = Array("<p \(attributes)><a href=x>".utf8)
        #expect(try tagCount(bytes) == 2)
    }

    @Test("After many distinct names, elements with links are still recognised")
    func manyNames() throws {
        let names = (0..<20_000).map { "<x\($0)>" }.joined()
        let bytes = Array("\(names)<a href=x><img src=x><blockquote cite=x>".utf8)
        let recorder = MarkupRecorder()
        try recorder.parse(bytes, isLocal: true)
        #expect(recorder.reports.filter { $0.contains("=[x]") }.count == 3)
    }

    @Test("A value of ten megabytes is one attribute")
    func longAttribute() throws {
        let value = String(repeating: "x&amp;", count: 1_700_000)
        let recorder = MarkupRecorder()
        try recorder.parse("<a href='\(value)'>")
        #expect(recorder.reports.first?.utf8.count == 3_400_000 + "<a href=[]>".utf8.count)
    }

    @Test(
        "Many repetitions of one construct take bounded time",
        arguments: [
            "<", "&", "</", "<!", "<!--", "-->", "<!-->", "<a ", "<a '", "=", "</script>", "<script><!--", "<![CDATA[",
            "<svg><![CDATA[",
            "<body>", "<html x>", "<form>", "<p></p>", "&#x41", "&notin", "]]>", "<textarea>", "<title></title>",
            "<!-- --", "<?",
        ])
    func repeatedPieces(piece: String) throws {
        let bytes = repeated(piece, 200_000 / piece.utf8.count)
        #expect(try tagCount(bytes) <= bytes.count)
    }
}
