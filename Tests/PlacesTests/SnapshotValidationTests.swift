import Syntax
import Testing
import WHATWGURL

@testable import Places

@Suite("Validation of snapshots")
struct SnapshotValidationTests {
    private func snapshot(_ text: String) throws(SnapshotError) -> PageSnapshot { try PageSnapshot(json: text.utf8) }

    @Test(
        "A value of the wrong type is rejected, and the error names its key",
        arguments: [
            (#""pageYOffset":"12""#, "pageYOffset", "a number", "a string"),
            (#""pageScale":true"#, "pageScale", "a number", "a boolean"),
            (#""title":7"#, "title", "a string", "a number"),
            (#""baseURI":[]"#, "baseURI", "a string", "an array"),
            (#""capturedAt":1456835400"#, "capturedAt", "a time in RFC 3339 format", "a number"),
            (#""capturedAt":"yesterday""#, "capturedAt", "a time in RFC 3339 format", #""yesterday""#),
            (#""viewport":[1280,720]"#, "viewport", "an object", "an array"),
            (#""viewport":{"width":"1280"}"#, "viewport.width", "a number", "a string"),
            (#""scrollers":{}"#, "scrollers", "an array", "an object"),
            (#""scrollers":[{"path":[]},{"path":["a",1]}]"#, "scrollers[1].path[1]", "a string", "a number"),
            (#""scrollers":[null]"#, "scrollers[0]", "an object", "null"),
            (#""anchors":[{"quote":"x"}]"#, "anchors[0].quote", "an object", "a string"),
            (#""anchors":[{"quote":{"exact":["x"]}}]"#, "anchors[0].quote.exact", "a string", "an array"),
            (#""anchors":[{"occurrences":1.5}]"#, "anchors[0].occurrences", "a whole number from 0", "1.5"),
            (#""anchors":[{"occurrences":-1}]"#, "anchors[0].occurrences", "a whole number from 0", "-1"),
            (
                #""anchors":[{"scroller":1e300}]"#, "anchors[0].scroller", "a whole number from 0 to 2147483647",
                "1e+300"
            ),
            (
                #""anchors":[{"offset":{"character":"0"}}]"#, "anchors[0].offset.character", "a whole number from 0",
                "a string"
            ),
            (#""anchors":[{"hash":12}]"#, "anchors[0].hash", "a string", "a number"),
            (#""anchors":[{"line":"20px"}]"#, "anchors[0].line", "a number", "a string"),
            (#""anchors":[{"ordinal":-1}]"#, "anchors[0].ordinal", "a whole number from 0", "-1"),
            (#""anchors":[{"position":0.5}]"#, "anchors[0].position", "a whole number from 0", "0.5"),
            (#""anchors":[{"image":"a.png"}]"#, "anchors[0].image", "an object", "a string"),
            (#""anchors":[{"image":{"src":null,"alt":1}}]"#, "anchors[0].image.alt", "a string", "a number"),
            (
                #""anchors":[{"role":"middle","reach":{"exact":1.5}}]"#, "anchors[0].reach.exact",
                "a whole number from 0", "1.5"
            ),
            (#""anchors":[{"offset":{"start":"0"}}]"#, "anchors[0].offset.start", "a number", "a string"),
            (#""sketch":["a"]"#, "sketch", "a string", "an array"),
            (#""progress":{"length":-3}"#, "progress.length", "a whole number from 0", "-3"),
            (#""scrollers":[{"rect":{"y":[]}}]"#, "scrollers[0].rect.y", "a number", "an array"),
            (#""media":[{"src":7}]"#, "media[0].src", "a string", "a number"),
            (#""bracket":{"fraction":[]}"#, "bracket.fraction", "a number", "an array"),
            (#""progress":0.5"#, "progress", "an object", "a number"),
            (#""selection":"x""#, "selection", "an object", "a string"),
            (#""media":[{"paused":0}]"#, "media[0].paused", "a boolean", "a number"),
            (#""links":[{"rect":{"x":null,"y":"2"}}]"#, "links[0].rect.y", "a number", "a string"),
            (#""schema":"1""#, "schema", "a whole number from 1", #""1""#),
            (#""schema":0"#, "schema", "a whole number from 1", "0"),
        ])
    func wrongTypes(member: String, key: String, expected: String, found: String) {
        #expect(throws: SnapshotError.invalidValue(key: key, expected: expected, found: found)) {
            try snapshot(#"{"url":"https://example.org/",\#(member)}"#)
        }
    }

    @Test(
        "Only http, https and file URLs are accepted",
        arguments: [
            (#"{"url":"about:blank"}"#, "url", "about:blank"),
            (#"{"url":"javascript:alert(1)"}"#, "url", "javascript:alert(1)"),
            (#"{"url":"data:text/html,x"}"#, "url", "data:text/html,x"),
            (#"{"url":"blob:https://example.org/1"}"#, "url", "blob:https://example.org/1"),
            (#"{"url":"ftp://example.org/"}"#, "url", "ftp://example.org/"),
            (#"{"url":"/relative"}"#, "url", "/relative"),
            (#"{"url":""}"#, "url", ""),
            (#"{"url":"https://"}"#, "url", "https://"),
            (#"{"url":"about:blank","baseURI":"https://example.org/"}"#, "url", "about:blank"),
            (#"{"baseURI":"chrome://settings"}"#, "baseURI", "chrome://settings"),
            (#"{"url":null,"baseURI":"about:srcdoc"}"#, "baseURI", "about:srcdoc"),
        ])
    func refusedAddresses(text: String, key: String, value: String) {
        #expect(throws: SnapshotError.refusedAddress(key: key, value: value)) { try snapshot(text) }
    }

    @Test(
        "Data that is not a snapshot is rejected",
        arguments: [
            ("[]", SnapshotError.notAnObject(found: "an array")),
            ("null", .notAnObject(found: "null")),
            (#""https://example.org/""#, .notAnObject(found: "a string")),
            ("{}", .missingAddress),
            (#"{"url":null}"#, .missingAddress),
            (#"{"pageXOffset":0,"pageYOffset":0}"#, .missingAddress),
            (#"{"schema":2,"url":"https://example.org/"}"#, .unsupportedSchema("2")),
        ])
    func noSnapshots(text: String, error: SnapshotError) {
        #expect(throws: error) { try snapshot(text) }
    }

    @Test(
        "Unusual values from other tools and later versions are accepted",
        arguments: [
            #""pageYOffset":1e8,"pageScale":0,"pageXOffset":-0.0"#,
            #""anchors":[],"scrollers":[],"media":[],"links":[]"#,
            #""anchors":[{"role":"of another tool","quote":{"exact":""}}]"#,
            #""anchors":[{"role":"primary","quote":null,"image":{"src":"","alt":""},"offset":{"x":-1e7,"y":1e7}}]"#,
            #""anchors":[{"quote":{"exact":"x","start":[{}]},"x-later":{"a":null}}],"x-later":[[[]]]"#,
            #""title":"","url":"https://example.org/","schema":1"#,
            #""sketch":null,"progress":{"px":null,"text":null,"length":null},"selection":null"#,
            #""links":[{"url":"javascript:alert(1)","text":"</script>"}],"__proto__":{"x":1}"#,
        ])
    func unusual(members: String) throws {
        let snapshot = try snapshot(#"{"baseURI":"https://example.org/",\#(members)}"#)
        #expect(snapshot.url.href == "https://example.org/")
        #expect(try PageSnapshot(json: snapshot.encoded()) == snapshot)
    }

    @Test("A number that is not finite is rejected")
    func notANumber() {
        for number in [Double.nan, .infinity, -.infinity] {
            let value = JSONValue.object(["url": .string("https://example.org/"), "pageYOffset": .number(number)])
            #expect(throws: SnapshotError.self) { try PageSnapshot(value: value) }
        }
    }

    @Test("Null counts as absent")
    func nulls() throws {
        let keys = SnapshotSchema.snapshot.keys.filter { $0 != "baseURI" }.map { "\"\($0)\":null" }.joined(
            separator: ",")
        let snapshot = try snapshot(#"{"schema":null,"baseURI":"https://example.org/",\#(keys)}"#)
        #expect(snapshot.url.href == "https://example.org/")
        #expect(snapshot.anchors.isEmpty && snapshot.capturedAt == nil && snapshot.selection == nil)
    }

    @Test("An error is described on one line")
    func descriptions() {
        #expect(
            SnapshotError.unreadable(.malformed(reason: "expected a value", byte: 3)).description
                == "snapshot: not valid JSON: expected a value at byte 3")
        #expect(
            SnapshotError.refusedAddress(key: "url", value: "a\u{1B}\nb").description
                == #"snapshot: "url" is not an http, https or file address: "a\u001b\nb""#)
        #expect(
            SnapshotError.unreadable(.tooLarge(byteCount: 70_000, limit: 65_536)).description
                == "snapshot: too large: 70000 bytes, at most 65536 are accepted")
    }
}
