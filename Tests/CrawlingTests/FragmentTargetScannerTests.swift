import Testing
import WHATWGURL

@testable import Crawling

@Suite("Fragment targets of a page")
struct FragmentTargetScannerTests {
    private func places(_ html: String, cut: Int? = nil) throws -> FragmentTargets {
        let bytes = Array(html.utf8)
        let scan = FragmentTargetScanner(contentType: "text/html;charset=utf-8")
        let step = cut ?? bytes.count
        for start in stride(from: 0, to: bytes.count, by: max(1, step)) {
            try bytes[start..<min(start + max(1, step), bytes.count)].withUnsafeBytes { try scan.receive($0) }
        }
        try scan.finish()
        return try #require(scan.targets)
    }

    @Test(
        "A fragment target is found in every notation and however the page is cut",
        arguments: [
            ("<p id=x>", "x", true), ("<p id='x y'>", "x%20y", true), ("<P ID=\"x\">", "x", true),
            ("<a name=x>", "x", true), ("<p name=x>", "x", false), ("<p data-id=x>", "x", false),
            ("<p title='id=x' id = y/>", "y/", true), ("<p title='<p id=x>'>", "x", false),
            ("<!-- <p id=x> -->", "x", false), ("<!--><p id=x>", "x", true), ("<!doctype html><p id=x>", "x", true),
            ("<script>'<p id=x>'</script><p id=y>", "x", false), ("<script>'</scr'</script><p id=y>", "y", true),
            ("<title><p id=x></title>", "x", false), ("<p/id=x>", "x", true), ("<p a id=x b>", "x", true),
            ("<p a='' id='x'b>", "x", true), ("</p id=x>", "x", false), ("<p id=x", "x", false),
            ("<p id=&quot;&amp;>", "%22&", true), ("<p id=ü>", "%C3%BC", true), ("<p id=x>", "X", false),
            ("<p id='\u{5}'>", "%+5", false), ("<p id=%+5>", "%+5", true), ("<p id=%>", "%", true),
            ("<p id=a>", "%61", true),
            // The content of a template is not part of the document.
            ("<template id=x><p id=y></template><p id=z>", "x", true), ("<template><p id=y></template>", "y", false),
            ("<template><template></template><p id=y></template><p id=z>", "y", false),
            ("<template><template></template></template><p id=z>", "z", true),
            ("<template shadowrootmode=open><p id=y></template>", "y", false),
            ("", "top", true), ("", "TOP", true), ("", "x", false), ("<<p id=x>", "x", true), ("a<b id=x>", "x", true),
        ])
    func place(html: String, fragment: String, isThere: Bool) throws {
        for cut in [nil, 1, 2, 3, 7] { #expect(try places(html, cut: cut).contains(fragment) == isThere, "\(html)") }
    }

    @Test(
        "A text directive is not a fragment target",
        arguments: [
            ("http://a/#x", "x"), ("http://a/", nil), ("http://a/#", nil), ("http://a/#:~:text=y", nil),
            ("http://a/#x:~:text=y", "x"),
        ] as [(String, String?)])
    func fragment(address: String, expected: String?) throws {
        #expect(FragmentTargets.fragment(of: try #require(WebURL(address))) == expected)
    }
}
