import LinkHarvest
import Testing

@testable import LinkOutput

@Suite("Lists for downloaders")
struct DownloadFormatTests {
    @Test("Names come from the page, or else from a URL that names a file, and are all different")
    func aria2Names() {
        let links = [
            FormatScene.link("https://a/x/report.pdf"), FormatScene.link("https://a/y/report.pdf"),
            FormatScene.link("https://a/get.php?id=1"), FormatScene.link("https://a/get?id=2", download: "Report.pdf"),
            FormatScene.link("https://a/caf%C3%A9.pdf"), FormatScene.link("https://a/%2e%2e%2fevil.pdf"),
            FormatScene.link("https://a/-rf.pdf"), FormatScene.link("https://a/noext"),
        ]
        #expect(
            FormatScene.output(Aria2Format.descriptor, links, directory: "/d e") == """
                https://a/x/report.pdf
                  dir=/d e
                  out=report.pdf
                https://a/y/report.pdf
                  dir=/d e
                  out=report (1).pdf
                https://a/get.php?id=1
                  dir=/d e
                https://a/get?id=2
                  dir=/d e
                  out=Report (2).pdf
                https://a/caf%C3%A9.pdf
                  dir=/d e
                  out=café.pdf
                https://a/%2e%2e%2fevil.pdf
                  dir=/d e
                  out=evil.pdf
                https://a/-rf.pdf
                  dir=/d e
                  out=_-rf.pdf
                https://a/noext
                  dir=/d e

                """)
    }

    @Test("curl gets a name and a referer for every URL")
    func curl() {
        let links = [
            FormatScene.link("https://a/x.pdf#1", source: "https://a/p"), FormatScene.link("https://a/x.pdf#2"),
            FormatScene.link("https://b/-", download: "n \"1\""), FormatScene.link("mailto:x@y"),
        ]
        #expect(
            FormatScene.output(CurlFormat.descriptor, links, directory: "d") == """
                url = "https://a/x.pdf"
                output-dir = "d"
                output = "x.pdf"
                globoff
                location
                fail
                create-dirs
                referer = "https://a/p"
                next
                url = "https://b/-"
                output-dir = "d"
                output = "_-"
                globoff
                location
                fail
                create-dirs

                """)
    }

    @Test("metalink has one file for each URL")
    func metalink() {
        let links = ["https://a/x?y=1&z=2", "https://a/", "data:,x", nil].map { FormatScene.link($0) }
        #expect(
            FormatScene.output(MetalinkFormat.descriptor, links) == """
                <?xml version="1.0" encoding="UTF-8"?>
                <metalink xmlns="urn:ietf:params:xml:ns:metalink">
                  <file name="x">
                    <url>https://a/x?y=1&amp;z=2</url>
                  </file>
                  <file name="index.html">
                    <url>https://a/</url>
                  </file>
                </metalink>

                """)
    }

    @Test("yt-dlp gets URLs without fragments, which it would interpret")
    func ytDLP() {
        let links = ["https://a/#__youtubedl_smuggle=%7B%7D", "https://a/", "mailto:a@b"].map { FormatScene.link($0) }
        #expect(FormatScene.output(YTDLPFormat.descriptor, links) == "https://a/\n")
    }

    @Test(
        "An omitted link has a reason",
        arguments: [
            (Aria2Format.descriptor, "mailto:a@b", LinkOmission.notDownloadable),
            (CurlFormat.descriptor, nil, .noAddress),
            (MetalinkFormat.descriptor, "file:///x", .notDownloadable), (WgetFormat.descriptor, "https://a/", nil),
            (YTDLPFormat.descriptor, "ftp://a/", nil),
            (LinesFormat.descriptor, nil, .noAddress), (LinesFormat.descriptor, "mailto:a@b", nil),
            (HTMLFormat.descriptor, nil, .noAddress), (TSVFormat.descriptor, nil, nil),
            (NDJSONFormat.descriptor, nil, nil), (CSVFormat.descriptor, nil, nil), (JSONFormat.descriptor, nil, nil),
            (MarkdownFormat.descriptor, "tel:1", nil),
        ] as [(LinkFormatDescriptor, String?, LinkOmission?)])
    func omissions(format: LinkFormatDescriptor, address: String?, omission: LinkOmission?) {
        var format = format.makeFormat()
        var bytes: [UInt8] = []
        #expect(format.write(FormatScene.link(address), into: &bytes) == omission)
        #expect(bytes.isEmpty == (omission != nil))
        if address != nil, omission != .noAddress {
            #expect(format.write(FormatScene.link(address), into: &bytes) == omission ?? .repeated)
        }
    }

    @Test("Exactly the formats with a directory write it", arguments: LinkFormatDescriptor.all)
    func directories(format: LinkFormatDescriptor) {
        let text = FormatScene.output(format, [FormatScene.link("https://a/x")], directory: "DIRECTORY")
        #expect(text.contains("DIRECTORY") == format.contents.contains(.directory))
    }
}
