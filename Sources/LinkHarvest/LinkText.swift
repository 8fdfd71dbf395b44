import Markup

/// The text of a link, with white space collapsed, up to a bound.
struct LinkText {
    /// How many bytes are taken.
    ///
    /// Enough to tell links apart; a page may put all its text into one link.
    static let maximumByteCount = 200

    private static let replacement = Array("\u{FFFD}".utf8)

    private var bytes: [UInt8] = []
    private var needsSpace = false
    /// Whether it has all the bytes that it may have.
    private(set) var isFull = false

    /// Adds a part of the text.
    ///
    /// - Parameter part: UTF-8; a character may go on in the next part.
    mutating func append(_ part: UnsafeBufferPointer<UInt8>) {
        var position = 0
        while position < part.count, !isFull {
            let start = position
            while position < part.count, !Self.isSpace(part[position]), part[position] != 0 { position += 1 }
            if position > start { appendWord(UnsafeBufferPointer(rebasing: part[start..<position])) }
            // As decoders do; a page in UTF-8 comes without one.
            if position < part.count, part[position] == 0 {
                Self.replacement.withUnsafeBufferPointer { appendWord($0) }
                position += 1
            }
            while position < part.count, Self.isSpace(part[position]) {
                needsSpace = !bytes.isEmpty
                position += 1
            }
        }
    }

    /// Adds a text.
    ///
    /// - Parameter text: The text.
    mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { append($0) }
    }

    /// Adds a part of the text.
    ///
    /// - Parameter part: UTF-8.
    mutating func append(_ part: some Sequence<UInt8>) {
        Array(part).withUnsafeBufferPointer { append($0) }
    }

    /// Adds a text that stands apart from what is before and after it.
    ///
    /// - Parameter word: An attribute's value as it stands in the document.
    mutating func appendApart(_ word: UnsafeBufferPointer<UInt8>) {
        needsSpace = !bytes.isEmpty
        if CharacterReferences.needsWork(word) {
            append(CharacterReferences.decode(word, inAttribute: true))
        } else {
            append(word)
        }
        needsSpace = !bytes.isEmpty
    }

    /// Begins anew.
    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        needsSpace = false
        isFull = false
    }

    /// The text, or nil if there is none.
    var value: String? { bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self) }

    /// Writes the text into a batch.
    ///
    /// - Returns: Where it stands; absent if there is none.
    func add(to batch: inout LinkBatch) -> ArenaSpan {
        bytes.isEmpty ? .absent : batch.add(bytes)
    }

    private mutating func appendWord(_ word: UnsafeBufferPointer<UInt8>) {
        guard !isFull else { return }
        if needsSpace, bytes.count < Self.maximumByteCount {
            bytes.append(0x20)
            needsSpace = false
        }
        var count = min(word.count, max(0, Self.maximumByteCount - bytes.count))
        // Ends between characters only.
        while count < word.count, word[count] & 0xC0 == 0x80 { count += 1 }
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: word[..<count]))
        if count < word.count { isFull = true }
        if isFull, bytes.last == 0x20 { bytes.removeLast() }
    }

    @inline(__always)
    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0C || byte == 0x0D
    }
}
