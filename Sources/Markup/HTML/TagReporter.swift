import Syntax

/// A token sink that reports the tags in a ``TagInterest``, and tracks the effect of all tags on the tokenizer.
struct TagReporter: TokenSink {
    static var wantsDeclarations: Bool { false }

    private(set) var wantsText = false
    private(set) var isStopped = false
    /// The encoding that a `<meta>` declares, if it differs from the current one.
    private(set) var declaredEncoding: CharacterEncoding?
    /// The offsets of all start tags in the document's text; nil unless they are requested.
    private(set) var startTags: [Int]?

    private let interest: TagInterest
    private let handler: any MarkupHandler
    private let positions: TextPositions
    private let elementNames: NameTable
    private let attributeNames: NameTable
    private let triggers: UInt64
    private let elements: UnsafePointer<TagInterest.Element>
    /// The current encoding; nil once a `<meta>` can no longer change it.
    private var tentativeEncoding: CharacterEncoding?
    private var tree = TreeConstruction()
    /// True to report tags that tree construction ignores, because the document is a part of another one.
    private let isFragment: Bool
    /// The attributes of the `html` and the `body` element, as bits.
    private var rootAttributes: (html: UInt64, body: UInt64) = (0, 0)
    private var slots = AttributeSlots()
    private var window: UnsafePointer<UInt8>
    private var windowOffset = 0
    private var name = 0..<0
    private var nameHash: UInt64 = 0
    private var elementIndex = -1
    private var takesContent = false
    private var isInContent = false
    /// True if the start tag that was processed last belongs to SVG or MathML.
    private(set) var isLastForeign = false

    /// The offset in the text up to which a `<meta>` after the first 1024 bytes has an effect.
    ///
    /// The source is kept up to this offset, so that it can be read again.
    static let latestDeclaration = 1 << 20
    /// The maximum length in bytes of a `<meta>` that declares an encoding after the first 1024 bytes.
    ///
    /// A longer tag is read, but does not declare an encoding.
    static let longestDeclaration = 1 << 16

    init(
        interest: TagInterest, handler: any MarkupHandler, positions: TextPositions,
        tentativeEncoding: CharacterEncoding?, listsStartTags: Bool = false, isFragment: Bool = false
    ) {
        self.isFragment = isFragment
        startTags = listsStartTags ? [] : nil
        // This value is never read, because a window is set first.
        window = UnsafePointer(UnsafeMutableRawPointer(slots.slots).assumingMemoryBound(to: UInt8.self))
        self.interest = interest
        self.handler = handler
        self.positions = positions
        self.tentativeEncoding = tentativeEncoding
        elementNames = interest.elementNames
        attributeNames = interest.attributeNames
        triggers = interest.triggers
        elements = interest.elements
        wantsText = true
    }

    func deallocate() {
        slots.deallocate()
        tree.elements.deallocate()
    }

    var isInForeignContent: Bool { tree.isInForeignContent }

    /// Sets the current window.
    ///
    /// - Parameters:
    ///   - base: The first byte of the window.
    ///   - offset: The offset of its first byte in the document's text.
    mutating func begin(_ base: UnsafePointer<UInt8>, at offset: Int) {
        window = base
        windowOffset = offset
    }

    @inline(__always)
    mutating func beginTag(name: Range<Int>, hash: UInt64) {
        self.name = name
        nameHash = hash
        elementIndex = elementNames.index(of: hash, window + name.lowerBound, length: name.count)
        slots.removeAll()
    }

    @inline(__always)
    mutating func attribute(name: Range<Int>, hash: UInt64, value: Range<Int>) {
        let number = attributeNames.index(of: hash, window + name.lowerBound, length: name.count)
        if number >= 0 { slots.add(number, value: value) }
    }

    @inline(__always)
    mutating func startTag(_ range: Range<Int>, isSelfClosing: Bool) -> ContentKind? {
        startTags?.append(windowOffset + range.lowerBound)
        let element = elements[max(0, elementIndex)]
        guard element.traits.isDisjoint(with: tree.slowStarts) else {
            return construct(range, element.name, isSelfClosing: isSelfClosing)
        }
        if !element.traits.contains(.isVoid) {
            tree.elements.pushPlain(element.name, hash: nameHash, traits: element.traits)
        }
        isLastForeign = false
        guard slots.present & triggers != 0 || element.traits.contains(.isReported) else { return nil }
        report(range, element.name, isSelfClosing: isSelfClosing)
        return nil
    }

