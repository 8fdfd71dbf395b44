import CLibXML2

/// A rewriter of pages, in which libxml2 then finds exactly the tags that the tokenizer found.
///
/// Start tags are numbered, and their attributes are quoted properly. End tags and text are kept; comments and scripts
/// are removed.
enum NumberedTags {
    /// The maximum number of attributes of a tag.
    ///
    /// libxml2 compares each attribute with all others.
    private static let attributeLimit = 512

    /// The elements that contain only text.
    private static let rawText: Set<String> = [
        "script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes", "plaintext",
    ]

    /// Rewrites a page.
    ///
    /// - Parameters:
    ///   - html: The page in UTF-8.
    ///   - startTags: The offsets of its start tags in ascending order.
    /// - Returns: The page for libxml2.
    static func html(_ html: UnsafeBufferPointer<UInt8>, startTags: [Int]) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(html.count + startTags.count * 24)
        var position = 0
        var rawName: [UInt8]?
        for (number, start) in startTags.enumerated() where start >= position && start + 1 < html.count {
            writeText(html, position..<start, after: rawName, to: &output)
            let end = number + 1 < startTags.count ? max(startTags[number + 1], start + 1) : html.count
            let (name, tagEnd) = writeTag(html, start..<min(end, html.count), number: number, to: &output)
            rawName = rawText.contains(String(decoding: name, as: UTF8.self)) ? name : nil
            position = tagEnd
        }
        writeText(html, position..<html.count, after: rawName, to: &output)
        return output
    }

    /// Appends a start tag, and returns its name and the offset after it.
    private static func writeTag(
        _ html: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, number: Int, to output: inout [UInt8]
    ) -> ([UInt8], Int) {
        var index = range.lowerBound + 1
        let limit = range.upperBound
        let name = html[index..<limit].prefix { !isSpace($0) && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: ">") }
            .map(ASCII.lowercase)
        index += name.count
        output.append(UInt8(ascii: "<"))
        output.append(contentsOf: name.map { isNameByte($0) ? $0 : UInt8(ascii: "_") })
        write(LEFTOFF_TAG_ATTRIBUTE, value: Array(String(number).utf8)[...], to: &output)
        var count = 0
        while index < limit {
            while index < limit, isSpace(html[index]) || html[index] == UInt8(ascii: "/") { index += 1 }
            guard index < limit, html[index] != UInt8(ascii: ">") else { break }
            let nameStart = index
            index += 1
            while index < limit, !isSpace(html[index]), ![0x2F, 0x3E, 0x3D].contains(html[index]) { index += 1 }
            let attribute = html[nameStart..<index].map(ASCII.lowercase)
            while index < limit, isSpace(html[index]) { index += 1 }
            var value = 0..<0
            if index < limit, html[index] == UInt8(ascii: "=") {
                index += 1
                while index < limit, isSpace(html[index]) { index += 1 }
                if index < limit, html[index] == 0x22 || html[index] == 0x27 {
                    let quote = html[index]
                    index += 1
                    let start = index
                    while index < limit, html[index] != quote { index += 1 }
                    value = start..<index
                    index = min(index + 1, limit)
                } else {
                    let start = index
                    while index < limit, !isSpace(html[index]), html[index] != UInt8(ascii: ">") { index += 1 }
                    value = start..<index
                }
            }
            let text = String(decoding: attribute, as: UTF8.self)
            guard count < attributeLimit, attribute.first.map(ASCII.isAlpha) == true,
                attribute.allSatisfy(isNameByte), text != LEFTOFF_TAG_ATTRIBUTE
            else { continue }
            count += 1
            write(text, value: Array(html[value])[...], to: &output)
        }
        output.append(UInt8(ascii: ">"))
        return (name, min(index + 1, limit))
    }

    private static func write(_ attribute: String, value: ArraySlice<UInt8>, to output: inout [UInt8]) {
        output.append(0x20)
        output.append(contentsOf: attribute.utf8)
        output.append(contentsOf: "=\"".utf8)
        for byte in value {
            if byte == 0x22 { output.append(contentsOf: "&quot;".utf8) } else if byte != 0 { output.append(byte) }
        }
        output.append(0x22)
    }

    /// Appends the text and the end tags between two start tags.
    private static func writeText(
        _ html: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, after rawName: [UInt8]?, to output: inout [UInt8]
    ) {
        var index = range.lowerBound
        let limit = range.upperBound
        var raw = rawName
        while index < limit {
            let byte = html[index]
            guard byte == UInt8(ascii: "<"), index + 1 < limit else {
                if byte == UInt8(ascii: "<") {
                    output.append(contentsOf: "&lt;".utf8)
                } else if byte != 0 {
                    // Scripts and styles contain no text.
                    if raw == nil || raw == Array("title".utf8) || raw == Array("textarea".utf8) { output.append(byte) }
                }
                index += 1
                continue
            }
            let next = html[index + 1]
            if next == UInt8(ascii: "/"), index + 2 < limit, ASCII.isAlpha(html[index + 2]) {
                let name = html[(index + 2)..<limit].prefix(while: {
                    ASCII.isAlphanumeric($0) || $0 == UInt8(ascii: "-")
                })
                .map(ASCII.lowercase)
                if raw == nil || raw == name {
                    raw = nil
                    output.append(contentsOf: "</".utf8)
                    output.append(contentsOf: name)
                    output.append(UInt8(ascii: ">"))
                    while index < limit, html[index] != UInt8(ascii: ">") { index += 1 }
                    index += 1
                    continue
                }
            } else if raw == nil, next == UInt8(ascii: "!") || next == UInt8(ascii: "?") || next == UInt8(ascii: "/") {
                index = declarationEnd(html, index..<limit)
                continue
            }
            if raw == nil { output.append(contentsOf: "&lt;".utf8) }
            index += 1
        }
    }

    /// Returns the offset after a comment, a declaration or similar markup.
    private static func declarationEnd(_ html: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Int {
        let isComment = html[range].starts(with: "<!--".utf8)
        var index = range.lowerBound + (isComment ? 4 : 2)
        while index < range.upperBound {
            let isEnd = html[index] == UInt8(ascii: ">")
            let isDashed = html[index - 1] == 0x2D && html[index - 2] == 0x2D
            if isEnd, !isComment || isDashed || html[range.lowerBound...].starts(with: "<!-->".utf8) {
                return index + 1
            }
            index += 1
        }
        return range.upperBound
    }

    private static func isSpace(_ byte: UInt8) -> Bool { ASCII.isWhitespace(byte) }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        ASCII.isAlphanumeric(byte) || byte == 0x2D || byte == 0x5F || byte == 0x3A || byte == 0x2E
    }
}
