import GRDB
import Synchronization

/// A splitter of texts into words, which uses the tokenizer of the full-text index itself.
///
/// The index has no positions of words and therefore cannot search phrases, so each piece of a query must be exactly
/// one token. Only SQLite knows which characters its tokenizer counts as parts of a word, and how it folds them.
final class WordTokenizer: Sendable {
    /// The tokenizer of queries, which are short.
    static let shared = WordTokenizer()

    private let open = Mutex<DatabaseQueue?>(nil)

    /// Returns the words of a text in order, folded as in the index.
    ///
    /// - Throws: `DatabaseError`.
    func tokens(of text: String) throws -> [String] {
        var tokens: [String] = []
        try forEachWord(in: text) { token, _ in
            tokens.append(String(decoding: token, as: UTF8.self))
            return true
        }
        return tokens
    }

    /// Visits the words of a text in order.
    ///
    /// - Parameters:
    ///   - text: Any text.
    ///   - visit: Receives the UTF-8 of a word, folded as in the index, and its offsets in the UTF-8 of the text;
    ///     returns false to end the visit.
    /// - Throws: `DatabaseError`.
    func forEachWord(in text: String, _ visit: (UnsafeRawBufferPointer, Range<Int>) -> Bool) throws {
        var text = text
        try withoutActuallyEscaping(visit) { visit in
            let visitor = Visitor(visit: visit)
            let code = try connection().inDatabase { database in
                let tokenizer = try database.makeTokenizer(.unicode61(diacritics: .remove))
                return text.withUTF8 { utf8 in
                    withExtendedLifetime(visitor) {
                        utf8.withMemoryRebound(to: CChar.self) { characters in
                            tokenizer.tokenize(
                                context: Unmanaged.passUnretained(visitor).toOpaque(), tokenization: .document,
                                pText: characters.baseAddress, nText: CInt(characters.count),
                                tokenCallback: Visitor.receive)
                        }
                    }
                }
            }
            let result = ResultCode(rawValue: code)
            guard result == .SQLITE_OK || result == .SQLITE_DONE else { throw DatabaseError(resultCode: result) }
        }
    }

    private func connection() throws -> DatabaseQueue {
        try open.withLock { open in
            let queue = try open ?? DatabaseQueue()
            open = queue
            return queue
        }
    }
}

/// The closure that receives the words of a tokenizer, as C's context.
private final class Visitor {
    private let visit: (UnsafeRawBufferPointer, Range<Int>) -> Bool

    init(visit: @escaping (UnsafeRawBufferPointer, Range<Int>) -> Bool) { self.visit = visit }

    /// SQLite's `xToken`; `SQLITE_DONE` ends the visit.
    static let receive: FTS5TokenCallback = { context, _, token, length, start, end in
        guard let context, let token else { return ResultCode.SQLITE_ERROR.rawValue }
        let visitor = Unmanaged<Visitor>.fromOpaque(context).takeUnretainedValue()
        let word = UnsafeRawBufferPointer(start: token, count: Int(length))
        return visitor.visit(word, Int(start)..<Int(end))
            ? ResultCode.SQLITE_OK.rawValue : ResultCode.SQLITE_DONE.rawValue
    }
}

/// A tokenizer for scripts without spaces between words (Chinese, Japanese, Thai, Lao, Khmer, Myanmar).
///
/// A tokenizer that splits text into words finds none in these scripts. Therefore each run of such characters is
/// indexed by its pairs: `中文字` gives the tokens `中文`, `文字` and `字`. A word is searched as a phrase of pairs, and a
/// single character as the prefix of a token. Tokens are written as hexadecimal digits, which no tokenizer splits.
/// Other text gives no tokens.
enum BigramTokenizer {
    /// The number of hexadecimal digits for a character; `prefix` in the definition of the index must be the same.
    private static let digitCount = 5
    /// The maximum number of runs of a query that are searched; further runs hardly narrow a search.
    private static let maximumPhraseCount = 32

    /// Returns the tokens of texts, in order and separated by spaces; empty if none has characters of such a script.
    ///
    /// - Parameter texts: The texts that can be searched. No phrase spans two of them.
    /// - Returns: ASCII characters.
    static func tokens(of texts: [String]) -> String {
        var tokens: [UInt8] = []
        for text in texts {
            // The first such character, U+0E00, takes three bytes in UTF-8; most text needs no further check.
            guard text.utf8.contains(where: { $0 >= 0xE0 }) else { continue }
            forEachRun(of: text.unicodeScalars) { run in
                for index in run.indices {
                    if !tokens.isEmpty { tokens.append(UInt8(ascii: " ")) }
                    append(run[index], to: &tokens)
                    if index + 1 < run.endIndex { append(run[index + 1], to: &tokens) }
                }
            }
        }
        return String(decoding: tokens, as: UTF8.self)
    }

    /// Returns FTS5 phrases for the runs in a piece of a query.
    ///
    /// Every text that contains the piece contains all of the phrases.
    ///
    /// - Parameter piece: A piece of a query.
    /// - Returns: No phrases if the piece has no characters of such a script. A text may contain all phrases but
    ///   not the piece.
    static func phrases(in piece: String) -> [String] {
        var phrases: [String] = []
        forEachRun(of: piece.unicodeScalars) { run in
            guard phrases.count < maximumPhraseCount else { return }
            var phrase = [UInt8(ascii: "\"")]
            for (first, second) in zip(run, run.dropFirst()) {
                if phrase.count > 1 { phrase.append(UInt8(ascii: " ")) }
                append(first, to: &phrase)
                append(second, to: &phrase)
            }
            // The character is indexed alone at the end of a run, and as the start of a pair elsewhere.
            if run.count == 1 { append(run[0], to: &phrase) }
            phrase.append(UInt8(ascii: "\""))
            if run.count == 1 { phrase.append(UInt8(ascii: "*")) }
            phrases.append(String(decoding: phrase, as: UTF8.self))
        }
        return phrases
    }

    /// Returns true if the character belongs to a script without spaces between words.
    static func isUnspaced(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case ..<0x0E00: false
        case 0x0E00...0x0EFF: true  // Thai, Lao
        case 0x1000...0x109F: true  // Myanmar
        case 0x1780...0x17FF: true  // Khmer
        case ..<0x2E80: false
        case 0x3040...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF9D: true  // Hiragana, Katakana
        default: scalar.properties.isIdeographic
        }
    }

    private static func forEachRun(of text: String.UnicodeScalarView, _ body: ([Unicode.Scalar]) -> Void) {
        var run: [Unicode.Scalar] = []
        for scalar in text {
            if isUnspaced(scalar) {
                run.append(scalar)
            } else if !run.isEmpty {
                body(run)
                run.removeAll(keepingCapacity: true)
            }
        }
        if !run.isEmpty { body(run) }
    }

    private static func append(_ scalar: Unicode.Scalar, to tokens: inout [UInt8]) {
        for digit in (0..<digitCount).reversed() {
            let value = UInt8(scalar.value >> (UInt32(digit) * 4) & 0xF)
            tokens.append(value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10)
        }
    }
}
