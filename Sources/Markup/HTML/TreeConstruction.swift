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
    mutating func updateMasks() {
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
    mutating func startHTML(_ tag: Tag) -> Verdict {
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
    mutating func endHTML(_ tag: Tag) {
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
    mutating func advance() {
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
