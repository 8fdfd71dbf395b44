import PageCopies

/// The text of a block that is being read, with its links and styles.
struct OpenRuns {
    private var parts: [(text: String, link: String?, style: CopyRun.Style?)] = []
    private(set) var isAfterSpace = true
    /// The length of the text in links, in UTF-16 units.
    private(set) var linkedLength = 0

    /// Adds collapsed text.
    ///
    /// - Parameters:
    ///   - piece: The text, which is not empty.
    ///   - link: The address of the link that contains it; empty for a link whose address is not kept, nil outside of
    ///     links.
    ///   - style: The style; nil for plain text.
    mutating func append(_ piece: String, link: String?, style: CopyRun.Style?) {
        let address = link.flatMap { $0.isEmpty ? nil : $0 }
        if let last = parts.last, last.link == address, last.style == style {
            parts[parts.count - 1].text += piece
        } else {
            parts.append((piece, address, style))
        }
        if link != nil { linkedLength += piece.utf16.count }
        isAfterSpace = piece.utf8.last == UInt8(ascii: " ")
    }

    /// The runs without white space at the end.
    var runs: [CopyRun] {
        var parts = parts
        while let last = parts.last {
            let text = last.text.utf8.last == UInt8(ascii: " ") ? String(last.text.dropLast()) : last.text
            parts.removeLast()
            guard !text.isEmpty else { continue }
            parts.append((text, last.link, last.style))
            break
        }
        return parts.map { CopyRun(text: $0.text, link: $0.link, style: $0.style) }
    }
}
