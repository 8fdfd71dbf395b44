import Markup

/// The link reference definitions of a document (CommonMark, section 4.7).
struct MarkdownReferences {
    /// The target of a reference.
    struct Target {
        var destination: String
        var title: String? = nil
    }

    /// The maximum length of a label.
    static let labelLimit = 999

    private var targets: [String: Target] = [:]

    /// True if there are no definitions.
    var isEmpty: Bool { targets.isEmpty }

    /// Returns the target of a label; nil if it is not defined.
    func target(of label: UnsafeBufferPointer<UInt8>) -> Target? {
        guard !targets.isEmpty, label.count <= Self.labelLimit else { return nil }
        return targets[Self.key(label)]
    }

    /// Parses a definition.
    ///
    /// - Parameters:
    ///   - bytes: The text of a paragraph.
    ///   - start: The offset of the definition.
    /// - Returns: The start of the line after it; nil if there is no definition.
    mutating func define(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        guard let labelEnd = MarkdownSyntax.labelEnd(bytes, from: start), labelEnd + 1 < bytes.count,
            bytes[labelEnd + 1] == UInt8(ascii: ":")
        else { return nil }
        let label = UnsafeBufferPointer(rebasing: bytes[(start + 1)..<labelEnd])
        guard !label.allSatisfy({ $0 <= 0x20 }), !Self.isFootnote(label) else { return nil }
        let destinationStart = MarkdownSyntax.skipSpace(bytes, from: labelEnd + 2)
        guard destinationStart < bytes.count,
            let (destination, destinationEnd) = MarkdownSyntax.destination(bytes, from: destinationStart)
        else { return nil }

        var end = Self.lineEnd(bytes, from: destinationEnd)
        var title: String? = nil
        let titleStart = MarkdownSyntax.skipSpace(bytes, from: destinationEnd)
        if titleStart > destinationEnd, let (text, titleEnd) = MarkdownSyntax.title(bytes, from: titleStart),
            let lineEnd = Self.lineEnd(bytes, from: titleEnd)
        {
            (title, end) = (text, lineEnd)
        }
        guard let end else { return nil }
        let key = Self.key(label)
        if targets[key] == nil { targets[key] = Target(destination: destination, title: title) }
        return end
    }

    /// Returns true for the label of a footnote, whose text may contain links but is none (GitHub Flavored Markdown).
    private static func isFootnote(_ label: UnsafeBufferPointer<UInt8>) -> Bool {
        label.count > 1 && label.first == UInt8(ascii: "^") && label.allSatisfy { $0 > 0x20 }
    }

    /// Returns the offset after the line end if only white space precedes it; otherwise nil.
    private static func lineEnd(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        var index = start
        while index < bytes.count, bytes[index] == 0x20 || bytes[index] == 0x09 { index += 1 }
        if index == bytes.count { return index }
        return bytes[index] == 0x0A ? index + 1 : nil
    }

    /// Returns the normalized form of a label, because labels match regardless of case and white space.
    private static func key(_ label: UnsafeBufferPointer<UInt8>) -> String {
        let text = String(decoding: label, as: UTF8.self).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        // Case folding as far as the standard library supports it: "ẞ", "ß" and "SS" are equal.
        return text.lowercased().uppercased()
    }
}
