package import JSON

extension TextCopy {
    /// The JSON object of the copy, as documented in `docs/copies.md`.
    package var json: JSONValue {
        var members: [String: JSONValue] = [
            "schema": .number(Double(Self.currentSchema)), "url": .string(url), "blocks": .array(blocks.map(\.json)),
        ]
        for (key, value) in [("title", title), ("byline", byline), ("lang", language), ("dir", direction)] {
            if let value { members[key] = .string(value) }
        }
        return .object(members)
    }
}

extension CopyBlock {
    /// The JSON object of the block.
    fileprivate var json: JSONValue {
        var members: [String: JSONValue] = ["kind": .string(kindName)]
        switch kind {
        case .heading(let level):
            members["level"] = .number(Double(level))
        case .item(let isOrdered, let depth):
            members["ordered"] = .bool(isOrdered)
            members["depth"] = .number(Double(depth))
        case .paragraph, .quote, .code:
            break
        case .table:
            members["rows"] = .array(rows.map { .array($0.map(\.json)) })
            return .object(members)
        case .image:
            if let image { members.merge(image.members) { _, new in new } }
            return .object(members)
        }
        members["runs"] = .array(runs.map(\.json))
        return .object(members)
    }

    private var kindName: String {
        switch kind {
        case .heading: "heading"
        case .paragraph: "paragraph"
        case .item: "item"
        case .quote: "quote"
        case .code: "code"
        case .table: "table"
        case .image: "image"
        }
    }
}

extension CopyRun {
    /// The JSON of the run: a string if it has neither a link nor a style.
    fileprivate var json: JSONValue {
        guard link != nil || style != nil else { return .string(text) }
        var members: [String: JSONValue] = ["text": .string(text)]
        if let link { members["href"] = .string(link) }
        if let style { members["style"] = .string(style.rawValue) }
        return .object(members)
    }
}

extension CopyCell {
    /// The JSON object of the cell.
    fileprivate var json: JSONValue {
        var members: [String: JSONValue] = ["runs": .array(runs.map(\.json))]
        if isHeader { members["header"] = .bool(true) }
        return .object(members)
    }
}

extension CopyImage {
    /// The members of the image in the JSON object of its block.
    fileprivate var members: [String: JSONValue] {
        var members: [String: JSONValue] = ["alt": .string(alternativeText)]
        if let source { members["src"] = .string(source) }
        if let width { members["width"] = .number(Double(width)) }
        if let height { members["height"] = .number(Double(height)) }
        return members
    }
}
