import Markup
import Testing

@Suite("Media types")
struct ContentSniffingTests {
    @Test(
        "The essence of a media type is its type and subtype in lower case, without parameters and white space",
        arguments: [
            ("text/html", "text/html"), (" Text/HTML ; charset=UTF-8", "text/html"), ("\ttext/html\r\n", "text/html"),
            ("text/html;a;b", "text/html"), ("", ""), (";", ""), (" ", ""), ("text", "text"), ("a b/c", "a b/c"),
            ("TEXT/\u{C9}", "text/\u{C9}"),
        ])
    func essence(mediaType: String, expected: String) {
        #expect(ContentSniffing.essence(of: mediaType) == expected)
    }
}
