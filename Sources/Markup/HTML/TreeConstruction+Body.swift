/// The insertion mode "in body" (HTML Standard, 13.2.6.4.7).
extension TreeConstruction {
    mutating func startInBody(_ tag: Tag) -> Verdict? {
        if tag.name.closesParagraph { closeParagraph() }
        switch tag.name {
        case .html: return elements.templateCount > 0 ? .ignored : .mergedIntoHTML
        case .base, .basefont, .bgsound, .link, .meta, .noframes, .script, .style, .template, .title:
            return startInHead(tag)
        case .body:
            guard elements.count > 1, elements[1].isHTML(.body), elements.templateCount == 0 else { return .ignored }
            acceptsFrameset = false
            return .mergedIntoBody
        case .frameset:
            guard acceptsFrameset, elements.count > 1, elements[1].isHTML(.body) else { return .ignored }
            hasRemovedBody = true
            elements.pop(to: 1)
            insert(tag)
            mode = .inFrameset
            return .html
        case .caption, .col, .colgroup, .frame, .head, .tbody, .td, .tfoot, .th, .thead, .tr: return .ignored
        case .form: return startForm(tag)
        case .select, .option, .optgroup, .input, .hr: return startControl(tag)
        case .svg, .math:
            if !tag.isSelfClosing {
                elements.push(
                    OpenElements.Element(hash: tag.hash, name: tag.name, space: tag.name == .svg ? .svg : .math))
            }
            return .foreign
        case .area, .br, .embed, .img, .image, .keygen, .wbr, .textarea, .xmp, .iframe:
            acceptsFrameset = false
            return .html
        case .param, .source, .track, .noembed, .plaintext: return .html
        case .h1, .h2, .h3, .h4, .h5, .h6:
            if let top = elements.top, top.space == .html, top.name.isHeading { elements.pop() }
        case .li: closeItem { $0 == .li }
        case .dd, .dt: closeItem { $0 == .dd || $0 == .dt }
        case .button:
            if elements.buttonCount > 0 { elements.pop(.button, in: .normal) }
            acceptsFrameset = false
        case .a: closeAnchor()
        case .nobr:
            if elements.formattingCount > 0, elements.index(of: .nobr, in: .normal) != nil { endFormatting(tag) }
        case .rb, .rtc: if elements.index(of: .ruby, in: .normal) != nil { elements.generateImpliedEndTags() }
        case .rp, .rt:
            if elements.index(of: .ruby, in: .normal) != nil { elements.generateImpliedEndTags(except: [.rtc]) }
        case .table:
            acceptsFrameset = false
            insert(tag)
            mode = .inTable
            return .html
        case .pre, .listing, .applet, .marquee, .object: acceptsFrameset = false
        default: break
        }
        return insert(tag)
    }

    private mutating func closeParagraph() {
        if elements.paragraphCount > 0 { elements.pop(.p, in: .button) }
    }

    private mutating func startForm(_ tag: Tag) -> Verdict {
        guard !hasForm || elements.templateCount > 0 else { return .ignored }
        closeParagraph()
        var form = OpenElements.Element(hash: tag.hash, name: .form)
        if elements.templateCount == 0 {
            hasForm = true
            form.isCurrentForm = true
        }
        elements.push(form)
        return .html
    }

    /// Processes the start tags that have rules of their own inside of a `select`.
    private mutating func startControl(_ tag: Tag) -> Verdict {
        let isInSelect = elements.selectCount > 0 && elements.index(of: .select, in: .normal) != nil
        switch tag.name {
        case .select:
            if isInSelect {
                elements.pop(.select, in: .normal)
                return .ignored
            }
            acceptsFrameset = false
            return insert(tag)
        case .input:
            if isInSelect { elements.pop(.select, in: .normal) }
            if !tag.isMarked { acceptsFrameset = false }
            return .html
        case .hr:
            if isInSelect { elements.generateImpliedEndTags() }
            acceptsFrameset = false
            return .html
        default:
            if isInSelect {
                elements.generateImpliedEndTags(except: tag.name == .option ? [.optgroup] : [])
            } else if elements.top?.isHTML(.option) == true {
                elements.pop()
            }
            return insert(tag)
        }
    }

    /// Closes the innermost open item of a list, unless another special element is inside of it.
    private mutating func closeItem(where isItem: (ElementName) -> Bool) {
        acceptsFrameset = false
        var index = elements.count - 1
        while index >= 0 {
            let element = elements[index]
            if element.space == .html, isItem(element.name) {
                elements.pop(to: index)
                break
            }
            let isTransparent = element.space == .html && [.address, .div, .p].contains(element.name)
            if element.isSpecial, !isTransparent { break }
            index -= 1
        }
        closeParagraph()
    }

    /// Closes an `a` that is open in the same table cell, object or template.
    private mutating func closeAnchor() {
        guard elements.anchorCount > 0 else { return }
        var index = elements.count - 1
        while index >= 0 {
            let element = elements[index]
            if element.isHTML(.a) { break }
            switch element.name {
            case .applet, .object, .marquee, .template, .td, .th, .caption: if element.space == .html { return }
            default: break
            }
            index -= 1
        }
        guard index >= 0 else { return }
        endFormatting(Tag(name: .a, hash: elements[index].hash))
        if index < elements.count, elements[index].isHTML(.a) { elements.remove(at: index) }
    }

