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
