import Foundation
import Testing

@Suite("Start-up", .ownThreads)
struct StartUpEndToEndTests {
    @Test("The binary loads few libraries at its start", .enabled(if: Tool.all("readelf")))
    func libraries() throws {
        let leftoff = try Leftoff()
        let tool = try #require(Tool("readelf"))
        let listing = try tool.run(["-d", try Leftoff.binary.path], in: leftoff.directory)
        try #require(listing.status == 0, "\(listing.errorText)")
        let needed = listing.lines.filter { $0.contains("(NEEDED)") }
        #expect(!needed.isEmpty)
        // Each of these libraries is loaded when it is first used; with their dependencies they take longer than a
        // short run.
        for name in ["libcurl", "libbrotli", "libxml2", "libpsl", "libidn2", "libcrypto"] {
            #expect(!needed.contains { $0.contains("[\(name)") }, "the binary is linked to \(name)")
        }
    }

    @Test("Harvesting a local page loads no unneeded library")
    func localRun() throws {
        let leftoff = try Leftoff()
        let page = try leftoff.file("page.html", "<a href='http://example.com/?a&amp;b'>&eacute;</a>".utf8)
        // Only glibc's dynamic loader reports the libraries that it loads.
        let outcome = try leftoff.run(["links", page.path], environment: ["LD_DEBUG": "files"])
        #expect(outcome.status == 0 && outcome.text == "http://example.com/?a&b\n")
        for name in ["libcurl", "libxml2", "libpsl", "libidn2", "libcrypto"] {
            #expect(!outcome.errorText.contains("file=\(name)"), "\(name) was loaded")
        }
    }
}
