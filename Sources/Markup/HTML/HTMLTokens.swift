import Syntax

/// The tokenizer's output as a list.
package enum HTMLTokens {
    /// An initial state of the tokenizer, as the fragment parser sets it.
    package enum Start: String, Sendable, CaseIterable {
        case data = "Data state"
        case escapable = "RCDATA state"
        case rawText = "RAWTEXT state"
        case script = "Script data state"
        case plainText = "PLAINTEXT state"
        case section = "CDATA section state"
    }

    /// Tokenizes a document.
    ///
    /// The content of `style`, `script`, `title` and similar elements is one text, as in HTML. In SVG and MathML a
    /// browser may find tags in it.
    ///
    /// - Parameter document: The document in UTF-8.
    /// - Returns: The tokens; adjacent text is joined.
    package static func tokens(ofDocument document: [UInt8]) -> [HTMLToken] {
        var tokenizer = HTMLTokenizer()
        var recorder = TokenRecorder()
        recorder.knowsContent = true
        document.withUnsafeBufferPointer { window in
            recorder.window = window
            _ = tokenizer.run(window, isLast: true, into: &recorder)
        }
        return recorder.tokens
    }

    /// Tokenizes a text.
    ///
    /// - Parameters:
    ///   - text: The text in UTF-8.
    ///   - start: The initial state.
    ///   - lastStartTag: The name of the element that contains the text; nil if there is none.
    ///   - cuts: The offsets at which the text is split into parts, in ascending order.
    /// - Returns: The tokens; adjacent text is joined.
    package static func tokens(
        in text: [UInt8], start: Start = .data, lastStartTag: String? = nil, cuts: [Int] = []
    ) -> [HTMLToken] {
        var tokenizer = HTMLTokenizer()
        tokenizer.mode =
            switch start {
            case .data: .data
            case .escapable: .content(.escapable)
            case .rawText: .content(.rawText)
            case .script: .content(.script)
            case .plainText: .content(.plainText)
            case .section: .section
            }
        tokenizer.contentName = Array((lastStartTag ?? "").utf8)
        var recorder = TokenRecorder()
        var rest: [UInt8] = []
        var cut = 0
        for next in cuts + [text.count] {
            rest += text[cut..<next]
            cut = next
            let isLast = next == text.count
            let done = rest.withUnsafeBufferPointer { window in
                recorder.window = window
                return tokenizer.run(window, isLast: isLast, into: &recorder)
            }
            rest.removeFirst(done)
        }
        return recorder.tokens
    }
}

