import Crawling
import Testing
import WHATWGURL

@Suite("robots.txt")
struct RobotsRulesTests {
    private func allows(_ file: String, _ path: String, token: String = "Leftoff") throws -> Bool {
        let url = try #require(WebURL("https://example.org" + path))
        return RobotsRules(Array(file.utf8), token: token).allows(url)
    }

    @Test(
        "The longest matching pattern decides; if two are equally long, the one that allows",
        arguments: [
            ("disallow: /a", "/a", false), ("disallow: /a", "/ab", false), ("disallow: /a", "/b", true),
            ("disallow: /a\nallow: /a/b", "/a/b/c", true), ("allow: /a\ndisallow: /a", "/a", true),
            ("disallow: /a\nallow: /a", "/a", true),
            ("disallow:", "/a", true), ("disallow: /", "/", false), ("disallow: /", "/robots.txt", true),
            ("disallow: *", "/x", false), ("disallow: /*.php$", "/a/b.php", false),
            ("disallow: /*.php$", "/a/b.php?x", true), ("disallow: /*.php", "/a/b.php?x", false),
            ("disallow: /a*b*c", "/a1b2c3", false), ("disallow: /a*b*c", "/a1c2b3", true),
            ("disallow: /a$", "/a", false), ("disallow: /a$", "/ab", true), ("disallow: /a*$", "/abc", false),
            ("disallow: /*aab$", "/aaab", false), ("disallow: /x?y=", "/x?y=1", false),
            // The parts around a star do not overlap.
            ("disallow: /a*a$", "/a", true), ("disallow: /a*a$", "/aa", false), ("disallow: /a*a", "/a", true),
            ("disallow: /ab*ba$", "/aba", true), ("disallow: /ab*ba$", "/abba", false),
            ("disallow: /a*bb*b$", "/abb", true), ("disallow: /a*bb*b$", "/abbb", false),
            ("disallow: /a*bb*bc", "/abbc", true),
            ("disallow: /%7Ejoe", "/~joe/", false), ("disallow: /a%3cd", "/a%3Cd", false),
            ("disallow: /ü", "/%C3%BC", false), ("disallow: a", "/a", true), ("disallow: /A", "/a", true),
        ])
    func longestMatch(rules: String, path: String, isAllowed: Bool) throws {
        #expect(try allows("user-agent: *\n" + rules, path) == isAllowed)
    }

    @Test(
        "The groups that name the crawler apply together, otherwise the general group",
        arguments: [
            ("User-Agent: leftoff\nDisallow: /a\n\nUser-agent: *\nDisallow: /", "/b", true),
            ("User-Agent: leftoff\nDisallow: /a\n\nUser-agent: *\nDisallow: /", "/a", false),
            ("user-agent: other\nuser-agent: LeftOff/9.9\ndisallow: /a", "/a", false),
            (
                "user-agent: leftoff\ndisallow: /a\nuser-agent: x\ndisallow: /\nuser-agent: leftoff\ndisallow: /b",
                "/b", false
            ),
            (
                "user-agent: leftoff\ndisallow: /a\nuser-agent: x\ndisallow: /\nuser-agent: leftoff\ndisallow: /b",
                "/c", true
            ),
            ("user-agent: leftoffx\ndisallow: /", "/a", true), ("disallow: /", "/a", true),
            ("user-agent: leftoff\nuser-agent: *\ndisallow: /a", "/a", false),
            ("user-agent: leftoff\n\nuser-agent: x\ndisallow: /", "/a", false),
            ("user-agent: *\nsitemap: /s\ndisallow: /a # not b\nnonsense", "/a", false),
            ("\u{FEFF}user-agent:*\r\ndisallow:/a\rdisallow : /b", "/b", false),
            ("user-agent: leftoff\ncrawl-delay: 1\nuser-agent: *\ndisallow: /", "/a", true),
        ])
    func groups(file: String, path: String, isAllowed: Bool) throws {
        #expect(try allows(file, path) == isAllowed)
    }

    @Test(
        "A crawl delay is respected up to thirty seconds",
        arguments: [
            ("2", Duration.seconds(2)), ("0.5", .milliseconds(500)), ("31", .seconds(30)), ("1e99", .seconds(30)),
            ("-1", nil), ("0", nil), ("nan", nil), ("inf", .seconds(30)), ("soon", nil),
        ])
    func crawlDelay(value: String, expected: Duration?) {
        let rules = RobotsRules(Array("user-agent: *\ncrawl-delay: \(value)".utf8), token: "Leftoff")
        #expect(rules.crawlDelay == expected)
    }

    @Test("The longest of several crawl delays is respected", arguments: [["3", "1"], ["1", "3"], ["1", "3", "0"]])
    func crawlDelays(values: [String]) {
        let lines = values.map { "crawl-delay: \($0)\n" }.joined()
        let rules = RobotsRules(Array("user-agent: *\n\(lines)".utf8), token: "Leftoff")
        #expect(rules.crawlDelay == .seconds(3))
    }

    @Test("The last line of an incomplete file is ignored")
    func cut() throws {
        let file = Array("user-agent: *\ndisallow: /a\ndisallow: /".utf8)
        let url = try #require(WebURL("https://example.org/b"))
        #expect(RobotsRules(file, isCut: true, token: "Leftoff").allows(url))
        #expect(!RobotsRules(file, isCut: false, token: "Leftoff").allows(url))
    }

    @Test("A pattern full of stars is matched quickly")
    func hostilePattern() throws {
        let file = "user-agent: *\ndisallow: /" + String(repeating: "*a", count: 20_000) + "b$"
        #expect(try allows(file, "/" + String(repeating: "a", count: 100_000)))
    }
}
