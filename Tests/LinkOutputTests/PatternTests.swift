import Testing

@testable import LinkOutput

@Suite("Patterns")
struct PatternTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var pattern: String
        var matching: [String]
        var others: [String]
        var testDescription: String { pattern }
    }

    @Test(
        "A glob matches whole texts",
        arguments: [
            Row(pattern: "*", matching: ["", "a/b?c"], others: []),
            Row(
                pattern: "https://*.example/*.pdf", matching: ["https://a.example/x/y.pdf"],
                others: ["https://a.example/y.pdf?"]),
            Row(pattern: "a?c", matching: ["abc", "a\u{1F4A9}c"], others: ["ac", "abbc", "xabc"]),
            Row(pattern: "[a-c1]*", matching: ["b", "1x"], others: ["d", ""]),
            Row(pattern: "[!a-c]", matching: ["d", "-"], others: ["a", "dd"]),
            Row(pattern: "[^a-c]", matching: ["d", "-"], others: ["a", "dd"]),
            Row(pattern: "[]a]", matching: ["]", "a"], others: ["b"]),
            Row(pattern: "[a-]", matching: ["-", "a"], others: ["b"]),
            Row(pattern: "http://\\[::1\\]/\\*", matching: ["http://[::1]/*"], others: ["http://[::1]/x"]),
            Row(pattern: "*a*b*", matching: ["ab", "xaxbx", "aab"], others: ["ba", "a", "b"]),
            Row(pattern: "**", matching: ["", "x"], others: []),
            Row(pattern: "a*", matching: ["a", "ab"], others: ["A", "ba", ""]),
            Row(pattern: "*ab", matching: ["aab", "abab", "ab"], others: ["aba"]),
        ])
    func globs(row: Row) throws {
        let pattern = try TextPattern(row.pattern)
        for text in row.matching { #expect(pattern.matches(text), "\(row.pattern) on \(text)") }
        for text in row.others { #expect(!pattern.matches(text), "\(row.pattern) on \(text)") }
    }

    @Test("A set with thousands of members is read, and one that has no end is a syntax error")
    func largeSets() throws {
        let pattern = try TextPattern("[" + String(repeating: "[é", count: 3_000) + "0-9]")
        #expect(["[", "é", "5"].allSatisfy(pattern.matches) && !["]", "a", "-"].contains(where: pattern.matches))
        #expect(throws: LinkSelectionError.self) { try TextPattern(String(repeating: "[", count: 9_000)) }
    }

    @Test(
        "A regular expression matches any part of a text",
        arguments: [
            Row(pattern: "re:b", matching: ["abc"], others: ["ac", ""]),
            Row(pattern: "re:^a.c$", matching: ["abc"], others: ["xabc", "abcx", "ac"]),
            Row(pattern: "re:\\.(pdf|zip)$", matching: ["x.pdf", "x.zip"], others: ["xpdf", "x.pdfx"]),
            Row(pattern: "re:^(a|bc)*d", matching: ["d", "abcad"], others: ["bd", "acd"]),
            Row(pattern: "re:^a{2,3}$", matching: ["aa", "aaa"], others: ["a", "aaaa"]),
            Row(pattern: "re:^a{2}$", matching: ["aa"], others: ["a", "aaa"]),
            Row(pattern: "re:^a{2,}$", matching: ["aa", "aaaaa"], others: ["a"]),
            Row(pattern: "re:a{x}", matching: ["a{x}"], others: ["a"]),
            Row(pattern: "re:a{", matching: ["a{"], others: ["a"]),
            Row(pattern: "re:^[^a-c\\d]+$", matching: ["xyz"], others: ["xaz", "x1", ""]),
            Row(pattern: "re:[\\w.-]+@", matching: ["mailto:a-b.c@d"], others: ["@"]),
            Row(pattern: "re:\\bcat\\b", matching: ["a cat", "cat!"], others: ["concat", "cats"]),
            Row(pattern: "re:\\Bcat", matching: ["concat"], others: ["cat"]),
            Row(pattern: "re:^$", matching: [""], others: ["a"]),
            Row(pattern: "re:a$", matching: ["a", "ba"], others: ["a\n", "a\nb"]),
            Row(pattern: "re:^b", matching: ["b"], others: ["a\nb"]),
            Row(pattern: "re:(?i)ÄX", matching: ["äx", "ÄX"], others: ["ax"]),
            Row(pattern: "re:a+?b??$", matching: ["a", "aab"], others: ["b"]),
            Row(pattern: "re:^(?:a|)b$", matching: ["ab", "b"], others: ["aab"]),
            Row(pattern: "re:\\x41\\x{1F4A9}", matching: ["A\u{1F4A9}"], others: ["A"]),
            Row(pattern: "re:[]x]", matching: ["]", "x"], others: ["["]),
            Row(pattern: "re:[\\]\\-]", matching: ["]", "-"], others: ["\\"]),
            Row(pattern: "re:a|", matching: ["", "b"], others: []),
            Row(pattern: "re:^(a*)*$", matching: ["", "aaa"], others: ["b"]),
            Row(pattern: "re:^[\\D]$", matching: ["x"], others: ["1"]),
            Row(pattern: "re:^\\S+\\s\\W\\D$", matching: ["ab ..", "x\t-y"], others: ["ab"]),
        ])
    func expressions(row: Row) throws {
        let pattern = try TextPattern(row.pattern)
        for text in row.matching { #expect(pattern.matches(text), "\(row.pattern) on \(text)") }
        for text in row.others { #expect(!pattern.matches(text), "\(row.pattern) on \(text)") }
    }

    @Test(
        "The error for an invalid pattern has the pattern and the reason",
        arguments: [
            "", "[a", "a\\", "[b-a]", "re:(", "re:)", "re:a)b", "re:[a", "re:[z-a]", "re:*", "re:+a", "re:a**",
            "re:a{3,2}", "re:a{1001}", "re:\\1", "re:(?=a)", "re:(?<=a)", "re:(?<n>a)", "re:\\p{L}", "re:\\", "re:\\xg",
            "re:\\x{110000}", "re:\\x{41", "re:((a{1000}){1000}){1000}", "re:[a-\\d]",
            "re:" + String(repeating: "(", count: 5_000), String(repeating: "a", count: 10_001),
        ])
    func refused(pattern: String) {
        #expect(throws: LinkSelectionError.self) { try TextPattern(pattern) }
    }

    @Test(
        "Upper and lower case are equivalent on request",
        arguments: [
            ("*straße*", "DIE STRAßE"), ("re:^[a-f]+$", "ABC"), ("re:^[^a]$", "B"), ("*É", "caf\u{E9}"),
            ("re:σ", "Σ"),
        ])
    func cases(pattern: String, text: String) throws {
        #expect(try TextPattern(pattern, ignoresCase: true).matches(text))
        #expect(try !TextPattern(pattern).matches(text) || pattern == "re:^[^a]$")
        #expect(try !TextPattern("re:^[^a]$", ignoresCase: true).matches("A"))
    }

    @Test("A list of globs is split at commas, a regular expression never")
    func lists() throws {
        let list = try TextPattern.list(["*.pdf,*.zip", "a\\,b,[,]", "re:a{1,2},b"])
        #expect(list.map(\.description) == ["*.pdf", "*.zip", "a\\,b", "[,]", "re:a{1,2},b"])
        #expect(list[2].matches("a,b"))
        #expect(throws: LinkSelectionError.self) { try TextPattern.list(["a,,b"]) }
    }

    @Test(
        "No text makes a pattern backtrack without end", .timeLimit(.minutes(5)),
        arguments: ["re:(a*)*$b", "re:(a|aa)+$b", "re:(a|a?)+b", "re:(.*)(.*)(.*)(.*)x", "*a*a*a*a*a*b"],
        [20_000])
    func linear(pattern: String, count: Int) throws {
        let pattern = try TextPattern(pattern)
        // With backtracking, this would take longer than the age of the universe.
        #expect(!pattern.matches(String(repeating: "a", count: count)))
    }
}
