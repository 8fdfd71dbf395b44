import LinkHarvest
import Markup
import WHATWGURL

extension FuzzTarget {
    /// JSON-LD, JSON Feed, manifests and other JSON.
    static let json = document("json", contentType: "application/ld+json")
    /// Feeds, site maps, outlines, XHTML and SVG.
    static let xml = document("xml", contentType: "application/xml")
    /// Web archives, plain and compressed.
    static let warc = document("warc", contentType: "application/warc")
    /// Markdown.
    static let markdown = document("markdown", contentType: "text/markdown")
    /// Plain text.
    static let text = document("text", contentType: "text/plain; charset=utf-8")

    /// Harvests a document of one kind whole and in parts, whose length the first byte determines.
    private static func document(_ name: String, contentType: String) -> FuzzTarget {
        FuzzTarget(name: name) { bytes in
            guard let first = bytes.first else { return }
            let document = Array(bytes.dropFirst())
            let whole = links(of: document, contentType: contentType, partLength: max(1, document.count))
            let parts = links(of: document, contentType: contentType, partLength: Int(first) % 100 + 1)
            expect(whole == parts, "is the same in parts: \(whole.count) and \(parts.count) links")
            for link in whole where link.url != nil {
                expect(link.url.flatMap { WebURL($0.href) } == link.url, "has an address that parses: \(link)")
            }
            if name == "xml" { checkScopes(document, whole) }
        }
    }

    /// Checks that links are the same with a scope that only marks those outside of it as without a scope.
    private static func checkScopes(_ document: [UInt8], _ whole: [HarvestedLink]) {
        // An ill-formed document may be read as HTML, in whose tree libxml2 has no elements within a style of SVG.
        let isWellFormed = document.withUnsafeBufferPointer {
            let encoding = SniffedEncoding(ofXML: $0, contentType: "application/xml")
            return try? XMLPushParser.isWellFormed($0, encoding: encoding)
        }
        for selector in ["*", "//a | //svg:a | //entry/link", "item > :first-child, [href]:not(a)"] {
            guard let scope = try? ElementScope(selector) else { continue }
            let marked = links(
                of: document, contentType: "application/xml", partLength: max(1, document.count), scope: scope)
            // Too deep nesting ends the harvest.
            guard !marked.isEmpty else { continue }
            let plain = marked.map { link in
                var link = link
                link.isOutOfScope = false
                return link
            }
            expect(plain == whole, "is the same with marks: \(plain.count) and \(whole.count) links")
            let isBare = marked.contains { $0.isOutOfScope && $0.element != "xml-stylesheet" }
            expect(selector != "*" || isWellFormed != true || !isBare, "stands in an element")
        }
    }

    private static func links(
        of document: [UInt8], contentType: String, partLength: Int, scope: ElementScope? = nil
    ) -> [HarvestedLink] {
        var links: [HarvestedLink] = []
        var options = HarvestOptions(keepsDuplicates: true, includesInvalid: true, scope: scope)
        options.marksOutOfScope = scope != nil
        let harvest = LinkHarvester(options: options).begin(
            DocumentHarvest.Description(
                source: "fuzz", contentType: contentType, url: WebURL("https://example.org/a/b?c"))
        ) { links += $0.links }
        do {
            for start in stride(from: 0, to: document.count, by: partLength) {
                try document[start..<min(document.count, start + partLength)].withUnsafeBufferPointer(harvest.receive)
            }
            try harvest.finish()
        } catch {
            // A document may be rejected; the links before the error are kept.
        }
        return links
    }
}
