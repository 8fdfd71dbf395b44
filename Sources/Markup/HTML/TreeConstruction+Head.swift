/// The insertion modes before and after the body, and those of frames (HTML Standard, 13.2.6.4.1 to 13.2.6.4.6 and
/// 13.2.6.4.16 to 13.2.6.4.21).
extension TreeConstruction {
    mutating func startBeforeBody(_ tag: Tag) -> Verdict? {
        switch (mode, tag.name) {
        case (.beforeHTML, .html):
            insert(tag)
            mode = .beforeHead
            return .html
        case (.beforeHTML, _): break
        case (_, .html): return startInBody(tag)
        case (.beforeHead, .head):
            insert(tag)
            hasHead = true
            mode = .inHead
            return .html
        case (.beforeHead, _): break
        case (_, .head): return .ignored
        case (.inHeadNoscript, .noscript): return .ignored
        case (.inHeadNoscript, .basefont), (.inHeadNoscript, .bgsound), (.inHeadNoscript, .link),
            (.inHeadNoscript, .meta), (.inHeadNoscript, .noframes), (.inHeadNoscript, .style):
            return startInHead(tag)
        case (.inHead, .noscript):
            insert(tag)
            mode = .inHeadNoscript
            return .html
        case (.inHead, _), (.afterHead, _):
            if let verdict = startInHead(tag) { return verdict }
            if mode == .inHead { break }
            if tag.name == .body {
                hasBegunBody = true
                insert(tag)
                acceptsFrameset = false
                mode = .inBody
                return .html
            }
            if tag.name == .frameset {
                insert(tag)
                mode = .inFrameset
                return .html
            }
        default: break
        }
        advance()
        return nil
    }

    /// Processes the start tags of elements that the head may contain.
    ///
    /// - Returns: Nil for any other start tag.
    mutating func startInHead(_ tag: Tag) -> Verdict? {
        switch tag.name {
        case .base, .basefont, .bgsound, .link, .meta, .title, .noframes, .style, .script: return .html
        case .template:
            insert(tag)
            acceptsFrameset = false
            // A template that a deeper one has replaced on the stack has no mode either.
            while !templateModes.isEmpty, templateModes.count >= elements.templateCount { templateModes.removeLast() }
            templateModes.append(.inTemplate)
            mode = .inTemplate
            return .html
        default: return nil
        }
    }

    mutating func endTemplate() {
        guard elements.templateCount > 0 else { return }
        while let top = elements.top {
            elements.pop()
            if top.isHTML(.template) { break }
        }
        _ = templateModes.popLast()
        resetMode()
    }

    mutating func endBeforeBody(_ tag: Tag) -> Bool {
        switch (mode, tag.name) {
        case (.inHead, .head):
            elements.pop()
            mode = .afterHead
            return true
        case (.inHeadNoscript, .noscript):
            elements.pop()
            mode = .inHead
            return true
        case (.inHead, .template), (.afterHead, .template):
            endTemplate()
            return true
        case (.inHeadNoscript, .br), (_, .body), (_, .html), (_, .br):
            if mode == .inHeadNoscript, tag.name != .br { return true }
            advance()
            return false
        case (.beforeHTML, .head), (.beforeHead, .head):
            advance()
            return false
        default: return true
        }
    }

    mutating func startAfterBody(_ tag: Tag) -> Verdict? {
        if tag.name == .html { return startInBody(tag) }
        advance()
        return nil
    }

    mutating func endAfterBody(_ tag: Tag) -> Bool {
        if mode == .afterBody, tag.name == .html {
            mode = .afterAfterBody
            return true
        }
        advance()
        return false
    }

    mutating func startInFrameset(_ tag: Tag) -> Verdict? {
        switch tag.name {
        case .html: return startInBody(tag)
        case .noframes: return .html
        case .frameset where mode == .inFrameset: return insert(tag)
        case .frame where mode == .inFrameset: return .html
        default: return .ignored
        }
    }

    mutating func endInFrameset(_ tag: Tag) -> Bool {
        switch (mode, tag.name) {
        case (.inFrameset, .frameset) where elements.count > 1:
            elements.pop()
            if elements.top?.isHTML(.frameset) != true { mode = .afterFrameset }
        case (.afterFrameset, .html): mode = .afterAfterFrameset
        default: break
        }
        return true
    }
}
