import Markup
import Syntax

/// A scanner for the links in a block of Markdown (CommonMark 0.31, section 6; GitHub Flavored Markdown 0.29, section
/// 6.9).
struct MarkdownInline {
    private struct Opener {
        var position: Int
        var contentStart: Int
        var plainStart: Int
        var isImage: Bool
        var hasBracketAfter = false
    }

    private let bytes: UnsafeBufferPointer<UInt8>
    private let references: MarkdownReferences
    private(set) var findings: [MarkdownFinding] = []
    private var position = 0
    /// The text without its markup, from which the texts of links are taken.
    private var plain: [UInt8] = []
    private var openers: [Opener] = []
    /// The index below which an opening bracket starts no link, because a link cannot contain a link.
    ///
    /// Images may contain links.
    private var closedOpeners = 0
    /// The ranges that are already known to be code, HTML or a link.
    private var processedRanges: [Range<Int>] = []
    private var backticks: BacktickRuns
    private var openTag: (html: String, plainStart: Int, offset: Int)?
    /// The ends of raw HTML that are known not to occur in the rest of the block.
    private var missing: Set<String> = []

    /// Scans a block.
    ///
    /// - Parameters:
    ///   - bytes: The text of the block.
    ///   - references: The definitions of the document.
    ///   - checkpoint: Called again and again; an error that it throws ends the scan.
    init(
        _ bytes: UnsafeBufferPointer<UInt8>, references: MarkdownReferences, checkpoint: () throws -> Void
    ) rethrows {
        self.bytes = bytes
        self.references = references
        backticks = BacktickRuns(bytes)
        var stepCount = 0
        while position < bytes.count {
            if stepCount % 65_536 == 0 { try checkpoint() }
            stepCount += 1
            step()
        }
        closeTag()
        findBareAddresses()
        findings.sort { $0.offset < $1.offset }
    }

    private mutating func step() {
        let byte = bytes[position]
        switch byte {
        case UInt8(ascii: "\\"):
            let isEscape = position + 1 < bytes.count && MarkdownSyntax.isPunctuation(bytes[position + 1])
            if isEscape { position += 1 }
            keep(1)
        case UInt8(ascii: "`"): readCode()
        case UInt8(ascii: "<"): readAngle()
        case UInt8(ascii: "!") where position + 1 < bytes.count && bytes[position + 1] == UInt8(ascii: "["):
            open(isImage: true)
        case UInt8(ascii: "["): open(isImage: false)
        case UInt8(ascii: "]"): close()
        case UInt8(ascii: "&"):
            if let (scalar, end) = MarkdownText.reference(bytes[position...]) {
                plain.append(contentsOf: Array(String(scalar).utf8))
                position = end
            } else {
                keep(1)
            }
        case UInt8(ascii: "*"), UInt8(ascii: "~"): position += 1
        case UInt8(ascii: "_"):
            if isWord(position - 1), isWord(position + 1) { keep(1) } else { position += 1 }
        default: keep(1)
        }
    }

    private mutating func keep(_ count: Int) {
        plain.append(contentsOf: bytes[position..<(position + count)])
        position += count
    }

    private func isWord(_ index: Int) -> Bool {
        bytes.indices.contains(index) && (ASCII.isAlphanumeric(bytes[index]) || bytes[index] >= 0x80)
    }

    private mutating func readCode() {
        let count = bytes[position...].prefix { $0 == UInt8(ascii: "`") }.count
        guard let end = backticks.next(of: count, after: position + count) else { return keep(count) }
        processedRanges.append(position..<(end + count))
        plain.append(contentsOf: bytes[(position + count)..<end])
        position = end + count
    }

    // Brackets.

    private mutating func open(isImage: Bool) {
        if let last = openers.indices.last { openers[last].hasBracketAfter = true }
        let start = position + (isImage ? 2 : 1)
        openers.append(
            Opener(position: position, contentStart: start, plainStart: plain.count, isImage: isImage))
        position = start
    }

    private mutating func close() {
        guard let opener = openers.popLast() else { return keep(1) }
        let isActive = opener.isImage || openers.count >= closedOpeners
        closedOpeners = min(closedOpeners, openers.count)
        guard isActive, let (target, end, isReference) = target(after: opener) else { return keep(1) }
        // Limited to what a link's text can contain, because descriptions may be nested.
        let text = LinkText.collapsed(plain[opener.plainStart...].prefix(20 * LinkText.maximumByteCount))
        // Links in the description of an image are part of its text.
        if opener.isImage { while let last = findings.last, last.offset > opener.position { findings.removeLast() } }
        findings.append(
            MarkdownFinding(
                kind: opener.isImage ? .image(target, text: text) : .link(target, text: text),
                offset: opener.position, isReference: isReference))
        // The label of an image is its alternative text, and contains no bare URL.
        while let last = processedRanges.last, last.lowerBound > opener.position { processedRanges.removeLast() }
        processedRanges.append(opener.position..<end)
        if !opener.isImage { closedOpeners = openers.count }
        position = end
    }

