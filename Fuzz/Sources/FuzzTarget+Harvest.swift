import LinkHarvest
import WHATWGURL

extension FuzzTarget {
    /// Harvests a page from its bytes, whole and in parts.
    ///
    /// The first byte chooses the way in which the encoding is declared, the second the length of the parts.
    static let html = FuzzTarget(name: "html") { bytes in
        guard bytes.count >= 2 else { return }
        let (first, second) = (bytes[0], bytes[1])
        let contentTypes: [String?] = [
            "text/html", "text/html", "text/html", "text/html; charset=utf-8", "text/html; charset=windows-1252",
            "text/html; charset=shift_jis", "text/html; charset=gb18030", "text/html; charset=utf-16le",
        ]
        let page = Array(bytes.dropFirst(2))
        let contentType = contentTypes[Int(first & 7)]
        let keepsDuplicates = first & 8 != 0
        let scriptStrings = first & 16 != 0
        let links = harvest(
            page, contentType: contentType, keepsDuplicates: keepsDuplicates, scriptStrings: scriptStrings)
        let inParts = harvest(
            page, contentType: contentType, keepsDuplicates: keepsDuplicates, scriptStrings: scriptStrings,
            cutInto: Int(second) % 100 + 1)
        expect(inParts == links, "is the same in parts: \(difference(of: inParts, from: links))")
        for link in links {
            expect(page.indices.contains(link.byte), "stands in the page: \(link)")
            // In UTF-16, `<` may begin with its other byte.
            expect(page[link.byte...].prefix(2).contains(UInt8(ascii: "<")), "stands at a tag: \(link)")
            expect(link.line >= 1 && link.column >= 1, "counts from 1: \(link)")
            expect(link.element.utf8.allSatisfy { !(0x41...0x5A).contains($0) }, "is in lower case: \(link)")
            if let url = link.url { check(url) }
        }
    }

    /// Harvests a `srcset` in a page.
    static let srcset = FuzzTarget(name: "srcset") { bytes in
        let value = String(decoding: bytes, as: UTF8.self)
        for link in harvest(Array("<img srcset=\"\(escaped(value))\">".utf8)) {
            expect(link.element == "img" && link.attribute == "srcset", "is of the attribute: \(link)")
            expect(!link.raw.isEmpty, "is not empty: \(value.debugDescription)")
            expect(!link.raw.utf8.contains { [0x09, 0x0A, 0x0C, 0x0D, 0x20].contains($0) }, "has no space: \(link)")
            expect(link.raw.utf8.first != UInt8(ascii: ","), "begins with no comma: \(link)")
            expect(link.raw.utf8.last != UInt8(ascii: ","), "ends with no comma: \(link)")
            expect(contains(value, link.raw), "is part of the value: \(link)")
        }
    }

    /// Harvests CSS in an attribute and in an element.
    static let css = FuzzTarget(name: "css") { bytes in
        let value = String(decoding: bytes, as: UTF8.self)
        let inAttribute = harvest(Array("<p style=\"\(escaped(value))\">".utf8), keepsDuplicates: true)
        for link in inAttribute { expect(link.kind == .css, "is of the attribute: \(link)") }
        // A NUL and an end tag mean different things in an attribute and in an element, `\r` is a line break in only
        // one of them, and rules such as `@import` are only allowed in style sheets.
        guard !value.utf8.contains(where: { [0x00, 0x0D, 0x3C, 0x40].contains($0) }) else { return }
        let inElement = harvest(Array("<style>\(value)</style>".utf8), keepsDuplicates: true)
        let (there, here) = (inElement.map(\.raw), inAttribute.map(\.raw))
        expect(there == here, "means the same in both places: \(value.debugDescription): \(there), \(here)")
    }

    /// Harvests a page and returns all links.
    ///
    /// This is the only function that calls the harvester.
    static func harvest(
        _ page: [UInt8], contentType: String? = "text/html; charset=utf-8", keepsDuplicates: Bool = false,
        scriptStrings: Bool = false, cutInto partLength: Int? = nil
    ) -> [HarvestedLink] {
        var options = HarvestOptions(
            keepsDuplicates: keepsDuplicates, includesInvalid: true, includesLazyLoading: true)
        options.includesScriptStrings = scriptStrings
        let harvester = LinkHarvester(options: options)
        do {
            guard let partLength else {
                return try harvester.harvest(page, contentType: contentType, documentURL: document, source: "fuzz")
            }
            var links: [HarvestedLink] = []
            let parts = harvester.begin(
                DocumentHarvest.Description(source: "fuzz", contentType: contentType, url: document)
            ) {
                links += $0.links
            }
            for start in stride(from: 0, to: page.count, by: partLength) {
                try page[start..<min(page.count, start + partLength)].withUnsafeBufferPointer(parts.receive)
            }
            try parts.finish()
            return links
        } catch {
            // No page is rejected at the sizes that libFuzzer uses.
            expect(false, "takes every page: \(error)")
            return []
        }
    }

    /// Returns the first difference between two lists.
    private static func difference(of links: [HarvestedLink], from others: [HarvestedLink]) -> String {
        guard let index = zip(links, others).enumerated().first(where: { $1.0 != $1.1 })?.offset else {
            return "\(links.count) links, not \(others.count)"
        }
        return "\(links[index]), not \(others[index])"
    }

    private static let document = WebURL("https://example.org/a/b.html?c")

    /// Returns a value as it is written between double quotes.
    private static func escaped(_ value: String) -> String {
        var text: [UInt8] = []
        for byte in value.utf8 {
            switch byte {
            case UInt8(ascii: "&"): text += "&amp;".utf8
            case UInt8(ascii: "\""): text += "&quot;".utf8
            default: text.append(byte)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Returns true if a value contains a text, apart from the changes of a tokenizer.
    private static func contains(_ value: String, _ text: String) -> Bool {
        // The tokenizer replaces NUL with U+FFFD.
        if value.utf8.contains(0) { return true }
        let (value, text) = (Array(value.utf8), Array(text.utf8))
        guard text.count <= value.count else { return false }
        return (0...(value.count - text.count)).contains { value[$0..<($0 + text.count)].elementsEqual(text) }
    }
}
