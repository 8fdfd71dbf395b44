/// An error that prevents a document from being read as markup.
package enum MarkupError: Error, Hashable, CustomStringConvertible {
    /// The document is larger than the parser supports.
    case tooLarge(byteCount: Int)
    /// The C library has no converter for the document's encoding.
    case converterUnavailable(encoding: String)
    /// The tag at this offset of the text does not end within ``HTMLReader/longestTag`` bytes.
    case tagTooLong(offset: Int)
    /// The parser could not allocate memory.
    case outOfMemory(byteCount: Int)

    /// The error in one line.
    package var description: String {
        switch self {
        case .tooLarge(let byteCount):
            "\(byteCount) bytes of markup: the parser takes at most \(DecodedText.maximumByteCount)"
        case .converterUnavailable(let encoding):
            "markup in \(encoding): the C library has no converter for it; is its gconv directory installed?"
        case .tagTooLong(let offset):
            "a tag at byte \(offset) does not end within \(HTMLReader.longestTag >> 20) MiB"
        case .outOfMemory(let byteCount): "\(byteCount) bytes of markup: out of memory"
        }
    }
}
