import Testing
import WHATWGURL

@testable import Crawling

@Suite("Source of a page")
struct PageSourceTests {
    @Test("An input is standard input, a URL or a path")
    func kinds() throws {
        #expect(try PageSource("-") == .standardInput)
        #expect(try PageSource("https://user:secret@a/").name == "https://a/")
        for path in ["page.html", "./https://a/", "a:b", "1://a", "://a", "/x"] {
            #expect(try PageSource(path) == .file(InputPath(path)))
        }
    }

    @Test(
        "An input that is empty, invalid or of another scheme is an error",
        arguments: [
            ("", LinkPipelineError.emptyInput), ("http://[", .invalidURL("http://[")),
            ("ftp://a/", .unsupportedScheme("ftp://a/")),
        ])
    func errors(input: String, error: LinkPipelineError) {
        #expect(throws: error) { try PageSource(input) }
    }

    @Test("The URL of a file has its path, with characters escaped that a URL would interpret")
    func fileURL() throws {
        #expect(try PageSource("/a b/%41|\\#?").baseURL?.href == "file:///a%20b/%2541%7C%5C%23%3F")
        #expect(try PageSource("-").baseURL == nil)
    }

    @Test("Web archives are known by their names", arguments: [("a.WARC", true), ("a.warc.gz", true), ("warc", false)])
    func archives(name: String, isArchive: Bool) throws {
        #expect(try PageSource(name).isArchive == isArchive)
    }
}
