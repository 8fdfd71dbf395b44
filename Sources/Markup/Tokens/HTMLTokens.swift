/// Lists every token of a text, by the same tokenizer that reads documents.
package enum HTMLTokens {
    /// A state in which the tokenizer can start, as the parser of a fragment sets it.
    package enum Start: String, Sendable, CaseIterable {
        case data = "Data state"
        case escapable = "RCDATA state"
        case rawText = "RAWTEXT state"
        case script = "Script data state"
        case plainText = "PLAINTEXT state"
        case section = "CDATA section state"
    }

    /// Tokenizes a text.
    ///
    /// - Parameters:
    ///   - text: UTF-8.
    ///   - start: The state to start in.
    ///   - lastStartTag: The name of the element whose content this is.
    ///   - cuts: The offsets at which the text is cut into parts, in order.
    /// - Returns: The tokens; text that follows text is joined.
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
