import Markup

/// The properties of links that their tag determines.
struct TagContext {
    /// The index of the element among `ElementName`'s cases.
    let elementIndex: Int
    let position: SourcePosition
    /// The name of an element that has no case in `ElementName`.
    var elementName = ArenaSpan.absent
    var text = ArenaSpan.absent
    var title = ArenaSpan.absent
    /// The tokens of `rel` in lower case, separated by single spaces.
    var relations = ArenaSpan.absent
    var type = ArenaSpan.absent
    var language = ArenaSpan.absent
    var download = ArenaSpan.absent
    /// False if the form of the tag is sent with another method than GET.
    var usesGET = true

    /// Creates a context that contains only a position.
    init(elementIndex: Int, position: SourcePosition) {
        self.elementIndex = elementIndex
        self.position = position
    }

    /// Creates the context of a tag.
    ///
    /// - Parameters:
    ///   - tag: The start tag.
    ///   - element: The tag's element; `img` for a misspelt `image`.
    ///   - elementIndex: The index of the element among `ElementName`'s cases.
    ///   - position: The position of the tag.
    ///   - describes: True to read all properties; false to read only those that determine the kinds of links.
    ///   - batch: Receives the texts.
    init(
        _ tag: StartTag, element: ElementName, elementIndex: Int, position: SourcePosition, describes: Bool,
        into batch: inout LinkBatch
    ) {
        self.elementIndex = elementIndex
        self.position = position
        if case .other = element { elementName = batch.add(field: tag.name) }
        guard tag.attributes & Self.numbers != 0 else { return }
        guard describes else {
            if case .link = element {
                relations = batch.lowercaseTokens(batch.add(value: tag.rawValue(of: AttributeNumber.relations)))
                type = batch.add(value: tag.rawValue(of: AttributeNumber.type))
            }
            return
        }
        title = batch.add(value: tag.rawValue(of: AttributeNumber.title))
        switch element {
        case .a:
            readLink(tag, into: &batch)
            type = batch.add(value: tag.rawValue(of: AttributeNumber.type))
        case .area, .link:
            readLink(tag, into: &batch)
            if case .link = element { type = batch.add(value: tag.rawValue(of: AttributeNumber.type)) }
        case .form: relations = batch.lowercaseTokens(batch.add(value: tag.rawValue(of: AttributeNumber.relations)))
        case .embed, .object, .param, .script, .source, .style:
            type = batch.add(value: tag.rawValue(of: AttributeNumber.type))
        default: break
        }
        switch element {
        case .area, .img, .input, .applet: text = Self.text(tag, AttributeNumber.alt, into: &batch)
        default: break
        }
        if text.isAbsent { text = Self.text(tag, AttributeNumber.label, into: &batch) }
        if text.isAbsent { text = Self.text(tag, AttributeNumber.title, into: &batch) }
    }

    private mutating func readLink(_ tag: StartTag, into batch: inout LinkBatch) {
        relations = batch.lowercaseTokens(batch.add(value: tag.rawValue(of: AttributeNumber.relations)))
        language = batch.add(value: tag.rawValue(of: AttributeNumber.language))
        // Only links that a reader can follow can have the attribute `download`.
        if case .link = tag.element { return }
        download = batch.add(value: tag.rawValue(of: AttributeNumber.download))
    }

    private static func text(_ tag: StartTag, _ number: Int, into batch: inout LinkBatch) -> ArenaSpan {
        guard let value = tag.rawValue(of: number), !value.isEmpty else { return .absent }
        var text = LinkText()
        if CharacterReferences.needsWork(value) {
            text.append(CharacterReferences.decode(value, inAttribute: true))
        } else {
            text.append(value)
        }
        return text.add(to: &batch)
    }

    private static let numbers: UInt64 = [
        AttributeNumber.alt, AttributeNumber.label, AttributeNumber.title, AttributeNumber.relations,
        AttributeNumber.type, AttributeNumber.language, AttributeNumber.download,
    ].reduce(0) { $0 | 1 << UInt64($1) }
}
