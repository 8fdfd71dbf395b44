import Foundation
import Places
import Syntax
import Testing

@testable import PageScripts

@Suite("Forms of a restore")
struct SnapshotRestoreTests {
    private static let anchor =
        #""anchors":[{"role":"primary","quote":{"exact":"The fox went on reading"},"occurrences":1}]"#

    private func restore(_ members: String) throws -> SnapshotRestore {
        SnapshotRestore(snapshot: try PageSnapshot(json: "{\(members)}".utf8))
    }

    @Test(
        "The text directive is appended to the page's URL",
        arguments: [
            ("https://example.org/a", "https://example.org/a#:~:text=The%20fox%20went%20on%20reading"),
            ("https://example.org/a?b=c", "https://example.org/a?b=c#:~:text=The%20fox%20went%20on%20reading"),
            ("https://example.org/a#part", "https://example.org/a#part:~:text=The%20fox%20went%20on%20reading"),
            ("https://example.org/a#", "https://example.org/a#:~:text=The%20fox%20went%20on%20reading"),
            ("https://example.org/#/inbox", "https://example.org/#/inbox:~:text=The%20fox%20went%20on%20reading"),
            (
                "https://example.org/a#part:~:text=old",
                "https://example.org/a#part:~:text=The%20fox%20went%20on%20reading"
            ),
            ("https://example.org/a#:~:text=old", "https://example.org/a#:~:text=The%20fox%20went%20on%20reading"),
            ("file:///tmp/a%20b.html", "file:///tmp/a%20b.html#:~:text=The%20fox%20went%20on%20reading"),
        ])
    func fragments(address: String, expected: String) throws {
        #expect(try restore(#""url":"\#(address)",\#(Self.anchor)"#).snapshot.textFragmentURL == expected)
    }

