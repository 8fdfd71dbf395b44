import WHATWGURL

extension FuzzTarget {
    /// Parses a URL: the input up to the first NUL is the base, and the rest is resolved against it.
    static let url = FuzzTarget(name: "url") { bytes in
        let end = bytes.firstIndex(of: 0)
        let base = end.flatMap { WebURL(utf8: UnsafeBufferPointer(rebasing: bytes[..<$0])) }
        let input = UnsafeBufferPointer(rebasing: bytes[(end.map { $0 + 1 } ?? 0)...])
        if let base { check(base) }
        guard let url = WebURL(utf8: input, base: base) else { return }
        check(url)
        let text = String(decoding: input, as: UTF8.self)
        expect(WebURL(text, base: base) == url, "text and bytes give the same: \(text.debugDescription)")
    }

    /// Checks the properties that every URL record has.
    static func check(_ url: WebURL) {
        let href = url.href.debugDescription
        expect(url.href.utf8.allSatisfy { (0x20..<0x7F).contains($0) }, "is printable ASCII: \(href)")
        // URL Standard, 4.5: a serialisation parses to an equal record, whatever the base.
        let again = WebURL(url.href)
        expect(again == url, "parses to itself: \(href), not \(again?.href.debugDescription ?? "nil")")
        expect(again?.scheme == url.scheme, "keeps its scheme: \(href)")
        let resolved = WebURL(url.href, base: unrelated)
        expect(resolved == url, "is absolute: \(href), not \(resolved?.href.debugDescription ?? "nil")")
    }

    private static let unrelated = WebURL("http://other.example/a/b?c#d")
}
