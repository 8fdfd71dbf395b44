import Testing

@testable import Places

@Suite("Text directives")
struct TextDirectiveTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var name: String
        var quote: TextQuote
        var occurrences: Int? = 1
        var extent: QuoteBlockExtent?
        var expected: TextDirective?

        var testDescription: String { name }
    }

    private static let rows: [Row] = [
        Row(
            name: "a long unique text stands alone",
            quote: TextQuote(exact: "The fox went on reading", prefix: "the end. ", suffix: " until dawn"),
            expected: TextDirective(start: "The fox went on reading")),
        Row(
            name: "a text without a count counts as unique",
            quote: TextQuote(exact: "The fox went on reading"), occurrences: nil,
            expected: TextDirective(start: "The fox went on reading")),
        Row(
            name: "a short text gets three words on either side",
            quote: TextQuote(exact: "went on", prefix: "in the end the old fox ", suffix: " reading books until dawn"),
            extent: QuoteBlockExtent(before: 23, exact: 7, after: 25),
            expected: TextDirective(prefix: "the old fox", start: "went on", suffix: "reading books until")),
        Row(
            name: "a short text gets one word on either side where the edges of blocks are not known",
            quote: TextQuote(exact: "went on", prefix: "in the end the old fox ", suffix: " reading books until dawn"),
            expected: TextDirective(prefix: "fox", start: "went on", suffix: "reading")),
        Row(
            name: "a short text at the start and end of the page gets what there is",
            quote: TextQuote(exact: "Hello"), expected: TextDirective(start: "Hello")),
        Row(
            name: "a repeated text gets all whole words of its context",
            quote: TextQuote(
                exact: "The fox went on reading", prefix: "edge of the wood near the river bank ",
                suffix: " until the dawn came over the hills and wo"),
            occurrences: 2,
            expected: TextDirective(
                prefix: "of the wood near the river bank", start: "The fox went on reading",
                suffix: "until the dawn came over the hills and")),
        Row(
            name: "context stays within a sentence, since a sentence's end may be a block's end",
            quote: TextQuote(
                exact: "The fox went on reading", prefix: "then came the end. Chapter 3 ",
                suffix: " until dawn. Then it slept."),
            occurrences: 2,
            expected: TextDirective(prefix: "Chapter 3", start: "The fox went on reading", suffix: "until dawn.")),
        Row(
            name: "a last word that ends a sentence stays, with its sentence",
            quote: TextQuote(
                exact: "The fox went on reading", prefix: "It was late. Then came “the end.” ", suffix: " Night."),
            occurrences: 2,
            expected: TextDirective(
                prefix: "Then came “the end.”", start: "The fox went on reading", suffix: "Night.")),
        Row(
            name: "context stays within the blocks where their edges are known, across sentences",
            quote: TextQuote(
                exact: "The fox went on reading", prefix: "Home About Contact No. 12. Once upon a time ",
                suffix: " until dawn. It slept. Once more it was evening"),
            occurrences: 2, extent: QuoteBlockExtent(before: 25, exact: 23, after: 23),
            expected: TextDirective(
                prefix: "No. 12. Once upon a time", start: "The fox went on reading", suffix: "until dawn. It slept.")),
        Row(
            name: "a text ends at a line break that is known",
            quote: TextQuote(exact: "let fox = read() return fox", prefix: "func dawn() { ", suffix: " }"),
            extent: QuoteBlockExtent(before: 14, exact: 16, after: 2),
            expected: TextDirective(prefix: "dawn() {", start: "let fox = read()")),
        Row(
            name: "a reach beyond the texts means all of them",
            quote: TextQuote(exact: "The fox", prefix: "at dawn ", suffix: " went on"),
            occurrences: 2, extent: QuoteBlockExtent(before: 99, exact: 99, after: 99),
            expected: TextDirective(prefix: "dawn", start: "The fox", suffix: "went")),
        Row(
            name: "a reach that cuts a surrogate pair does no harm",
            quote: TextQuote(exact: "The fox went on reading", prefix: "🦊 ", suffix: " 🦊"),
            occurrences: 2, extent: QuoteBlockExtent(before: 2, exact: 23, after: 2),
            expected: TextDirective(start: "The fox went on reading")),
        Row(
            name: "context ends at a line break",
            quote: TextQuote(exact: "The fox went on reading", prefix: "Contact\nOnce upon ", suffix: " until\ndawn"),
            occurrences: 2,
            expected: TextDirective(prefix: "Once upon", start: "The fox went on reading", suffix: "until")),
        Row(
            name: "a word cut at the start becomes context",
            quote: TextQuote(exact: "ing went on in the silent night", prefix: "and so the read", suffix: " of"),
            expected: TextDirective(prefix: "reading", start: "went on in the silent night")),
        Row(
            name: "a word cut at the end becomes context",
            quote: TextQuote(exact: "In the silent night the fox rea", prefix: "one. ", suffix: "d on and on and on"),
            expected: TextDirective(start: "In the silent night the fox", suffix: "read")),
        Row(
            name: "an apostrophe and a decimal point do not end a word",
            quote: TextQuote(exact: "t go beyond the number 3", prefix: "why we don’", suffix: ".14 in school"),
            expected: TextDirective(prefix: "don’t", start: "go beyond the number", suffix: "3.14")),
        Row(
            name: "punctuation does end a word",
            quote: TextQuote(exact: "The fox went on reading", prefix: "(", suffix: "). More"),
            expected: TextDirective(start: "The fox went on reading")),
        Row(
            name: "white space is collapsed, no-break spaces are kept",
            quote: TextQuote(exact: "  The\u{A0}fox \n went\ton reading books ", prefix: "", suffix: ""),
            expected: TextDirective(start: "The\u{A0}fox went on reading books")),
        Row(
            name: "a script without spaces is taken as it stands",
            quote: TextQuote(exact: "吾輩は猫である。名前はまだ無い。どこで生れたか", prefix: "", suffix: "とんと"),
            expected: TextDirective(start: "吾輩は猫である。名前はまだ無い")),
        Row(
            name: "a repeated text in a script without spaces gets context up to its punctuation",
            quote: TextQuote(
                exact: "名前はまだ無い。", prefix: "がいた。吾輩は猫である。", suffix: "どこで生れたか、とんと見当が"),
            occurrences: 2,
            expected: TextDirective(prefix: "吾輩は猫である。", start: "名前はまだ無い。", suffix: "どこで生れたか")),
        Row(
            name: "context in a script without spaces may be one long run",
            quote: TextQuote(
                exact: "名前はまだ無い。", prefix: "ニャーニャー泣いていた事だけは記憶している。吾輩は猫である。",
                suffix: "吾輩は猫である。名前は18。どこで生れたかとんと見当がつかぬ。何でも薄暗いじめじめし"),
            occurrences: 2,
            expected: TextDirective(
                prefix: "吾輩は猫である。", start: "名前はまだ無い。", suffix: "吾輩は猫である。名前は18。どこで生れたかとんと見当がつかぬ")),
        Row(name: "a text of white space cannot be matched", quote: TextQuote(exact: " \n ")),
        Row(
            name: "a text of punctuation cannot be matched",
            quote: TextQuote(exact: "— … —", prefix: "a ", suffix: " b")),
        Row(name: "no text cannot be matched", quote: TextQuote(exact: "", prefix: "a", suffix: "b")),
    ]

    @Test("A quote becomes a directive", arguments: rows)
    func directives(row: Row) {
        let directive = TextDirective(
            quote: row.quote, extent: row.extent, occurrences: row.occurrences)
        #expect(directive == row.expected)
    }

    @Test(
        "The quote of a directive has the text around its start only",
        arguments: [
            ("a", TextQuote(exact: "a")), ("p-,a,-s", TextQuote(exact: "a", prefix: "p", suffix: "s")),
            ("a,b,-s", TextQuote(exact: "a")), ("p-,a,b,-s", TextQuote(exact: "a", prefix: "p")),
            ("a,b,c", nil), ("p-,-s", nil), ("", nil),
        ] as [(String, TextQuote?)])
    func quotes(terms: String, quote: TextQuote?) {
        #expect(TextQuote(directive: terms) == quote)
    }

    @Test("A long text is given by its start and end, from the reading line on")
    func longText() throws {
        let words = (1...200).map { "word\($0)" }
        let quote = TextQuote(exact: words.joined(separator: " "), prefix: "before ", suffix: " after")
        let whole = try #require(TextDirective(quote: quote, occurrences: 1))
        #expect(whole.start == words[0..<10].joined(separator: " "))
        #expect(whole.end == "word197 word198 word199 word200")
        #expect(whole.prefix == nil && whole.suffix == nil)

        let reading = words[0..<100].joined(separator: " ").utf16.count + 3
        let later = try #require(TextDirective(quote: quote, occurrences: 1, readingOffset: reading))
        #expect(later.prefix == "word100")
        #expect(later.start.hasPrefix("word101 word102"))
        #expect(later.end == "word197 word198 word199 word200")

        // The first word is cut, so it is not quoted, and the reading line stays at the same word.
        let cut = TextQuote(exact: "ord0 " + quote.exact, prefix: "before w", suffix: " after")
        let sameWord = try #require(TextDirective(quote: cut, occurrences: 1, readingOffset: reading + 5))
        #expect(sameWord.prefix == "word100" && sameWord.start.hasPrefix("word101 word102"))

        let nearEnd = quote.exact.utf16.count - 20
        let short = try #require(TextDirective(quote: quote, occurrences: 1, readingOffset: nearEnd))
        #expect(short.start == "word198 word199 word200" && short.end == nil)
        #expect(short.prefix == "word197")
    }

    @Test("A long text of one word is given whole")
    func endlessWord() {
        let word = String(repeating: "a", count: 1000)
        #expect(TextDirective(quote: TextQuote(exact: word), occurrences: 1) == TextDirective(start: word))
    }

    @Test(
        "Everything but unreserved characters is encoded, and the hyphen",
        arguments: [
            (TextDirective(start: "a-b, c & d"), "text=a%2Db%2C%20c%20%26%20d"),
            (TextDirective(start: "A.z_0~9"), "text=A.z_0~9"),
            (TextDirective(start: "100% “é” 🦊"), "text=100%25%20%E2%80%9C%C3%A9%E2%80%9D%20%F0%9F%A6%8A"),
            (TextDirective(prefix: "p-q", start: "s", end: "e", suffix: "f,g"), "text=p%2Dq-,s,e,-f%2Cg"),
            (TextDirective(prefix: "p", start: "s"), "text=p-,s"),
            (TextDirective(start: "s", suffix: "f"), "text=s,-f"),
            (TextDirective(start: "#/?:@!$'()*+;="), "text=%23%2F%3F%3A%40%21%24%27%28%29%2A%2B%3B%3D"),
        ])
    func encoding(directive: TextDirective, expected: String) {
        #expect(directive.serialised == expected)
    }
}