/// A token of the HTML Standard's tokenizer (13.2.5).
package enum HTMLToken: Sendable, Hashable {
    /// An attribute of a tag.
    package struct Attribute: Sendable, Hashable {
        /// The name in lower case.
        package var name: String
        /// The value with its character references replaced.
        package var value: String

        /// Creates an attribute.
        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// A start tag. If several attributes have the same name, only the first is kept.
    case startTag(name: String, attributes: [Attribute], isSelfClosing: Bool)
    /// An end tag.
    case endTag(name: String)
    /// A comment or bogus comment.
    case comment(String)
    /// A document type declaration; missing parts are nil.
    case doctype(name: String?, publicID: String?, systemID: String?, isCorrect: Bool)
    /// Text up to the next token of another kind.
    case characters(String)
}

/// A sink that records every token.
private struct TokenRecorder: TokenSink {
    static var wantsDeclarations: Bool { true }

    private var complete: [HTMLToken] = []
    /// The text since the last token of another kind; a part of it may end within a character.
    private var pendingText: [UInt8] = []
    /// The text to which the offsets refer.
    var window = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    /// True if `style`, `script` and other elements contain no tags, as in a document.
    ///
    /// Otherwise only the start state decides.
    var knowsContent = false
    private var name = ""
    private var attributes: [HTMLToken.Attribute] = []

    /// All tokens so far.
    var tokens: [HTMLToken] {
        pendingText.isEmpty ? complete : complete + [.characters(String(decoding: pendingText, as: UTF8.self))]
    }

    var wantsText: Bool { true }
    var isStopped: Bool { false }
    var isInForeignContent: Bool { false }

    mutating func beginTag(name: Range<Int>, hash: UInt64) {
        self.name = Self.name(window[name])
        attributes = []
    }

    mutating func attribute(name: Range<Int>, hash: UInt64, value: Range<Int>) {
        let name = Self.name(window[name])
        guard !attributes.contains(where: { $0.name == name }) else { return }
        let value = CharacterReferences.decode(UnsafeBufferPointer(rebasing: window[value]), inAttribute: true)
            .streamSafe
        attributes.append(HTMLToken.Attribute(name: name, value: value))
    }

    mutating func startTag(_ range: Range<Int>, isSelfClosing: Bool) -> ContentKind? {
        append(.startTag(name: name, attributes: attributes, isSelfClosing: isSelfClosing))
        // Tree construction, which is not done here, determines the content of an element in SVG and MathML.
        return knowsContent ? ElementName(rawValue: name)?.content : nil
    }

    mutating func endTag(_ range: Range<Int>) {
        append(.endTag(name: name))
    }

    mutating func text(_ range: Range<Int>, in kind: ContentKind?, isCDATA: Bool) {
        let part = UnsafeBufferPointer(rebasing: window[range])
        // Between tags and in a CDATA section, NUL is removed by tree construction and not by the tokenizer.
        let keepsNUL = isCDATA || kind == nil
        if !isCDATA && (kind == nil || kind == .escapable) {
            CharacterReferences.decode(part, inAttribute: false, keepsNUL: keepsNUL, into: &pendingText)
        } else {
            CharacterReferences.normalize(part, keepsNUL: keepsNUL, into: &pendingText)
        }
    }

    private mutating func append(_ token: HTMLToken) {
        if !pendingText.isEmpty {
            complete.append(.characters(String(decoding: pendingText, as: UTF8.self)))
            pendingText = []
        }
        complete.append(token)
    }

    mutating func comment(_ range: Range<Int>) {
        append(.comment(Self.text(window[range])))
    }

    mutating func doctype(_ range: Range<Int>, isClosed: Bool) {
        append(DoctypeSyntax(Self.text(window[range]), isClosed: isClosed).token)
    }

    private static func name(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String {
        ASCII.lowercase(text(bytes))
    }

    private static func text(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String {
        var output: [UInt8] = []
        CharacterReferences.normalize(UnsafeBufferPointer(rebasing: bytes), into: &output)
        return String(decoding: output, as: UTF8.self).streamSafe
    }
}

/// A parser for document type declarations (HTML Standard, 13.2.5.53 to 13.2.5.68).
private struct DoctypeSyntax {
    private var rest: Substring.UnicodeScalarView
    private var name: String?
    private var publicID: String?
    private var systemID: String?
    private var isCorrect: Bool

    /// Parses a declaration.
    ///
    /// - Parameters:
    ///   - content: The text between `<!DOCTYPE` and `>`, with normalized line breaks.
    ///   - isClosed: False if the document ended before the `>`, which makes the declaration incorrect.
    init(_ content: String, isClosed: Bool) {
        rest = Substring(content).unicodeScalars
        isCorrect = true
        read()
        // Text after a system identifier, or the end of the document there, is an error that does not make the
        // declaration incorrect.
        if !isClosed, rest.isEmpty { isCorrect = false }
    }

    /// The token of the declaration.
    var token: HTMLToken {
        .doctype(name: name, publicID: publicID, systemID: systemID, isCorrect: isCorrect)
    }

    private mutating func read() {
        skipWhitespace()
        guard !rest.isEmpty else {
            isCorrect = false
            return
        }
        let end = rest.firstIndex(where: Self.isWhitespace) ?? rest.endIndex
        name = ASCII.lowercase(String(rest[..<end]))
        rest = rest[end...]
        skipWhitespace()
        guard !rest.isEmpty else { return }
        if consumeWord("public") {
            guard let identifier = parseIdentifier() else { return }
            publicID = identifier
            skipWhitespace()
            guard !rest.isEmpty, isCorrect else { return }
        } else if !consumeWord("system") {
            isCorrect = false
            return
        } else {
            skipWhitespace()
            if rest.isEmpty {
                isCorrect = false
                return
            }
        }
        systemID = parseIdentifier()
        skipWhitespace()
    }

    /// Parses a quoted identifier, or marks the declaration as incorrect.
    private mutating func parseIdentifier() -> String? {
        skipWhitespace()
        guard let quote = rest.first, quote == "\"" || quote == "'" else {
            isCorrect = false
            return nil
        }
        rest.removeFirst()
        let end = rest.firstIndex(of: quote)
        let identifier = String(rest[..<(end ?? rest.endIndex)])
        guard let end else {
            rest = rest[rest.endIndex...]
            isCorrect = false
            return identifier
        }
        rest = rest[rest.index(after: end)...]
        return identifier
    }

    private mutating func consumeWord(_ word: String) -> Bool {
        guard ASCII.lowercase(String(rest.prefix(word.unicodeScalars.count))) == word else { return false }
        rest = rest.dropFirst(word.unicodeScalars.count)
        return true
    }

    private mutating func skipWhitespace() {
        rest = rest.drop(while: Self.isWhitespace)
    }

    private static func isWhitespace(_ scalar: Unicode.Scalar) -> Bool {
        scalar == " " || scalar == "\t" || scalar == "\n" || scalar == "\u{C}"
    }
}
