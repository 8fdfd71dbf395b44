/// The text of a link, with white space collapsed, up to a bound.
struct LinkText {
    /// How many bytes are taken.
    ///
    /// Enough to tell links apart; a page may put all its text into one link.
    static let maximumByteCount = 200

    private var bytes: [UInt8] = []
    private var needsSpace = false
    private var isFull = false

    /// Adds a part of the text.
    ///
    /// - Parameter part: UTF-8; a character may go on in the next part.
    mutating func append(_ part: some Sequence<UInt8>) {
        guard !isFull else { return }
        for byte in part {
            if byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0C || byte == 0x0D {
                needsSpace = !bytes.isEmpty
                continue
            }
            if needsSpace {
                bytes.append(0x20)
                needsSpace = false
            }
            // Ends between characters only.
            if bytes.count >= Self.maximumByteCount, byte & 0xC0 != 0x80 {
                isFull = true
                return
            }
            bytes.append(byte)
        }
    }

    /// Adds a text that stands apart from what is before and after it.
    ///
    /// - Parameter word: The text.
    mutating func appendApart(_ word: String) {
        append(CollectionOfOne(0x20))
        append(word.utf8)
        append(CollectionOfOne(0x20))
    }

    /// The text, or nil if there is none.
    var value: String? {
        var bytes = bytes
        while bytes.last == 0x20 { bytes.removeLast() }
        return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
    }
}
