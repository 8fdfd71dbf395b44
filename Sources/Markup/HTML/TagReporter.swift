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
    private let special: IndexSet128
    private let reported: IndexSet128
    /// The current encoding; nil once a `<meta>` can no longer change it.
    private var tentativeEncoding: CharacterEncoding?
    private var foreign = ForeignContent()
    private var slots = AttributeSlots()
    private var window: UnsafePointer<UInt8>
    private var windowOffset = 0
    private var name = 0..<0
    private var nameHash: UInt64 = 0
    private var elementIndex = -1
    private var takesContent = false
    private var isInContent = false
    private var outerWantsText = false
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
        tentativeEncoding: CharacterEncoding?, listsStartTags: Bool = false
    ) {
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
        special = interest.specialElements
        reported = interest.reportedElements
        wantsText = handler.wantsText
    }

    func deallocate() { slots.deallocate() }

    var isInForeignContent: Bool { foreign.isInside }

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
        guard slots.present & triggers != 0 || foreign.isActive || special.contains(elementIndex) else { return nil }
        return known(range, isSelfClosing: isSelfClosing)
    }

    @inline(never)
    private mutating func known(_ range: Range<Int>, isSelfClosing: Bool) -> ContentKind? {
        let element = interest.elements[max(0, elementIndex)]
        var isForeign = false
        if foreign.isActive || element.name == .svg || element.name == .math {
            let holdsHTML = (element.name == .font || element.name == .annotationXML) && holdsHTML(range, element.name)
            isForeign = foreign.start(
                element.name, hash: nameHash, isSelfClosing: isSelfClosing, holdsHTML: holdsHTML)
        }
        if element.name == .meta, tentativeEncoding != nil, stopsForEncoding(range) { return nil }
        isLastForeign = isForeign
        let content = isForeign ? nil : element.content
        takesContent = false
        if slots.present & triggers != 0 || element.isReported {
            let tag = StartTag(
                element: element.name, elementIndex: max(0, elementIndex),
                name: UnsafeBufferPointer(start: window + name.lowerBound, count: name.count),
                isForeign: isForeign, isSelfClosing: isSelfClosing, offset: windowOffset + range.lowerBound,
                attributes: slots, window: window, positions: Unmanaged.passUnretained(positions))
            takesContent = handler.startTag(tag)
            wantsText = handler.wantsText
        }
        if content != nil {
            isInContent = true
            outerWantsText = wantsText
            wantsText = takesContent
        }
        return content
    }

    mutating func endTag(_ range: Range<Int>) {
        guard isInContent || foreign.isActive || reported.contains(elementIndex) else { return }
        end(interest.elements[max(0, elementIndex)].name, hash: nameHash)
    }

    /// Processes the end of an element.
    ///
    /// - Parameters:
    ///   - name: The element's name; `other` if ``ElementName`` does not list it.
    ///   - hash: The hash of the element's name.
    mutating func end(_ name: ElementName, hash: UInt64) {
        if isInContent {
            isInContent = false
            wantsText = outerWantsText
        }
        let isForeignTemplate = name == .template && foreign.isInside
        foreign.end(name, hash: hash)
        if !isForeignTemplate { handler.endTag(name) }
        wantsText = handler.wantsText
    }

    /// True if a `<meta>` may still change the encoding.
    var mayChangeEncoding: Bool { tentativeEncoding != nil }

    /// Changes the current encoding; the text so far must be the same in both encodings.
    mutating func encodingChanged(to encoding: CharacterEncoding) {
        if tentativeEncoding != nil { tentativeEncoding = encoding }
    }

    mutating func text(_ range: Range<Int>, in kind: ContentKind?, isCDATA: Bool) {
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

    /// Returns true if the tag has an attribute that makes its content, or the element itself, belong to HTML.
    private func holdsHTML(_ range: Range<Int>, _ element: ElementName) -> Bool {
        var attributes = ForeignAttributes(window: window, isFont: element == .font)
        _ = TagScanner.scan(window, end: range.upperBound, from: range.lowerBound + 1, into: &attributes)
        return attributes.holdsHTML
    }
}

/// A sink that finds the attributes that make `font` end foreign content and `annotation-xml` contain HTML.
private struct ForeignAttributes: TagPartSink {
    let window: UnsafePointer<UInt8>
    let isFont: Bool
    var holdsHTML = false

    mutating func beginTag(name: Range<Int>, hash: UInt64) {}

    mutating func attribute(name: Range<Int>, hash: UInt64, value: Range<Int>) {
        func lowercased(_ range: Range<Int>) -> String {
            let bytes = UnsafeBufferPointer(start: window + range.lowerBound, count: range.count)
            return ASCII.lowercase(String(decoding: bytes, as: UTF8.self))
        }
        if isFont {
            holdsHTML = holdsHTML || ["color", "face", "size"].contains(lowercased(name))
        } else if lowercased(name) == "encoding" {
            holdsHTML = holdsHTML || ["text/html", "application/xhtml+xml"].contains(lowercased(value))
        }
    }
}