    private func target(after opener: Opener) -> (MarkdownReferences.Target, Int, Bool)? {
        let next = position + 1
        if next < bytes.count, bytes[next] == UInt8(ascii: "("), let (target, end) = inlineTarget(from: next + 1) {
            return (target, end, false)
        }
        var label = UnsafeBufferPointer(rebasing: bytes[opener.contentStart..<position])
        var end = next
        var isOwn = true
        if let labelEnd = MarkdownSyntax.labelEnd(bytes, from: next) {
            end = labelEnd + 1
            if labelEnd > next + 1 {
                label = UnsafeBufferPointer(rebasing: bytes[(next + 1)..<labelEnd])
                isOwn = false
            }
        }
        guard !isOwn || !opener.hasBracketAfter, let target = references.target(of: label) else { return nil }
        return (target, end, true)
    }

    private func inlineTarget(from start: Int) -> (MarkdownReferences.Target, Int)? {
        var index = MarkdownSyntax.skipSpace(bytes, from: start)
        var target = MarkdownReferences.Target(destination: "", title: nil)
        if let (destination, end) = MarkdownSyntax.destination(bytes, from: index) {
            target.destination = destination
            index = MarkdownSyntax.skipSpace(bytes, from: end)
            if index > end, let (title, titleEnd) = MarkdownSyntax.title(bytes, from: index) {
                target.title = title
                index = MarkdownSyntax.skipSpace(bytes, from: titleEnd)
            }
        }
        guard index < bytes.count, bytes[index] == UInt8(ascii: ")") else { return nil }
        return (target, index + 1)
    }

    // Angle brackets.

    private mutating func readAngle() {
        if let end = MarkdownAutolink.end(bytes, from: position) {
            let content = String(decoding: bytes[(position + 1)..<(end - 1)], as: UTF8.self).streamSafe
            let destination = MarkdownAutolink.hasScheme(bytes, from: position + 1) ? content : "mailto:\(content)"
            findings.append(
                MarkdownFinding(
                    kind: .link(MarkdownReferences.Target(destination: destination), text: content), offset: position))
            processedRanges.append(position..<end)
            plain.append(contentsOf: content.utf8)
            position = end
        } else if let end = MarkdownHTML.tagEnd(bytes, from: position, before: bytes.count) {
            addTag(position..<end)
            processedRanges.append(position..<end)
            position = end
        } else if let end = otherHTMLEnd() {
            processedRanges.append(position..<end)
            position = end
        } else {
            keep(1)
        }
    }

    /// Returns the end of a comment, an instruction, a declaration or CDATA.
    private mutating func otherHTMLEnd() -> Int? {
        let rest = bytes[position...]
        if rest.starts(with: "<!-->".utf8) { return position + 5 }
        if rest.starts(with: "<!--->".utf8) { return position + 6 }
        if rest.starts(with: "<!--".utf8) { return end(of: "-->", from: position + 4) }
        if rest.starts(with: "<?".utf8) { return end(of: "?>", from: position + 2) }
        if rest.starts(with: "<![CDATA[".utf8) { return end(of: "]]>", from: position + 9) }
        guard rest.starts(with: "<!".utf8), position + 2 < bytes.count, ASCII.isAlpha(bytes[position + 2]) else {
            return nil
        }
        return end(of: ">", from: position + 2)
    }

    private mutating func end(of pattern: String, from start: Int) -> Int? {
        guard !missing.contains(pattern) else { return nil }
        let pattern8 = Array(pattern.utf8)
        var index = start
        while index + pattern8.count <= bytes.count {
            if bytes[index] == pattern8[0], bytes[index...].starts(with: pattern8) { return index + pattern8.count }
            index += 1
        }
        missing.insert(pattern)
        return nil
    }

    /// Reports a tag.
    ///
    /// An `a` tag is reported only at its end tag, so that its text is known.
    private mutating func addTag(_ range: Range<Int>) {
        let html = String(decoding: bytes[range], as: UTF8.self)
        let name = bytes[(range.lowerBound + 1)...].prefix { ASCII.isAlphanumeric($0) || $0 == UInt8(ascii: "/") }
        switch String(decoding: name.map(ASCII.lowercase), as: UTF8.self) {
        case "a":
            closeTag()
            openTag = (html, plain.count, range.lowerBound)
        case "/a": closeTag()
        default:
            guard name.first != UInt8(ascii: "/") else { return }
            findings.append(MarkdownFinding(kind: .html(html), offset: range.lowerBound))
        }
    }