    /// Processes a start tag by the rules of tree construction.
    @inline(never)
    private mutating func construct(_ range: Range<Int>, _ name: ElementName, isSelfClosing: Bool) -> ContentKind? {
        let verdict = tree.start(
            TreeConstruction.Tag(
                name: name, hash: nameHash, isSelfClosing: isSelfClosing, isMarked: isMarked(range, name)))
        notifyOfBody()
        isLastForeign = verdict == .foreign
        switch verdict {
        case .ignored:
            guard isFragment else {
                updateWantsText()
                return nil
            }
        case .mergedIntoHTML:
            slots.keep(~rootAttributes.html)
            rootAttributes.html |= slots.present
        case .mergedIntoBody:
            slots.keep(~rootAttributes.body)
            rootAttributes.body |= slots.present
        case .html where name == .html: rootAttributes.html = slots.present
        case .html where name == .body: rootAttributes.body = slots.present
        case .html, .foreign: break
        }
        if name == .meta, tentativeEncoding != nil, stopsForEncoding(range) { return nil }
        takesContent = false
        if slots.present & triggers != 0 || elements[max(0, elementIndex)].traits.contains(.isReported) {
            report(range, name, isSelfClosing: isSelfClosing)
        } else {
            updateWantsText()
        }
        guard !isLastForeign, let content = name.content else { return nil }
        isInContent = true
        wantsText = takesContent
        return content
    }

    /// Reports a start tag to the handler.
    @inline(never)
    private mutating func report(_ range: Range<Int>, _ name: ElementName, isSelfClosing: Bool) {
        let tag = StartTag(
            element: name, elementIndex: max(0, elementIndex),
            name: UnsafeBufferPointer(start: window + self.name.lowerBound, count: self.name.count),
            isForeign: isLastForeign, isSelfClosing: isSelfClosing, offset: windowOffset + range.lowerBound,
            attributes: slots, window: window, positions: Unmanaged.passUnretained(positions))
        takesContent = handler.startTag(tag)
        updateWantsText()
    }

    private mutating func updateWantsText() { wantsText = handler.wantsText || tree.wantsText }

    /// Notifies the handler if tree construction has begun or removed the body.
    private mutating func notifyOfBody() {
        if tree.hasRemovedBody {
            tree.hasRemovedBody = false
            handler.bodyRemoved()
        }
        if tree.hasBegunBody {
            tree.hasBegunBody = false
            handler.bodyBegan()
        }
    }

    @inline(__always)
    mutating func endTag(_ range: Range<Int>) {
        let element = elements[max(0, elementIndex)]
        guard !isInContent, element.traits.isDisjoint(with: tree.slowEnds),
            tree.elements.isTop(element.name, hash: nameHash)
        else {
            return end(element.name, hash: nameHash)
        }
        tree.elements.popPlain(traits: element.traits)
        guard element.traits.contains(.isReported) else { return }
        handler.endTag(element.name)
        updateWantsText()
    }

    /// Processes the end of an element.
    ///
    /// - Parameters:
    ///   - name: The element's name; `other` if ``ElementName`` does not list it.
    ///   - hash: The hash of the element's name.
    @inline(never)
    mutating func end(_ name: ElementName, hash: UInt64) {
        if isInContent {
            isInContent = false
            handler.endTag(name)
        } else {
            let isProcessed = tree.end(TreeConstruction.Tag(name: name, hash: hash))
            notifyOfBody()
            if isProcessed || isFragment { handler.endTag(name) }
        }
        updateWantsText()
    }

    /// True if a `<meta>` may still change the encoding.
    var mayChangeEncoding: Bool { tentativeEncoding != nil }

    /// Changes the current encoding; the text so far must be the same in both encodings.
    mutating func encodingChanged(to encoding: CharacterEncoding) {
        if tentativeEncoding != nil { tentativeEncoding = encoding }
    }