    /// Processes an end tag.
    ///
    /// - Returns: False if it must be processed again in the new mode.
    mutating func endInBody(_ tag: Tag) -> Bool {
        switch tag.name {
        case .template: endTemplate()
        case .body, .html:
            guard elements.index(of: .body, in: .normal) != nil else { return true }
            mode = .afterBody
            return tag.name == .body
        case .form: endForm()
        case .p: closeParagraph()
        case .li: elements.pop(.li, in: .listItem)
        case .h1, .h2, .h3, .h4, .h5, .h6: elements.pop(in: .normal) { $0.name.isHeading }
        case .a, .b, .big, .code, .em, .font, .i, .nobr, .s, .small, .strike, .strong, .tt, .u: endFormatting(tag)
        case .br: acceptsFrameset = false
        case _ where tag.name.isBlock: elements.pop(tag.name, in: .normal)
        default: endOther(tag)
        }
        return true
    }

    private mutating func endForm() {
        guard elements.templateCount == 0 else {
            elements.pop(.form, in: .normal)
            return
        }
        hasForm = false
        guard let index = elements.index(in: .normal, where: { $0.isCurrentForm }) else {
            if let index = (0..<elements.count).first(where: { elements[$0].isCurrentForm }) {
                elements[index].isCurrentForm = false
            }
            return
        }
        elements.generateImpliedEndTags()
        if index < elements.count { elements.remove(at: index) }
    }

    /// Follows the rule "any other end tag".
    private mutating func endOther(_ tag: Tag) {
        var index = elements.count - 1
        while index >= 0 {
            let element = elements[index]
            if element.space == .html, element.name == tag.name, element.hash == tag.hash {
                return elements.pop(to: index)
            }
            if element.isSpecial { return }
            index -= 1
        }
    }

    /// Follows the adoption agency algorithm as far as it changes the stack.
    ///
    /// The element ends. If it contains special elements, these stay open, and the other elements inside the innermost
    /// one end.
    private mutating func endFormatting(_ tag: Tag) {
        guard tag.name == .a ? elements.anchorCount > 0 : elements.formattingCount > 0 else { return }
        var index = elements.count - 1
        var lastSpecial: Int?
        while index >= 0, !elements[index].isHTML(tag.name) {
            if lastSpecial == nil, elements[index].isSpecial { lastSpecial = index }
            index -= 1
        }
        guard index >= 0, elements.index(of: tag.name, in: .normal) == index else { return }
        guard let lastSpecial else { return elements.pop(to: index) }
        elements.pop(to: lastSpecial + 1)
        elements.remove(at: index)
    }
}

/// The insertion modes of tables and templates (HTML Standard, 13.2.6.4.9 to 13.2.6.4.16).
extension TreeConstruction {
    private static let tableContext: [ElementName] = [.table, .template, .html]
    private static let bodyContext: [ElementName] = [.tbody, .tfoot, .thead, .template, .html]
    private static let rowContext: [ElementName] = [.tr, .template, .html]

    /// Inserts an element in the table after closing everything inside of a context.
    private mutating func insert(_ tag: Tag, in context: [ElementName], _ next: Mode) -> Verdict {
        elements.clear(backTo: context)
        insert(tag)
        mode = next
        return .html
    }

    /// Inserts an element that the tag implies; the tag is processed again.
    private mutating func imply(_ name: ElementName, in context: [ElementName], _ next: Mode) -> Verdict? {
        elements.clear(backTo: context)
        insert(name)
        mode = next
        return nil
    }

    mutating func startInTable(_ tag: Tag) -> Verdict? {
        switch tag.name {
        case .caption: return insert(tag, in: Self.tableContext, .inCaption)
        case .colgroup: return insert(tag, in: Self.tableContext, .inColumnGroup)
        case .col: return imply(.colgroup, in: Self.tableContext, .inColumnGroup)
        case .tbody, .tfoot, .thead: return insert(tag, in: Self.tableContext, .inTableBody)
        case .td, .th, .tr: return imply(.tbody, in: Self.tableContext, .inTableBody)
        case .table:
            guard elements.pop(.table, in: .table) else { return .ignored }
            resetMode()
            return nil
        case .style, .script, .template: return startInHead(tag)
        case .input where tag.isMarked: return .html
        case .form:
            guard elements.templateCount == 0, !hasForm else { return .ignored }
            hasForm = true
            return .html
        // The element is inserted before the table.
        default: return startInBody(tag)
        }
    }

    mutating func endInTable(_ tag: Tag) -> Bool {
        switch tag.name {
        case .table:
            if elements.pop(.table, in: .table) { resetMode() }
        case .body, .caption, .col, .colgroup, .html, .tbody, .td, .tfoot, .th, .thead, .tr: break
        case .template: endTemplate()
        default: return endInBody(tag)
        }
        return true
    }

