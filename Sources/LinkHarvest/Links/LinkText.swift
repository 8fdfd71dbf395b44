import Markup
import Syntax

/// The text of a link with white space collapsed, up to a limit.
struct LinkText {
    /// The maximum length in bytes.
    ///
    /// This length is sufficient to distinguish links. A limit is needed because a page may put all of its text into
    /// one link.
    static let maximumByteCount = 200

    private static let replacement = Array("\u{FFFD}".utf8)

    private var bytes: [UInt8] = []
    private var needsSpace = false
    /// True if the text has reached its maximum length.
    private(set) var isFull = false

    /// Returns a whole text with white space collapsed, up to the limit; nil if there is none.
    static func collapsed(_ text: some Sequence<UInt8>) -> String? {
        var collapsed = LinkText()
        collapsed.append(text)
        return collapsed.value
    }

    /// Appends a part of the text.
    ///
    /// - Parameter part: UTF-8; a character may continue in the next part.
    mutating func append(_ part: UnsafeBufferPointer<UInt8>) {
        var position = 0
        while position < part.count, !isFull {
            let start = position
            while position < part.count, !ASCII.isWhitespace(part[position]), part[position] != 0 { position += 1 }
            if position > start { appendWord(UnsafeBufferPointer(rebasing: part[start..<position])) }
            // Replaces NUL as decoders do, because text of a page in UTF-8 has not been decoded.
            if position < part.count, part[position] == 0 {
                Self.replacement.withUnsafeBufferPointer { appendWord($0) }
                position += 1
            }
            while position < part.count, ASCII.isWhitespace(part[position]) {
                needsSpace = !bytes.isEmpty
                position += 1
            }
        }
    }

    /// Appends a string.
    mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { append($0) }
    }

    /// Appends a part of the text as UTF-8 bytes.
    mutating func append(_ part: some Sequence<UInt8>) {
        Array(part).withUnsafeBufferPointer { append($0) }
    }

    /// Appends a text, with a space before and after it.
    ///
    /// - Parameter word: The value of an attribute as written in the document.
    mutating func appendApart(_ word: UnsafeBufferPointer<UInt8>) {
        needsSpace = !bytes.isEmpty
        if CharacterReferences.needsWork(word) {
            append(CharacterReferences.decode(word, inAttribute: true))
        } else {
            append(word)
        }
        needsSpace = !bytes.isEmpty
    }

    /// Removes all text.
    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        needsSpace = false
        isFull = false
    }

    /// The text; nil if there is none.
    var value: String? { bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self) }

    /// Appends the text to a batch.
    ///
    /// - Returns: The span of the text; absent if there is none.
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
        // The text must end between characters.
        while count < word.count, word[count] & 0xC0 == 0x80 { count += 1 }
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: word[..<count]))
        if count < word.count { isFull = true }
        if isFull, bytes.last == 0x20 { bytes.removeLast() }
    }
}
