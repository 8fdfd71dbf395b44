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