    mutating func startInCaption(_ tag: Tag) -> Verdict? {
        guard tag.name.isTablePart else { return startInBody(tag) }
        guard elements.pop(.caption, in: .table) else { return .ignored }
        mode = .inTable
        return nil
    }

    mutating func endInCaption(_ tag: Tag) -> Bool {
        switch tag.name {
        case .caption, .table:
            guard elements.pop(.caption, in: .table) else { return true }
            mode = .inTable
            return tag.name == .caption
        case .body, .col, .colgroup, .html, .tbody, .td, .tfoot, .th, .thead, .tr: return true
        default: return endInBody(tag)
        }
    }

    mutating func startInColumnGroup(_ tag: Tag) -> Verdict? {
        switch tag.name {
        case .html: return startInBody(tag)
        case .col: return .html
        case .template: return startInHead(tag)
        default:
            guard elements.top?.isHTML(.colgroup) == true else { return .ignored }
            elements.pop()
            mode = .inTable
            return nil
        }
    }

    mutating func endInColumnGroup(_ tag: Tag) -> Bool {
        switch tag.name {
        case .col: return true
        case .template: endTemplate()
        default:
            guard elements.top?.isHTML(.colgroup) == true else { return true }
            elements.pop()
            mode = .inTable
            return tag.name == .colgroup
        }
        return true
    }

    mutating func startInTableBody(_ tag: Tag) -> Verdict? {
        switch tag.name {
        case .tr: return insert(tag, in: Self.bodyContext, .inRow)
        case .th, .td: return imply(.tr, in: Self.bodyContext, .inRow)
        case .caption, .col, .colgroup, .tbody, .tfoot, .thead: return endTableBody() ? nil : .ignored
        default: return startInTable(tag)
        }
    }

    /// Closes the innermost group of rows.
    private mutating func endTableBody() -> Bool {
        guard elements.index(in: .table, where: { $0.name.isRowGroup }) != nil else { return false }
        elements.clear(backTo: Self.bodyContext)
        elements.pop()
        mode = .inTable
        return true
    }

    mutating func endInTableBody(_ tag: Tag) -> Bool {
        switch tag.name {
        case .tbody, .tfoot, .thead:
            if elements.index(of: tag.name, in: .table) != nil { _ = endTableBody() }
        case .table: return !endTableBody()
        case .body, .caption, .col, .colgroup, .html, .td, .th, .tr: break
        default: return endInTable(tag)
        }
        return true
    }

    mutating func startInRow(_ tag: Tag) -> Verdict? {
        switch tag.name {
        case .th, .td: return insert(tag, in: Self.rowContext, .inCell)
        case .caption, .col, .colgroup, .tbody, .tfoot, .thead, .tr: return endRow() ? nil : .ignored
        default: return startInTable(tag)
        }
    }

    private mutating func endRow() -> Bool {
        guard elements.index(of: .tr, in: .table) != nil else { return false }
        elements.clear(backTo: Self.rowContext)
        elements.pop()
        mode = .inTableBody
        return true
    }

    mutating func endInRow(_ tag: Tag) -> Bool {
        switch tag.name {
        case .tr: _ = endRow()
        case .table: return !endRow()
        case .tbody, .tfoot, .thead:
            guard elements.index(of: tag.name, in: .table) != nil else { return true }
            return !endRow()
        case .body, .caption, .col, .colgroup, .html, .td, .th: break
        default: return endInTable(tag)
        }
        return true
    }

    mutating func startInCell(_ tag: Tag) -> Verdict? {
        guard tag.name.isTablePart else { return startInBody(tag) }
        return endCell() ? nil : .ignored
    }

    private mutating func endCell() -> Bool {
        guard elements.pop(in: .table, where: { $0.name == .td || $0.name == .th }) else { return false }
        mode = .inRow
        return true
    }

    mutating func endInCell(_ tag: Tag) -> Bool {
        switch tag.name {
        case .td, .th:
            if elements.pop(tag.name, in: .table) { mode = .inRow }
        case .body, .caption, .col, .colgroup, .html: break
        case .table, .tbody, .tfoot, .thead, .tr:
            guard elements.index(of: tag.name, in: .table) != nil else { return true }
            return !endCell()
        default: return endInBody(tag)
        }
        return true
    }

    mutating func startInTemplate(_ tag: Tag) -> Verdict? {
        let next: Mode
        switch tag.name {
        case .base, .basefont, .bgsound, .link, .meta, .noframes, .script, .style, .template, .title:
            return startInHead(tag)
        case .caption, .colgroup, .tbody, .tfoot, .thead: next = .inTable
        case .col: next = .inColumnGroup
        case .tr: next = .inTableBody
        case .td, .th: next = .inRow
        default: next = .inBody
        }
        if !templateModes.isEmpty { templateModes[templateModes.count - 1] = next }
        mode = next
        return nil
    }

    mutating func endInTemplate(_ tag: Tag) -> Bool {
        if tag.name == .template { endTemplate() }
        return true
    }
}