    mutating func text(_ range: Range<Int>, in kind: ContentKind?, isCDATA: Bool) {
        if !isInContent {
            if tree.wantsText, !isBlank(range, isCDATA: isCDATA) {
                tree.text()
                notifyOfBody()
                updateWantsText()
            }
            guard handler.wantsText else { return }
        }
        let part = UnsafeBufferPointer(start: window + range.lowerBound, count: range.count)
        let hasReferences = !isCDATA && (kind == nil || kind == .escapable)
        guard hasReferences, HTMLTokenizer.find("&", window, from: range.lowerBound, to: range.upperBound) != nil else {
            handler.text(part)
            return
        }
        // An array of bytes and not a string, because a window may end within a character.
        var text: [UInt8] = []
        CharacterReferences.decode(part, inAttribute: false, into: &text)
        text.withUnsafeBufferPointer { handler.text($0) }
    }

    func comment(_ range: Range<Int>) {}
    func doctype(_ range: Range<Int>, isClosed: Bool) {}

    private mutating func stopsForEncoding(_ range: Range<Int>) -> Bool {
        guard windowOffset + range.lowerBound < Self.latestDeclaration, !handler.isCommitted else {
            tentativeEncoding = nil
            return false
        }
        guard range.count <= Self.longestDeclaration else { return false }
        let tag = [UInt8](UnsafeBufferPointer(start: window + range.lowerBound, count: range.count))
        guard let declared = EncodingPrescan.encoding(in: tag[...]) else { return false }
        // Only the first declaration counts.
        defer { tentativeEncoding = nil }
        guard declared != tentativeEncoding else { return false }
        declaredEncoding = declared
        isStopped = true
        return true
    }

    /// Returns true if text consists of white space and NUL only.
    private func isBlank(_ range: Range<Int>, isCDATA: Bool) -> Bool {
        let part = UnsafeBufferPointer(start: window + range.lowerBound, count: range.count)
        guard let first = part.first(where: { $0 != 0 && !ASCII.isWhitespace($0) }) else { return true }
        guard first == UInt8(ascii: "&"), !isCDATA else { return false }
        var text: [UInt8] = []
        CharacterReferences.decode(part, inAttribute: false, into: &text)
        return text.allSatisfy(ASCII.isWhitespace)
    }

    /// Returns true if the tag has an attribute on which a rule of tree construction depends.
    private func isMarked(_ range: Range<Int>, _ name: ElementName) -> Bool {
        switch name {
        case .font, .annotationXML: guard tree.isInForeignContent else { return false }
        case .input: guard tree.distinguishesHiddenInput else { return false }
        default: return false
        }
        var attributes = MarkingAttributes(window: window, element: name)
        _ = TagScanner.scan(window, end: range.upperBound, from: range.lowerBound + 1, into: &attributes)
        return attributes.isMarked
    }
}

/// A sink that finds the attributes that make `font` end foreign content, `annotation-xml` contain HTML, and `input`
/// hidden.
private struct MarkingAttributes: TagPartSink {
    private let window: UnsafePointer<UInt8>
    private let element: ElementName
    private(set) var isMarked = false
    private var hasType = false

    init(window: UnsafePointer<UInt8>, element: ElementName) {
        self.window = window
        self.element = element
    }

    mutating func beginTag(name: Range<Int>, hash: UInt64) {}

    mutating func attribute(name: Range<Int>, hash: UInt64, value: Range<Int>) {
        func lowercased(_ range: Range<Int>) -> String {
            let bytes = UnsafeBufferPointer(start: window + range.lowerBound, count: range.count)
            return ASCII.lowercase(CharacterReferences.decode(bytes, inAttribute: true))
        }
        switch element {
        case .font: isMarked = isMarked || ["color", "face", "size"].contains(lowercased(name))
        case .input where !hasType && lowercased(name) == "type":
            hasType = true
            isMarked = lowercased(value) == "hidden"
        case .annotationXML where lowercased(name) == "encoding":
            isMarked = isMarked || ["text/html", "application/xhtml+xml"].contains(lowercased(value))
        default: break
        }
    }
}
