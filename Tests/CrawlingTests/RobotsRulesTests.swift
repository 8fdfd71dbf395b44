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

    @Test("Keys with long runs of combining characters are ignored")
    func combiningRuns() throws {
        let run = String(repeating: "e" + String(repeating: "\u{301}\u{316}", count: 1_000), count: 10)
        #expect(try !allows("\(run): a\nuser-agent: *\n\(run): /\ndisallow: /a\n\(run):\n", "/a"))
    }

    @Test(
        "An escaped star or dollar sign is the character itself, and reserved characters match as they are written",
        arguments: [
            // Those of RFC 9309, section 2.2.3.
            ("/path/file-with-a-%2A.html", "/path/file-with-a-*.html", false),
            ("/path/file-with-a-%2a.html", "/path/file-with-a-%2A.html", false),
            ("/path/file-with-a-%2A.html", "/path/file-with-a-x.html", true),
            ("/path/foo-%24", "/path/foo-$", false), ("/path/foo-%24", "/path/foo-", true),
            ("/path/foo-%24", "/path/foo-$x", false), ("/foo-%24$", "/foo-$", false), ("/foo-%24$", "/foo-$x", true),
            ("/a$b", "/a$b", false), ("/a$b", "/a%24b", false), ("/a$$", "/a$", false), ("/a$$", "/a", true),
            ("/a*%2A", "/ab*", false), ("/a*%2A", "/ab", true), ("/*$*", "/a$b", false), ("/*$*", "/ab", true),
            ("/?q=%2A", "/?q=*", false), ("/?q=%2A", "/?q=a", true),
            ("/a\"b", "/a%22b", false), ("/a%22b", "/a\"b", false), ("/a<b>", "/a%3Cb%3E", false),
            ("/a%zz", "/a%zz", false), ("/a%2", "/a%2", false), ("/a%2Fb", "/a/b", true), ("/a;b,c", "/a;b,c", false),
        ])
    func escapedCharacters(pattern: String, path: String, isAllowed: Bool) throws {
        #expect(try allows("user-agent: *\ndisallow: \(pattern)", path) == isAllowed)
    }

    @Test(
        "The work of a decision grows linearly with the pattern and the path, and is bounded in any case",
        arguments: [
            ["/*", "a", "b", "a"], ["", "/*a", "b", "a/"], ["/*", "ab", "$", "ab"], ["/*", "aab", "", "a"],
            ["", "*", "x", "a"],
        ])
    func linearWork(parts: [String]) throws {
        func steps(_ size: Int) throws -> Int {
            let pattern = parts[0] + String(repeating: parts[1], count: size / 4 / parts[1].count) + parts[2]
            let path = "/" + String(repeating: parts[3], count: size / parts[3].count)
            let rules = RobotsRules(Array("user-agent: *\ndisallow: \(pattern)".utf8), token: "Leftoff")
            var steps = 0
            _ = rules.allows(try #require(WebURL("https://example.org" + path)), steps: &steps)
            return steps
        }
        let (single, double) = (try steps(4_000), try steps(8_000))
        #expect(double <= 2 * single + 64, "\(single), \(double)")
        #expect(single <= 16_000)
    }

    @Test("Thousands of patterns and a long path cost bounded work, and exclude the path if they cannot be compared")
    func boundedWork() throws {
        let lines = (0..<4_000).map { "disallow: /*x\($0)y" }.joined(separator: "\n")
        let rules = RobotsRules(Array("user-agent: *\n\(lines)".utf8), token: "Leftoff")
        var steps = 0
        let short = try #require(WebURL("https://example.org/a"))
        #expect(rules.allows(short, steps: &steps))
        let long = try #require(WebURL("https://example.org/" + String(repeating: "a", count: 200_000)))
        #expect(!rules.allows(long, steps: &steps))
        #expect(steps < 1 << 27)
    }

    @Test("A file of 500 KiB is read to its end")
    func longFile() throws {
        let filler = String(repeating: "# filler of a comment line\n", count: 500 * 1_024 / 27)
        #expect(try !allows("user-agent: *\n" + filler + "disallow: /a", "/a"))
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
            // Other records do not end the list of agents (section 2.2.4).
            ("user-agent: leftoff\ncrawl-delay: 1\nuser-agent: *\ndisallow: /", "/a", false),
            ("user-agent: a\ncrawl-delay: 1\nsitemap: /s\nhost: x\nuser-agent: *\ndisallow: /a", "/a", false),
            ("user-agent: *\ncrawl-delay: 1\nallow: /b\nuser-agent: a\ndisallow: /a", "/a", true),
            ("user-agent: * all\ndisallow: /a", "/a", false), ("user-agent: *bot\ndisallow: /a", "/a", true),
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
