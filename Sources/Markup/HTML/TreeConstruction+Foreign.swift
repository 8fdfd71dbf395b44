/// The rules for SVG and MathML content (HTML Standard, 13.2.6 and 13.2.6.5).
extension TreeConstruction {
    /// Returns true if a start tag is processed by the rules of foreign content.
    func isForeign(_ tag: Tag, in current: OpenElements.Element) -> Bool {
        if current.holdsHTML { return false }
        if current.holdsText { return tag.name == .mglyph || tag.name == .malignmark }
        return !(current.space == .math && current.name == .annotationXML && tag.name == .svg)
    }

    mutating func startForeign(_ tag: Tag, in current: OpenElements.Element) -> Verdict {
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

    mutating func endForeign(_ tag: Tag) {
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
