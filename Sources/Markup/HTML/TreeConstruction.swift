/// The part of tree construction (HTML Standard, 13.2.6) that determines which tags create elements.
///
/// It keeps the stack of open elements and the insertion mode, but creates no tree. Of the list of active formatting
/// elements, it tracks only `a`.
struct TreeConstruction {
    /// An insertion mode (13.2.4.1).
    enum Mode: UInt8 {
        case beforeHTML, beforeHead, inHead, inHeadNoscript, afterHead, inBody, inTable, inCaption, inColumnGroup
        case inTableBody, inRow, inCell, inTemplate, afterBody, inFrameset, afterFrameset, afterAfterBody
        case afterAfterFrameset
    }

    /// A start or end tag.
    struct Tag {
        var name: ElementName
        /// The hash of the name.
        var hash: UInt64
        var isSelfClosing = false
        /// True for an `annotation-xml` that declares HTML content, a `font` with an attribute that exists only in
        /// HTML, and a hidden `input`.
        var isMarked = false
    }

    /// The result of a start tag.
    enum Verdict: Equatable {
        /// The tag creates no element.
        case ignored
        /// The tag adds the attributes that the `html` element lacks.
        case mergedIntoHTML
        /// The tag adds the attributes that the `body` element lacks.
        case mergedIntoBody
        /// The tag creates an element of HTML.
        case html
        /// The tag creates an element of SVG or MathML.
        case foreign
    }

    var elements = OpenElements()
    var mode = Mode.beforeHTML { didSet { updateMasks() } }
    var templateModes: [Mode] = []
    /// True if a `frameset` may still replace the body.
    var acceptsFrameset = true { didSet { updateMasks() } }
    var hasHead = false
    /// True if the form element pointer is not null.
    var hasForm = false
    /// True if the last tag or text began the body.
    var hasBegunBody = false
    /// True if the last tag removed the body from the document.
    var hasRemovedBody = false

    /// The traits of elements whose start tags cannot be processed by ``OpenElements/pushPlain(_:hash:traits:)`` alone.
    private(set) var slowStarts = ElementTraits.all
    /// The traits of elements whose end tags cannot be processed by ``OpenElements/popPlain(traits:)`` alone.
    private(set) var slowEnds = ElementTraits.all

    /// True if text has an effect, because it begins the body or makes it impossible to replace.
    var wantsText: Bool {
        switch mode {
        case .beforeHTML, .beforeHead, .inHead, .inHeadNoscript, .afterHead, .afterBody, .afterAfterBody: true
        default: acceptsFrameset
        }
    }

    /// True if a hidden `input` has another effect than a visible one.
    var distinguishesHiddenInput: Bool {
        acceptsFrameset || mode == .inTable || mode == .inTableBody || mode == .inRow
    }

    /// True if the current node is in SVG or MathML.
    var isInForeignContent: Bool { elements.top.map { $0.space != .html } ?? false }

    /// Updates the masks after a change of the stack or the mode.
    private mutating func updateMasks() {
        let isPlain = !acceptsFrameset && (mode == .inBody || mode == .inCell || mode == .inCaption)
        guard isPlain, elements.foreignCount == 0 else {
            (slowStarts, slowEnds) = (.all, .all)
            return
        }
        slowStarts = elements.paragraphCount > 0 ? [.hasStartRule, .closesParagraph] : .hasStartRule
        slowEnds = .hasEndRule
    }

    /// Processes a start tag.
    mutating func start(_ tag: Tag) -> Verdict {
        defer { updateMasks() }
        if let current = elements.top, current.space != .html, isForeign(tag, in: current) {
            return startForeign(tag, in: current)
        }
        return startHTML(tag)
    }

    /// Processes an end tag.
    ///
    /// - Returns: False if it is a `template` that is ignored.
    @discardableResult
    mutating func end(_ tag: Tag) -> Bool {
        let templates = elements.templateCount
        defer { updateMasks() }
        if let current = elements.top, current.space != .html {
            endForeign(tag)
        } else {
            endHTML(tag)
        }
        return tag.name != .template || elements.templateCount < templates
    }

    /// Processes text other than white space.
    mutating func text() {
        defer { updateMasks() }
        while true {
            switch mode {
            case .beforeHTML, .beforeHead, .inHead, .inHeadNoscript, .afterHead, .afterBody, .afterAfterBody: advance()
            case .inBody, .inCell, .inCaption, .inTable, .inTableBody, .inRow, .inTemplate:
                acceptsFrameset = false
                return
            default: return
            }
        }
    }

    /// Processes a start tag by the rules of the current insertion mode in HTML content.
    private mutating func startHTML(_ tag: Tag) -> Verdict {
        while true {
            let verdict: Verdict? =
                switch mode {
                case .beforeHTML, .beforeHead, .inHead, .inHeadNoscript, .afterHead: startBeforeBody(tag)
                case .inBody: startInBody(tag)
                case .inTable: startInTable(tag)
                case .inCaption: startInCaption(tag)
                case .inColumnGroup: startInColumnGroup(tag)
                case .inTableBody: startInTableBody(tag)
                case .inRow: startInRow(tag)
                case .inCell: startInCell(tag)
                case .inTemplate: startInTemplate(tag)
                case .afterBody, .afterAfterBody: startAfterBody(tag)
                case .inFrameset, .afterFrameset, .afterAfterFrameset: startInFrameset(tag)
                }
            if let verdict { return verdict }
        }
    }

