import Testing

@testable import Places

struct PictureCopyTests {
    @Test func `A picture keeps its HTML and omissions, and its encoding is stable`() throws {
        let json = #"{"title":"A","url":"http://a.test/","html":"<!DOCTYPE html><p>x","omissions":{"images":3},"x":1}"#
        let picture = try PictureCopy(json: json.utf8)
        #expect(
            picture
                == PictureCopy(
                    html: "<!DOCTYPE html><p>x", url: "http://a.test/", title: "A", omissions: ["images": 3]))
        #expect(try PictureCopy(json: picture.encoded()).encoded() == picture.encoded())
        #expect(try CopyKind.picture.normalized(json: json.utf8) == picture.encoded())
    }

    @Test(arguments: [
        #"{"url":"http://a.test/"}"#, #"{"url":"http://a.test/","html":""}"#, #"{"html":"x"}"#,
        #"{"url":"http://a.test/","html":"x","omissions":{"images":-1}}"#,
        #"{"url":"http://a.test/","html":"x","omissions":[]}"#,
    ])
    func `Invalid pictures are refused`(json: String) {
        #expect(throws: CopyError.self) { try PictureCopy(json: json.utf8) }
    }

    @Test func `A picture that is too large is refused`() {
        let json = #"{"url":"http://a.test/","html":""# + String(repeating: "x", count: 6 << 20) + #""}"#
        #expect(throws: CopyError.self) { try PictureCopy(json: json.utf8) }
    }

    @Test(arguments: [
        (2_000_000_000, "2 GB"), (1_500_000_000, "1.5 GB"), (50_000_000, "0.05 GB"), (4096, "4096 bytes"),
    ])
    func `A refusal names the budget`(limit: Int, expected: String) {
        #expect(CopyRefusal.budgetUsedUp(limit: limit).description.contains("budget of \(expected) "))
    }
}
