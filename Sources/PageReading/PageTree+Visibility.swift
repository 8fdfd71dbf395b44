extension PageTree {
    /// Returns true if markup hides an element, or if the reader can type in it.
    ///
    /// The root and the body are always read, because some pages show them by script.
    ///
    /// - Parameter number: The number of an element.
    /// - Returns: True if its text is not the page's.
    func isHidden(_ number: Int) -> Bool {
        let node = nodes[number]
        if node.name == "html" || node.name == "body" { return false }
        if BlockNames.isUnread(node.name) { return true }
        if node.attributes.isEmpty { return node.name == "dialog" }
        if let hidden = value(of: .hidden, at: number), hidden.lowercased() != "until-found" { return true }
        if node.name == "dialog", value(of: .open, at: number) == nil { return true }
        if let editable = value(of: .contenteditable, at: number), editable.lowercased() != "false" { return true }
        guard let style = value(of: .style, at: number) else { return false }
        return Self.hides(style)
    }

    /// Returns true if a `style` attribute hides its element.
    private static func hides(_ style: String) -> Bool {
        guard style.utf8.contains(UInt8(ascii: ":")) else { return false }
        return style.lowercased().split(separator: ";").contains { declaration in
            let parts = declaration.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { return false }
            let name = parts[0].filter { !$0.isWhitespace }
            let value = parts[1].filter { !$0.isWhitespace }.replacing("!important", with: "")
            return name == "display" && value == "none"
                || name == "visibility" && (value == "hidden" || value == "collapse")
        }
    }

    /// Returns true if a table contains data, as opposed to one that lays out a page; as in `js/copy/data-table.js`.
    ///
    /// - Parameter table: The number of a table.
    /// - Returns: True for rows of short cells in several columns.
    func isDataTable(_ table: Int) -> Bool {
        let role = value(of: .role, at: table)
        guard role != "presentation", role != "none" else { return false }
        let layout: Set<String> = [
            "table", "h1", "h2", "h3", "article", "section", "form", "blockquote", "pre", "nav", "iframe",
        ]
        guard first(below: table, where: { layout.contains(nodes[$0].name) }) == nil else { return false }
        let rows = rows(of: table)
        var columns = 0
        for row in rows.prefix(8) {
            let cells = children(of: row).filter { nodes[$0].name == "td" || nodes[$0].name == "th" }
            columns = max(columns, cells.count)
            // A longer cell is a column of a page.
            if cells.contains(where: { textLength(below: $0, limit: 1_500) > 1_500 }) { return false }
        }
        guard columns > 1 else { return false }
        return rows.count > 1 || first(below: table) { nodes[$0].name == "th" } != nil
    }

    private func rows(of table: Int) -> [Int] {
        var rows: [Int] = []
        for child in children(of: table) {
            switch nodes[child].name {
            case "tr": rows.append(child)
            case "tbody", "thead", "tfoot": rows += children(of: child).filter { nodes[$0].name == "tr" }
            default: break
            }
        }
        return rows
    }
}
