import Testing

@testable import LinkHarvest
@testable import LinkOutput

@Suite("Links of web archives in the output formats")
struct ArchiveLinkFormatTests {
    private var archived: HarvestedLink {
        var link = FormatScene.link("https://a/", source: "https://p/")
        link.position = ArchivePosition(archive: "x/a\tb.warc.gz", index: 3, offset: 12_345)
        return link
    }

    @Test("ndjson has the archive and the offset of the record, only for links of archives")
    func ndjson() {
        let output = FormatScene.output(NDJSONFormat.descriptor, [archived, FormatScene.link("https://b/")])
        let lines = output.split(separator: "\n")
        #expect(lines[0].hasSuffix(#""source":"https://p/","warc":"x/a\tb.warc.gz","record_offset":12345}"#))
        #expect(lines[1].hasSuffix(#""source":"page.html"}"#))
    }

    @Test("csv, tsv and templates have them as their last fields")
    func tables() throws {
        #expect(
            FormatScene.output(CSVFormat.descriptor, [archived]).hasSuffix(",https://p/,x/a\tb.warc.gz,12345\r\n"))
        #expect(
            FormatScene.output(TSVFormat.descriptor, [archived]).hasSuffix("\thttps://p/\tx/a\\tb.warc.gz\t12345\n"))
        let template = try LinkFormatDescriptor(parsing: "template:{warc}|{record_offset}")
        #expect(
            FormatScene.output(template, [archived, FormatScene.link("https://b/")]) == "x/a b.warc.gz|12345\n|\n")
    }
}
