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
