import LinkHarvest
import Testing
import WHATWGURL

@testable import LinkOutput

@Suite("Links written from the bytes of a batch")
struct LinkBytesTests {
    /// Texts that need escapes, quotation marks, decoding or repairs in some format.
    private static let texts: [[UInt8]] =
        FormatScene.hostileValues.filter { $0.utf8.count < 200 }.map { Array($0.utf8) } + [
            [0xC3], [0xA9, 0x20], [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xFF, 0x41, 0xC0, 0x80],
            Array("caf\u{E9} \u{1F4A9}".utf8), [0x0B, 0x0C, 0x1F, 0x7F],
        ]

    /// Returns the batches of a page that contains every text in every place.
    private func batches(contentType: String) throws -> [LinkBatch] {
        var page: [UInt8] = []
        for (number, text) in Self.texts.enumerated() {
            // The texts of neighbouring links would be valid together, although each of them is not.
            page += Array("<a href='x?".utf8) + [0xC3] + Array("'>".utf8) + [0xA9] + Array("</a>".utf8)
            for name in ["href", "title", "rel", "type", "hreflang", "download"] {
                page += Array("<a href='/\(name)/\(number)' \(name)=\"".utf8) + text.filter { $0 != UInt8(ascii: "\"") }
                page += Array("\">".utf8) + text + Array("</a>".utf8)
            }
            page += Array("<x-".utf8) + text.filter { $0 > 0x20 && $0 != UInt8(ascii: ">") }
            page += Array(" style='background: url(y)'><img src=z alt='".utf8) + text + Array("'>".utf8)
        }
        var batches: [LinkBatch] = []
        let options = HarvestOptions(keepsDuplicates: true, includesInvalid: true)
        let harvest = LinkHarvester(options: options).begin(
            DocumentHarvest.Description(source: "p\u{E9}\"age", contentType: contentType, url: WebURL("https://h/"))
        ) { batches.append($0) }
        try page.withUnsafeBufferPointer { try harvest.receive($0) }
        try harvest.finish()
        return batches
    }

    @Test(
        "A batch has the same output as its links one by one",
        arguments: LinkFormatDescriptor.all.map(\.name) + ["template:{url}|{raw}|{text}|{rel}|{line}|{source}"],
        ["text/html;charset=utf-8", "text/html;charset=windows-1252", "text/html;charset=shift_jis"])
    func sameOutput(format: String, contentType: String) throws {
        let descriptor = try LinkFormatDescriptor(parsing: format)
        var (whole, single) = (descriptor.makeFormat(), descriptor.makeFormat())
        var (wholeBytes, singleBytes): ([UInt8], [UInt8]) = ([], [])
        var (wholeTally, singleTally) = (LinkTally(), LinkTally())
        for batch in try batches(contentType: contentType) {
            #expect(batch.count > 100)
            wholeTally.add(whole.write(batch, .all, limit: .max, into: &wholeBytes))
            for link in batch.links { singleTally.register(single.write(link, into: &singleBytes)) }
        }
        #expect(String(validating: wholeBytes, as: UTF8.self) != nil)
        #expect(wholeBytes == singleBytes)
        #expect(wholeTally == singleTally && wholeTally.written > 10)
    }

    @Test(
        "Only the requested links of a batch are written, up to the limit",
        arguments: ["lines", "ndjson", "csv", "markdown"])
    func someLinks(format: String) throws {
        let descriptor = try LinkFormatDescriptor(parsing: format)
        let batch = try #require(try batches(contentType: "text/html;charset=utf-8").first)
        var (some, single) = (descriptor.makeFormat(), descriptor.makeFormat())
        var (someBytes, singleBytes): ([UInt8], [UInt8]) = ([], [])
        let tally = some.write(batch, .some([1, 2, 4, 8, 16, 17]), limit: 1, into: &someBytes)
        for index in [1, 2, 4, 8, 16, 17] {
            if single.write(batch[index], into: &singleBytes) == nil { break }
        }
        #expect(tally.written == 1 && someBytes == singleBytes)
    }

    @Test("Numbers are written in decimal digits", arguments: [0, 9, 10, 4_294_967_296, Int.max])
    func numbers(number: Int) throws {
        var link = FormatScene.link("https://a/")
        link.byte = number
        #expect(FormatScene.body(NDJSONFormat.descriptor, [link]).contains(",\"byte\":\(number),"))
    }
}
