import Markup
import TestSupport
import Testing

@Suite("Hostile XML", .timeLimit(.minutes(5)))
struct XMLHostileInputTests {
    private func parse(_ bytes: [UInt8]) throws -> (recorder: XMLRecorder, failure: XMLFailure?) {
        let recorder = XMLRecorder()
        recorder.keepsReports = false
        let failure = try recorder.parse(bytes, partByteCount: 1 << 14)
        return (recorder, failure)
    }

    private func repeated(_ text: String, _ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count * count)
        for _ in 0..<count { bytes.append(contentsOf: text.utf8) }
        return bytes
    }

    @Test(
        "Fragments of XML are not documents",
        arguments: ["", "\u{0}", "<", "<?", "<!", "<a", "&", "x", "<!DOCTYPE a ["])
    func tiny(text: String) throws {
        let (recorder, failure) = try parse(Array(text.utf8))
        #expect(recorder.elementCount == 0)
        #expect(failure != nil)
    }

    @Test("Names, values and instructions have no long runs of combining characters")
    func combiningRuns() throws {
        let run = HostileText.combiningRun
        let recorder = XMLRecorder()
        #expect(try recorder.parse(Array("<?\(run) \(run)?><\(run) \(run)='\(run)'></\(run)>".utf8)) == nil)
        #expect(recorder.reports.map { HostileText.longestCombiningRun(in: $0) } == [30, 30, 30])
        #expect(recorder.reports.count == 3)
    }

    @Test("A million nested elements give one error")
    func nested() throws {
        let (recorder, failure) = try parse(repeated("<a>", 1_000_000))
        #expect(recorder.elementCount == 1024)
        #expect(failure?.reason == "elements are nested more than 1024 deep")
    }

    @Test("An entity bomb gives one error, and the content before it is kept")
    func entityBomb() throws {
        var text = "<!DOCTYPE a [<!ENTITY e0 'lol'>"
        for level in 1...9 { text += "<!ENTITY e\(level) '" + String(repeating: "&e\(level - 1);", count: 10) + "'>" }
        for use in ["&e9;", "<b c='&e9;'/>"] {
            let (recorder, failure) = try parse(Array((text + "]><a><link/>" + use + "<d/></a>").utf8))
            #expect(recorder.elementCount >= 2)
            #expect(recorder.textCount <= 4 << 20)
            #expect(failure?.reason.contains("entit") == true)
        }
    }

    @Test("A large entity that is used often gives one error")
    func quadraticEntity() throws {
        let big = String(repeating: "x", count: 50_000)
        let text = "<!DOCTYPE a [<!ENTITY e '\(big)'>]><a>" + String(repeating: "&e;", count: 50_000) + "</a>"
        let (recorder, failure) = try parse(Array(text.utf8))
        #expect(recorder.textCount <= 4 << 20)
        #expect(failure?.reason.contains("entit") == true)
    }

    @Test("Parsing an entity that refers to itself ends")
    func entityLoop() throws {
        let (_, failure) = try parse(Array("<!DOCTYPE a [<!ENTITY e '&f;'><!ENTITY f '&e;'>]><a>&e;</a>".utf8))
        #expect(failure != nil)
    }

    @Test("A tag with a hundred thousand attributes is rejected")
    func attributes() throws {
        let names = (0..<100_000).map { " a\($0)='>'" }.joined()
        let (recorder, failure) = try parse(
            Array("<a><b/><!-- <x '\(String(repeating: "=", count: 5000)) --><c\(names)/></a>".utf8))
        #expect(recorder.elementCount == 2)
        #expect(failure?.reason == "a tag has more than 1024 attributes")
    }

    @Test("An attribute of eight megabytes is read, and one of ten and a half is rejected")
    func largeAttribute() throws {
        let value = String(repeating: "x", count: 8 << 20)
        #expect(try parse(Array("<a><b c='\(value)'/><d/></a>".utf8)).recorder.elementCount == 3)
        let larger = String(repeating: "x", count: 21 << 19)
        let (recorder, failure) = try parse(Array("<a><b/><b c='\(larger)'/><d/></a>".utf8))
        #expect(recorder.elementCount >= 2)
        #expect(failure != nil)
    }

    @Test(
        "Sixteen megabytes of one construct are parsed in bounded time",
        arguments: ["<", "x", "<a/>", "&", "<!--", "]]>", "<![CDATA[", "'", "<?"])
    func flood(text: String) throws {
        let count = (16 << 20) / text.utf8.count
        let (_, failure) = try parse(Array("<r>".utf8) + repeated(text, count))
        #expect(failure != nil)
    }

    @Test("Default attributes that the document declares are limited")
    func defaults() throws {
        let list = (0..<500).map { " a\($0) CDATA 'x'" }.joined()
        let (_, failure) = try parse(
            Array("<!DOCTYPE a [<!ATTLIST b\(list)>]><a>".utf8) + repeated("<b/>", 100_000) + Array("</a>".utf8))
        #expect(failure?.reason == "its declarations add more than 100000 attributes")
    }

    @Test("A wrong encoding declaration loses no tags")
    func wrongEncoding() throws {
        let bytes = Array("<a><b>".utf8) + [0xFF, 0xC3, 0x28, 0x00, 0xE2, 0x82] + Array("</b><c/></a>".utf8)
        let (recorder, failure) = try parse(bytes)
        #expect(recorder.elementCount == 3)
        #expect(failure == nil)
    }
}
