/// Why a document could not be read as markup.
package enum MarkupError: Error, Hashable, CustomStringConvertible {
    /// The document holds more bytes than the parser can count.
    case tooLarge(byteCount: Int)
    /// The C library has no converter for the document's encoding.
    case converterUnavailable(encoding: String)
    /// A tag does not end within ``HTMLReader/longestTag`` bytes; it begins at this offset of the text.
    case tagTooLong(offset: Int)
    /// There was no memory for the parser.
    case outOfMemory(byteCount: Int)

    /// What failed and why, on one line.
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
