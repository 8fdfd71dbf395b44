import Markup

/// Harvesting the links in attributes.
extension PageScan {
    private static let refresh = NameTable(["refresh"])
    private static let reference = NameTable(["ref"])

    /// Adds the links of an attribute.
    func addLinks(_ number: Int, of tag: StartTag, element: ElementName, _ elementIndex: Int) {
        var isOwn = false
        for rule in rules.entries(of: number) {
            guard rule.element == elementIndex || rule.element < 0 && !isOwn else { continue }
            isOwn = rule.element >= 0
            guard !rule.isConditional || holds(rule.condition, for: tag), let value = tag.rawValue(of: number)
            else { continue }
            if case .declarations = rule.syntax, !value.contains(UInt8(ascii: "(")) { continue }
            if current.context == nil {
                current.context = TagContext(
                    tag, element: element, elementIndex: elementIndex, position: position(of: tag),
                    describes: describes, into: &batch)
            }
            if rule.kind == .form { current.context?.usesGET = usesGET(tag, element) }
            guard CharacterReferences.needsWork(value) else {
                addLinks(value, number: number, by: rule)
                continue
            }
            var decoded: [UInt8] = []
            swap(&decoded, &scratch)
            decoded.removeAll(keepingCapacity: true)
            decoded.reserveCapacity(value.count)
            CharacterReferences.decode(value, inAttribute: true, into: &decoded)
            decoded.withUnsafeBufferPointer { addLinks($0, number: number, by: rule) }
            if decoded.capacity < LinkLimits.addressByteCount { swap(&decoded, &scratch) }
        }
    }

    private func holds(_ condition: LinkRule.Condition, for tag: StartTag) -> Bool {
        switch condition {
        case .always: true
        case .foreign: tag.isForeign
        case .refreshPragma: isOne(AttributeNumber.pragma, of: Self.refresh, tag)
        case .referenceValue: isOne(AttributeNumber.valueType, of: Self.reference, tag)
        case .addressProperty:
            isOne(AttributeNumber.property, of: LinkRules.addressProperties, tag)
                || isOne(AttributeNumber.name, of: LinkRules.addressProperties, tag)
                || isOne(AttributeNumber.itemProperty, of: LinkRules.addressItemProperties, tag)
        case .lazyLoading: options.includesLazyLoading
        // The conditions on content are evaluated where the content starts.
        case .linkedDataType, .scriptStrings: false
        }
    }

    /// Returns true if an attribute's value, or one of its tokens, is one of some names, ignoring case.
    private func isOne(_ attribute: Int, of names: NameTable, _ tag: StartTag) -> Bool {
        guard let value = tag.rawValue(of: attribute) else { return false }
        func isListed(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
            var isListed = false
            ASCII.forEachToken(in: text) { isListed = isListed || names.index(of: $0) >= 0 }
            return isListed
        }
        guard CharacterReferences.needsWork(value) else { return isListed(value) }
        var decoded = CharacterReferences.decode(value, inAttribute: true)
        return decoded.withUTF8(isListed)
    }

    /// Adds the links of a value.
    private func addLinks(_ value: UnsafeBufferPointer<UInt8>, number: Int, by rule: RuleTable.Entry) {
        guard let context = current.context else { return }
        let kind = rule.kind == .link ? linkKind(context) : rule.kind
        func add(_ part: UnsafeBufferPointer<UInt8>, _ resolution: AddressResolution = .document) {
            // The context is read each time, because a delivery of links removes its texts.
            self.add(part, kind: kind, attribute: UInt8(number), in: current.context, resolution: resolution)
        }
        switch rule.syntax {
        case .address: add(value)
        case .nonEmptyAddress: if !Self.isBlank(value) { add(value) }
        case .spaceList: ASCII.forEachToken(in: value) { add($0) }
        case .absoluteList: ASCII.forEachToken(in: value) { add($0, .absolute) }
        case .commaList:
            ASCII.forEachToken(
                in: value, separatedBy: { $0 == UInt8(ascii: ",") || ASCII.isWhitespace($0) }, { add($0) })
        case .imageCandidates: ImageCandidates.find(in: value) { add(UnsafeBufferPointer(rebasing: value[$0])) }
        case .refresh:
            if let range = DeclarativeRefresh.address(in: value) { add(UnsafeBufferPointer(rebasing: value[range])) }
        case .declarations: CSSAddresses.find(in: value, areDeclarations: true) { add($0, .utf8Query) }
        case .document: scan(value, at: context.position)
        case .styleSheet, .linkedData, .scriptStrings: break
        }
    }

    private static func isBlank(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = value.first else { return true }
        return first <= 0x20 && value.allSatisfy(ASCII.isWhitespace)
    }

    private func linkKind(_ context: TagContext) -> LinkKind {
        batch.arena.withUnsafeBufferPointer { arena in
            var relations = LinkRelations()
            if !context.relations.isAbsent {
                ASCII.forEachToken(in: UnsafeBufferPointer(rebasing: arena[context.relations.range])) {
                    relations.insert($0)
                }
            }
            return relations.kind(
                type: context.type.isAbsent ? nil : String(decoding: arena[context.type.range], as: UTF8.self))
        }
    }

    /// Adds a link.
    ///
    /// - Parameters:
    ///   - value: The value of the attribute.
    ///   - kind: The kind of the link.
    ///   - attribute: The number of the attribute.
    ///   - context: The properties that the tag determines.
    ///   - resolution: The way in which the URL is resolved.
    ///   - text: The link's text; nil for the text of the tag.
    func add(
        _ value: UnsafeBufferPointer<UInt8>, kind: LinkKind, attribute: UInt8, in context: TagContext?,
        resolution: AddressResolution, text: String? = nil
    ) {
        guard var context else { return }
        let isTooLong = value.count > LinkLimits.addressByteCount
        let raw = batch.add(isTooLong ? LinkBatch.cut(value, to: LinkLimits.addressByteCount) : value)
        if let text { context.text = batch.add(field: text) }
        batch.records.append(
            LinkRecord(
                raw: raw, context: context, document: UInt32(truncatingIfNeeded: current.document),
                attribute: attribute, kind: kind, isTooLong: isTooLong, isOutOfScope: isOutOfScope,
                resolution: resolution))
        if pendingByteCount > LinkLimits.pendingByteCount { deliverFinishedLinks() }
    }
}
