import LinkHarvest
import Testing

/// The rules of tree construction that determine which start tags create elements (HTML Standard, 13.2.6).
///
/// Chromium's tree has the same elements.
@Suite("Tree construction")
struct TreeConstructionTests {
    private func links(_ html: String) throws -> [String] {
        try harvest(html, keepsDuplicates: true).map { "\($0.element) \($0.attribute) \($0.raw)" }
    }

    @Test(
        "Only tags that create an element, or add an attribute to one, have links",
        arguments: [
            // A second html or body adds the attributes that the first one lacks.
            ("<body background=1><body background=2 itemid=3><body itemid=4>", ["body background 1", "body itemid 3"]),
            ("<p>x<body background=1><body background=2>", ["body background 1"]),
            ("<html itemid=1><html itemid=2 manifest=3>", ["html itemid 1", "html manifest 3"]),
            ("<template><body background=1><html itemid=2></template><a href=3>", ["a href 3"]),
            ("<head profile=1></head><head profile=2><body><head profile=3>", ["head profile 1"]),

            // Frames.
            (
                "<frame src=1><frameset itemid=2><frame src=3><a href=4></frameset><frame src=5><a href=6>",
                [
                    "frameset itemid 2", "frame src 3",
                ]
            ),
            ("<p itemid=1><a href=2></a><frameset><frame src=3>", ["frame src 3"]),
            ("<p itemid=1>x<frameset itemid=2><frame src=3>", ["p itemid 1"]),
            ("<p> &#32;<input type=HIDDEN itemid=1><frameset itemid=2>", ["frameset itemid 2"]),
            ("<input itemid=1><frameset itemid=2>", ["input itemid 1"]),
            ("<html itemid=1><body background=2><frameset itemid=3>", ["html itemid 1", "body background 2"]),
            ("<frameset><noframes><a href=1></noframes><iframe src=2>", []),

            // Forms.
            ("<form action=1><form action=2></form><form action=3>", ["form action 1", "form action 3"]),
            ("<form action=1><div></form><form action=2>", ["form action 1", "form action 2"]),
            (
                "<form action=1><template><form action=2></form></template><form action=3>",
                [
                    "form action 1", "form action 2",
                ]
            ),
            ("<table><form action=1><form action=2><tr><td><form action=3></table><form action=4>", ["form action 1"]),

            // Tables.
            ("<td background=1><tr itemid=2><tbody itemid=3><caption itemid=4><col itemid=5><a href=6>", ["a href 6"]),
            (
                "<table><td background=1><td background=2><tr itemid=3></table><td background=4>",
                [
                    "td background 1", "td background 2", "tr itemid 3",
                ]
            ),
            (
                "<table><a href=1><tr itemid=2><caption itemid=3><td background=4>",
                [
                    "a href 1", "tr itemid 2", "caption itemid 3", "td background 4",
                ]
            ),
            ("<table><tr><td><svg><td background=1><desc><td background=2>", ["td background 1", "td background 2"]),
            (
                "<table background=1><table background=2></table><tr itemid=3>",
                ["table background 1", "table background 2"]
            ),
            ("<template><td background=1><tr itemid=2></template><tr itemid=3>", ["td background 1"]),
            ("<template><tr itemid=1><div><td background=2></div></template>", ["tr itemid 1", "td background 2"]),

            // Controls.
            (
                "<select itemid=1><option itemid=2><select itemid=3><option itemid=4>",
                [
                    "select itemid 1", "option itemid 2", "option itemid 4",
                ]
            ),
            ("<select><a href=1></a><input src=2><select itemid=3>", ["a href 1", "input src 2", "select itemid 3"]),
            ("<select><tr itemid=1><table><tr itemid=2></table></select>", ["tr itemid 2"]),

            // Content without tags, which foreign elements do not have.
            ("<svg><iframe><a href=1></iframe><title><a href=2>", ["a href 1", "a href 2"]),
            ("<svg><plaintext><a href=1>", ["a href 1"]), ("<plaintext><a href=1>", []),
            ("<math><xmp><a href=1></xmp>", ["a href 1"]), ("<iframe><a href=1></iframe>", []),
            ("<svg><style><a href=1></style>", ["a href 1"]),
            ("<svg><desc><iframe><a href=1></iframe><a href=2>", ["a href 2"]),
            ("<div><svg></div><iframe><a href=1></iframe>", []), ("<svg></div><iframe><a href=1>", ["a href 1"]),
            ("<b><svg></b><xmp><a href=1></xmp>", []), ("<svg></b><xmp><a href=1></xmp>", ["a href 1"]),
            ("<svg><p><xmp><a href=1></xmp>", []), ("<svg></p><xmp><a href=1></xmp>", []),
            ("<svg><font><image href=1></font><font color=x><image href=2 src=3>", ["image href 1", "img src 3"]),
        ] as [(String, [String])])
    func elements(html: String, expected: [String]) throws {
        #expect(try links(html) == expected)
    }

    @Test("HTML within a feed may begin with any tag")
    func fragment() throws {
        let feed = """
            <rss><channel><item><description>&lt;tr itemid="https://example.org/1">&lt;td
            background="https://example.org/2"></description></item></channel></rss>
            """
        let found = try harvest(feed, contentType: "application/rss+xml").map(\.element)
        #expect(found == ["tr", "td"])
    }

    @Test("After very deep nesting, forms and tables still have links")
    func deep() throws {
        let page =
            "<form action=1>" + String(repeating: "<i>", count: 3000)
            + "</form><form action=2></form><table><tr><td background=3></table>"
        #expect(try links(page) == ["form action 1", "form action 2", "td background 3"])
    }

    @Test("The links do not depend on how the page is split")
    func split() throws {
        let pages = [
            "<p> &#32; <input type=hidden itemid=1><frameset itemid=2><frame src=3>",
            "<table><form action=1></form><tr><td><svg><desc><td background=2></table><td itemid=3><a href=4>",
            "<body background=1>x</body> y<body background=2 itemid=3><select><option itemid=4></select>",
        ]
        for page in pages {
            let bytes = Array(page.utf8)
            let whole = try links(page)
            for cut in 0...bytes.count {
                var found: [String] = []
                let harvest = LinkHarvester(options: HarvestOptions(keepsDuplicates: true, includesInvalid: true))
                    .begin(
                        DocumentHarvest.Description(source: "test", contentType: "text/html;charset=utf-8"),
                        deliver: { found += $0.links.map { "\($0.element) \($0.attribute) \($0.raw)" } })
                // The encoding is detected in the first part, and the space is ignored.
                let padding = [UInt8](repeating: 0x20, count: 2048)
                try (padding + bytes[..<cut]).withUnsafeBufferPointer { try harvest.receive($0) }
                try Array(bytes[cut...]).withUnsafeBufferPointer { try harvest.receive($0) }
                try harvest.finish()
                #expect(found == whole)
            }
        }
    }
}
