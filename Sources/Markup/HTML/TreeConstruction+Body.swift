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