    @Test(
        "Without text near the place, the URL is the page's own",
        arguments: [
            (#""url":"https://example.org/a""#, "https://example.org/a"),
            (#""url":"https://example.org/a#part""#, "https://example.org/a#part"),
            (#""url":"https://example.org/a#part:~:text=old""#, "https://example.org/a#part"),
            (#""url":"https://example.org/a","anchors":[{"role":"primary"}]"#, "https://example.org/a"),
            (#""baseURI":"https://example.org/a","pageYOffset":5"#, "https://example.org/a"),
        ])
    func noText(members: String, expected: String) throws {
        #expect(try restore(members).snapshot.textFragmentURL == expected)
    }

    @Test("Without text at the reading line, the text above it is used")
    func neighbour() throws {
        let anchors = """
            "anchors":[{"role":"below","quote":{"exact":"What stood below the reading line"}},
            {"role":"above","quote":{"exact":"What stood above the reading line"}}]
            """
        let address = try restore(#""url":"https://example.org/","# + anchors).snapshot.textFragmentURL
        #expect(address == "https://example.org/#:~:text=What%20stood%20above%20the%20reading%20line")
    }

    @Test("The JSON is the snapshot with the values that the script needs")
    func json() throws {
        let text = try restore(#""baseURI":"https://example.org/a","pageYOffset":5,"x":[1]"#).json
        #expect(
            text
                == #"{"baseURI":"https://example.org/a","pageYOffset":5,"#
                + #""restore":{"annotation":{"@context":"http://www.w3.org/ns/anno.jsonld","motivation":"bookmarking","#
                + #""target":{"source":"https://example.org/a"},"type":"Annotation"},"#
                + #""fragment":"https://example.org/a","tiers":["pixels"]},"#
                + #""schema":1,"url":"https://example.org/a","x":[1]}"#)
    }

    @Test("The JSON lists every tier for which the snapshot has data, best first")
    func tiers() throws {
        let members = #"""
            "url":"https://example.org/","pageYOffset":1,"progress":{"px":0.5,"text":0.5},
            "anchors":[{"role":"primary","quote":{"exact":"The fox"},"selector":"p"},
            {"role":"below","quote":{"exact":"The wood"}}]
            """#
        #expect(
            try restore(members).json.contains(#""tiers":["quote","fuzzy","selector","bracket","progress","pixels"]"#))
    }

    @Test(
        "Each datum makes its tier available",
        arguments: [
            (#""progress":{"px":0.5}"#, #"["progress"]"#), (#""progress":{"text":0.5}"#, #"["progress"]"#),
            (#""anchors":[{"role":"primary","selector":"p"}]"#, #"["selector"]"#),
            (#""anchors":[{"role":"above","quote":{"exact":"x"}}]"#, #"["bracket"]"#),
            (#""shape":{"block":3,"blocks":40}"#, "[]"), (#""shape":{"marks":["1912"]}"#, "[]"),
            (
                #""anchors":[{"role":"primary","quote":{"exact":"x"}}],"shape":{"block":3,"blocks":40}"#,
                #"["quote","fuzzy","block"]"#
            ),
            (
                #""anchors":[{"role":"primary","selector":"p"}],"shape":{"block":3,"blocks":40}"#, #"["selector"]"#
            ),
            (#""pageXOffset":1"#, #"["pixels"]"#), (#""title":"x""#, "[]"),
        ])
    func singleTier(members: String, tiers: String) throws {
        #expect(try restore(#""url":"https://example.org/","# + members).json.contains("\"tiers\":\(tiers)"))
    }

    @Test("The JSON contains the place as a Web Annotation that gives the same place again")
    func annotation() throws {
        let members = #"""
            "url":"https://example.org/a#part:~:text=old","capturedAt":"2026-03-01T12:30:00Z",
            "anchors":[{"role":"primary","quote":{"exact":"The fox went on reading","prefix":"end. ","suffix":" until"},
            "selector":"main > p","offset":{"character":4,"x":1,"y":2},"occurrences":1}]
            """#
        let restore = try restore(members)
        let json = try PageSnapshot(json: restore.json.utf8).json
        let annotation = try #require(json["restore"]?["annotation"])
        let target = try #require(annotation["target"])
        #expect(annotation["type"] == .string("Annotation") && annotation["created"] == .string("2026-03-01T12:30:00Z"))
        #expect(target["source"] == .string("https://example.org/a#part"))
        #expect(
            target["selector"]?.array?.compactMap { $0["type"]?.string } == [
                "TextQuoteSelector", "FragmentSelector", "CssSelector",
            ])
        #expect(target["selector"]?[1]?["value"] == .string(":~:text=The%20fox%20went%20on%20reading"))

        let again = try PageSnapshot(json: annotation.encoded())
        #expect(again.json["url"] == .string("https://example.org/a#part"))
        #expect(again.primaryAnchor?.quote == restore.snapshot.primaryAnchor?.quote)
        #expect(again.primaryAnchor?.characterOffset == 4 && again.primaryAnchor?.selector == "main > p")
        #expect(again.capturedAt == restore.snapshot.capturedAt)
    }

    @Test("A selector within a shadow tree or frame is not a selector of the page")
    func annotationOfShadow() throws {
        let text = try restore(
            #""url":"https://example.org/","anchors":[{"role":"primary","selector":"p","path":["my-app"]}]"#
        ).json
        #expect(text.contains(#""target":{"source":"https://example.org/"}"#))
    }

    @Test("The bookmarklet is a URL on one line, and the script an expression that contains the snapshot")
    func script() throws {
        let restore = try restore(#""url":"https://example.org/","title":"a # %41 \"b\"\n""#)
        #expect(restore.bookmarklet.hasPrefix("javascript:"))
        #expect(restore.bookmarklet.utf8.allSatisfy { (0x21...0x7E).contains($0) })
        #expect(!restore.bookmarklet.dropFirst(11).contains("#"))
        #expect(restore.script.contains("example.org"))
    }

    /// The words that a page must not learn from the script that restores a place on it.
    private static let privateWords = [
        "selected-words", "linked-page", "other.example", "frame-title", "frame-words", "frame-copy",
    ]

    /// A place in a frame of another site, with everything that only Leftoff may know.
    private static let placeInFrame = #"""
        "url":"https://example.org/","pageYOffset":7,"pageZoom":1.25,"selection":{"exact":"selected-words"},
        "links":[{"url":"https://example.org/linked-page","text":"linked-page"}],
        "anchors":[{"role":"primary","quote":{"exact":"Words of the page"}}],
        "unread":{"kind":"frame","path":[],"selector":"#comments","share":1,"within":0.5},
        "frame":{"path":[{"selector":"#comments","path":[],"index":0,"name":"","src":"https://other.example/thread",
        "width":900,"height":700}],"url":"https://other.example/thread?user=1","place":{"title":"frame-title",
        "anchors":[{"role":"primary","quote":{"exact":"frame-words","prefix":"","suffix":"frame-copy"}}]}}
        """#

    @Test("The script and the bookmarklet do not contain what the page must not know")
    func withheld() throws {
        let restore = try restore(Self.placeInFrame)
        let bookmarklet = try #require(restore.bookmarklet.removingPercentEncoding)
        for script in [restore.script, bookmarklet] {
            let call = try #require(script.range(of: ".restore", options: .backwards))
            let snapshot = script[call.upperBound...]
            for word in Self.privateWords { #expect(!snapshot.contains(word), "\(word)") }
            for name in SnapshotRestore.withheldMembers { #expect(!snapshot.contains("\"\(name)\\\":"), "\(name)") }
            #expect(snapshot.contains("Words of the page") && snapshot.contains("#comments"))
        }
    }

    @Test("The JSON for other programs is complete")
    func completeJSON() throws {
        let json = try restore(Self.placeInFrame).json
        for word in Self.privateWords { #expect(json.contains(word), "\(word)") }
    }

    @Test("The service's window keeps the same members from the page as the script")
    func restoreHelper() throws {
        let file = SourceTree.scripts.deletingLastPathComponent().appending(path: "Resources/web/place-display.js")
        let helper = try String(contentsOf: file, encoding: .utf8)
        let list = try #require(helper.firstMatch(of: /const withheldMembers = \[([^\]]*)\];/)?.output.1)
        #expect(Set(list.matches(of: /'(\w+)'/).map { String($0.output.1) }) == SnapshotRestore.withheldMembers)
    }
}
