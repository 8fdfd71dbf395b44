/// A sink that records every token.
struct TokenRecorder: TokenSink {
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
        return String(decoding: output, as: UTF8.self)
    }
}