    /// Processes an end tag by the rules of the current insertion mode in HTML content.
    private mutating func endHTML(_ tag: Tag) {
        while true {
            let isDone =
                switch mode {
                case .beforeHTML, .beforeHead, .inHead, .inHeadNoscript, .afterHead: endBeforeBody(tag)
                case .inBody: endInBody(tag)
                case .inTable: endInTable(tag)
                case .inCaption: endInCaption(tag)
                case .inColumnGroup: endInColumnGroup(tag)
                case .inTableBody: endInTableBody(tag)
                case .inRow: endInRow(tag)
                case .inCell: endInCell(tag)
                case .inTemplate: endInTemplate(tag)
                case .afterBody, .afterAfterBody: endAfterBody(tag)
                case .inFrameset, .afterFrameset, .afterAfterFrameset: endInFrameset(tag)
                }
            if isDone { return }
        }
    }

    /// Pushes an HTML element.
    @discardableResult
    mutating func insert(_ tag: Tag) -> Verdict {
        elements.push(OpenElements.Element(hash: tag.hash, name: tag.name))
        return .html
    }

    /// Pushes an HTML element that has no tag.
    mutating func insert(_ name: ElementName) {
        elements.push(OpenElements.Element(hash: NameTable.hash(of: name.rawValue), name: name))
    }

    /// Follows the "anything else" rule of the modes before and after the body.
    private mutating func advance() {
        switch mode {
        case .beforeHTML:
            insert(.html)
            mode = .beforeHead
        case .beforeHead:
            insert(.head)
            hasHead = true
            mode = .inHead
        case .inHeadNoscript:
            elements.pop()
            mode = .inHead
        case .inHead:
            elements.pop()
            mode = .afterHead
        case .afterHead:
            insert(.body)
            hasBegunBody = true
            mode = .inBody
        default: mode = .inBody
        }
    }

    /// Resets the insertion mode appropriately (13.2.4.1).
    mutating func resetMode() {
        var index = elements.count - 1
        while index > 0 {
            let element = elements[index]
            if element.space == .html, let mode = mode(in: element.name) {
                self.mode = mode
                return
            }
            index -= 1
        }
        mode = hasHead ? .afterHead : .beforeHead
    }

    private func mode(in name: ElementName) -> Mode? {
        switch name {
        case .td, .th: .inCell
        case .tr: .inRow
        case .tbody, .tfoot, .thead: .inTableBody
        case .caption: .inCaption
        case .colgroup: .inColumnGroup
        case .table: .inTable
        case .template: templateModes.last ?? .inBody
        case .head: .inHead
        case .body: .inBody
        case .frameset: .inFrameset
        default: nil
        }
    }
}

/// The insertion modes before and after the body, and those of frames (HTML Standard, 13.2.6.4.1 to 13.2.6.4.6 and
/// 13.2.6.4.16 to 13.2.6.4.21).
extension TreeConstruction {
    private mutating func startBeforeBody(_ tag: Tag) -> Verdict? {
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

    private mutating func endBeforeBody(_ tag: Tag) -> Bool {
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

    private mutating func startAfterBody(_ tag: Tag) -> Verdict? {
        if tag.name == .html { return startInBody(tag) }
        advance()
        return nil
    }

    private mutating func endAfterBody(_ tag: Tag) -> Bool {
        if mode == .afterBody, tag.name == .html {
            mode = .afterAfterBody
            return true
        }
        advance()
        return false
    }

    private mutating func startInFrameset(_ tag: Tag) -> Verdict? {
        switch tag.name {
        case .html: return startInBody(tag)
        case .noframes: return .html
        case .frameset where mode == .inFrameset: return insert(tag)
        case .frame where mode == .inFrameset: return .html
        default: return .ignored
        }
    }

    private mutating func endInFrameset(_ tag: Tag) -> Bool {
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

/// The rules for SVG and MathML content (HTML Standard, 13.2.6 and 13.2.6.5).
extension TreeConstruction {
    /// Returns true if a start tag is processed by the rules of foreign content.
    private func isForeign(_ tag: Tag, in current: OpenElements.Element) -> Bool {
        if current.holdsHTML { return false }
        if current.holdsText { return tag.name == .mglyph || tag.name == .malignmark }
        return !(current.space == .math && current.name == .annotationXML && tag.name == .svg)
    }

    private mutating func startForeign(_ tag: Tag, in current: OpenElements.Element) -> Verdict {
        if tag.name.endsForeignContent || tag.name == .font && tag.isMarked {
            breakOut()
            return startHTML(tag)
        }
        guard !tag.isSelfClosing else { return .foreign }
        var element = OpenElements.Element(hash: tag.hash, name: tag.name, space: current.space)
        switch tag.name {
        case .foreignObject, .desc, .title: element.holdsHTML = current.space == .svg
        case .annotationXML: element.holdsHTML = current.space == .math && tag.isMarked
        case .mi, .mo, .mn, .ms, .mtext: element.holdsText = current.space == .math
        default: break
        }
        elements.push(element)
        return .foreign
    }

    private mutating func endForeign(_ tag: Tag) {
        if tag.name == .br || tag.name == .p {
            breakOut()
            return endHTML(tag)
        }
        var index = elements.count - 1
        while index > 0, elements[index].space != .html {
            if elements[index].name == tag.name, elements[index].hash == tag.hash { return elements.pop(to: index) }
            index -= 1
        }
        endHTML(tag)
    }

    /// Closes SVG and MathML elements until HTML can be inserted.
    private mutating func breakOut() {
        while let top = elements.top, top.space != .html, !top.holdsHTML, !top.holdsText { elements.pop() }
    }
}