    private mutating func closeTag() {
        guard let (html, start, offset) = openTag else { return }
        openTag = nil
        let content = MarkupText.content(LinkText.collapsed(plain[min(start, plain.count)...]) ?? "")
        findings.append(MarkdownFinding(kind: .html(html + content + "</a>"), offset: offset))
    }

    // Bare URLs.

    private mutating func findBareAddresses() {
        processedRanges.sort { $0.lowerBound < $1.lowerBound }
        var start = 0
        var ranges: [Range<Int>] = []
        for range in processedRanges {
            if range.lowerBound > start { ranges.append(start..<range.lowerBound) }
            start = max(start, range.upperBound)
        }
        if start < bytes.count { ranges.append(start..<bytes.count) }
        for range in ranges {
            for address in BareAddress.find(in: bytes, range, style: .markdown) {
                let text = MarkdownText.unescaped(bytes[address.range])
                findings.append(
                    MarkdownFinding(
                        kind: .link(MarkdownReferences.Target(destination: address.prefix + text), text: text),
                        offset: address.range.lowerBound))
            }
        }
    }
}

/// A finding in a block of Markdown.
struct MarkdownFinding {
    enum Kind {
        case link(MarkdownReferences.Target, text: String?)
        case image(MarkdownReferences.Target, text: String?)
        case html(String)
    }

    var kind: Kind
    /// The offset in the block.
    var offset: Int
    /// True if the target comes from a reference definition.
    var isReference = false
}

/// Autolinks in angle brackets (CommonMark, section 6.5).
private enum MarkdownAutolink {
    /// Returns the offset after the autolink that starts at a `<`; nil if there is none.
    static func end(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        hasScheme(bytes, from: start + 1) ? addressEnd(bytes, from: start + 1) : mailEnd(bytes, from: start + 1)
    }

    /// Returns true if a scheme of 2 to 32 characters and a colon follow.
    static func hasScheme(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Bool {
        let name = bytes[start...].prefix(33).prefix {
            ASCII.isAlphanumeric($0) || [0x2B, 0x2D, 0x2E].contains($0)
        }
        guard 2...32 ~= name.count, name.first.map(ASCII.isAlpha) == true, name.endIndex < bytes.count else {
            return false
        }
        return bytes[name.endIndex] == UInt8(ascii: ":")
    }

    private static func addressEnd(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        var index = start
        while index < bytes.count, bytes[index] > 0x20, bytes[index] != UInt8(ascii: "<") {
            if bytes[index] == UInt8(ascii: ">") { return index + 1 }
            index += 1
        }
        return nil
    }

    private static func mailEnd(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        let special = Array(".!#$%&'*+/=?^_`{|}~-".utf8)
        let local = bytes[start...].prefix { ASCII.isAlphanumeric($0) || special.contains($0) }
        guard !local.isEmpty, local.endIndex < bytes.count, bytes[local.endIndex] == UInt8(ascii: "@") else {
            return nil
        }
        let domain = bytes[(local.endIndex + 1)...].prefix { ASCII.isAlphanumeric($0) || $0 == 0x2D || $0 == 0x2E }
        let areLabels = domain.split(separator: 0x2E, omittingEmptySubsequences: false).allSatisfy { label in
            1...63 ~= label.count && label.first != 0x2D && label.last != 0x2D
        }
        guard areLabels, domain.endIndex < bytes.count, bytes[domain.endIndex] == UInt8(ascii: ">") else { return nil }
        return domain.endIndex + 1
    }
}

/// An index of the runs of backticks in a text by length, which makes the search for closing runs fast.
private struct BacktickRuns {
    private var starts: [Int: [Int]] = [:]
    private var next: [Int: Int] = [:]

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        var index = 0
        while index < bytes.count {
            guard bytes[index] == UInt8(ascii: "`") else {
                index += 1
                continue
            }
            let start = index
            while index < bytes.count, bytes[index] == UInt8(ascii: "`") { index += 1 }
            starts[index - start, default: []].append(start)
        }
    }

    /// Returns the next run of a length.
    ///
    /// - Parameters:
    ///   - count: The number of backticks in the run.
    ///   - position: The offset at which to start; it must not decrease.
    /// - Returns: The offset of the run; nil if there is none.
    mutating func next(of count: Int, after position: Int) -> Int? {
        guard let starts = starts[count] else { return nil }
        var index = next[count] ?? 0
        while index < starts.count, starts[index] < position { index += 1 }
        next[count] = index
        return index < starts.count ? starts[index] : nil
    }
}
