package import Syntax
import WHATWGURL

/// A reader of text copies, which counts their runs and cells.
struct TextCopyReader {
    private var runCount = 0

    /// Reads a copy from the members of its JSON object.
    ///
    /// - Throws: ``CopyError``.
    mutating func copy(_ fields: CopyFields) throws(CopyError) -> TextCopy {
        let url = try fields.address()
        guard let values = fields["blocks"]?.array else {
            throw .invalidValue(
                key: "blocks", expected: "an array", found: fields["blocks"]?.kindName ?? "absent")
        }
        guard values.count <= TextCopy.maximumBlockCount else {
            throw .tooMany(parts: "blocks", limit: TextCopy.maximumBlockCount)
        }
        var blocks: [CopyBlock] = []
        blocks.reserveCapacity(values.count)
        for (index, value) in values.enumerated() {
            if let block = try block(value, index: index) { blocks.append(block) }
        }
        let direction = try fields.text("dir")
        return TextCopy(
            url: url, title: try fields.text("title"), byline: try fields.text("byline"),
            language: try fields.text("lang"),
            direction: direction == "ltr" || direction == "rtl" ? direction : nil, blocks: blocks)
    }

    /// Reads a block; nil if it is empty.
    private mutating func block(_ value: JSONValue, index: Int) throws(CopyError) -> CopyBlock? {
        guard case .object = value else {
            throw .invalidValue(key: "blocks[\(index)]", expected: "an object", found: value.kindName)
        }
        let name = try value.member("kind", \.string, expected: "a string")
        // Each key is checked, also those that belong to another kind of block.
        let kind = try kind(name, of: value)
        let image = try image(value)
        let rows = try rows(value, key: "blocks[\(index)].rows")
        let runs = try runs(value, key: "blocks[\(index)].runs", keepsLines: kind == .code)
        switch name {
        case "image": return image.map(CopyBlock.init(image:))
        case "table": return rows.contains { $0.contains { !$0.runs.isEmpty } } ? CopyBlock(rows: rows) : nil
        default: return Self.hasText(runs) ? CopyBlock(kind: kind, runs: runs) : nil
        }
    }

    private func kind(_ name: String?, of value: JSONValue) throws(CopyError) -> CopyBlock.Kind {
        let level = try value.member("level", \.clampedInteger, expected: "a whole number")
        let isOrdered = try value.member("ordered", \.bool, expected: "a boolean")
        let depth = try value.member("depth", \.clampedInteger, expected: "a whole number")
        return switch name {
        case "heading": .heading(level: min(max(level ?? 2, 1), 6))
        case "item": .item(isOrdered: isOrdered ?? false, depth: min(max(depth ?? 1, 1), TextCopy.maximumListDepth))
        case "quote": .quote
        case "code": .code
        default: .paragraph
        }
    }

    private mutating func rows(_ value: JSONValue, key: String) throws(CopyError) -> [[CopyCell]] {
        let rows = try value.member("rows", \.array, expected: "an array") ?? []
        var result: [[CopyCell]] = []
        for row in rows {
            guard let cells = row.array else {
                throw .invalidValue(key: key, expected: "an array of arrays", found: row.kindName)
            }
            var copied: [CopyCell] = []
            try count(1)
            for cell in cells {
                try count(1)
                guard case .object = cell else {
                    throw .invalidValue(key: key, expected: "cells that are objects", found: cell.kindName)
                }
                let runs = try runs(cell, key: key, keepsLines: false)
                let isHeader = try cell.member("header", \.bool, expected: "a boolean") ?? false
                let columns = try cell.member("columns", \.clampedInteger, expected: "a whole number") ?? 1
                let covered = try cell.member("rows", \.clampedInteger, expected: "a whole number") ?? 1
                copied.append(
                    CopyCell(
                        runs: Self.hasText(runs) ? runs : [], isHeader: isHeader, columns: columns, rows: covered))
            }
            result.append(copied)
        }
        return result
    }

    /// Returns the runs of a block or of a cell.
    private mutating func runs(
        _ value: JSONValue, key: String, keepsLines: Bool
    ) throws(CopyError) -> [CopyRun] {
        let elements = try value.member("runs", \.array, expected: "an array") ?? []
        try count(elements.count)
        var runs: [CopyRun] = []
        runs.reserveCapacity(elements.count)
        for element in elements {
            guard let text = element.string ?? element["text"]?.string else {
                throw .invalidValue(key: key, expected: "strings and objects with a text", found: element.kindName)
            }
            let link = try element.member("href", \.string, expected: "a string")
            let style = try element.member("style", \.string, expected: "a string")
            let copied = keepsLines ? CollapsedText.lines(text) : CollapsedText.collapsed(text)
            if copied.isEmpty { continue }
            runs.append(
                CopyRun(
                    text: copied, link: link.flatMap(Self.link), style: style.flatMap(CopyRun.Style.init(rawValue:))))
        }
        return runs
    }

    private mutating func count(_ number: Int) throws(CopyError) {
        runCount += number
        guard runCount <= TextCopy.maximumRunCount else {
            throw .tooMany(parts: "runs and cells", limit: TextCopy.maximumRunCount)
        }
    }

    private func image(_ value: JSONValue) throws(CopyError) -> CopyImage? {
        let address = try value.member("src", \.string, expected: "a string")
        let source = address.flatMap { WebURL($0) }.flatMap { $0.isHTTP ? $0.withoutCredentials().href : nil }
        let text = CollapsedText.trimmed(try value.member("alt", \.string, expected: "a string") ?? "")
        let width = try Self.length("width", of: value)
        let height = try Self.length("height", of: value)
        guard source != nil || !text.isEmpty else { return nil }
        return CopyImage(source: source, alternativeText: text, width: width, height: height)
    }

    /// Returns a length in CSS px; nil if it is not from 1 to 100,000.
    private static func length(_ key: String, of value: JSONValue) throws(CopyError) -> Int? {
        guard let number = try value.member(key, \.number, expected: "a number"), number >= 1, number <= 100_000
        else { return nil }
        return Int(clamping: number, to: 1...100_000)
    }

    private static func link(_ text: String) -> String? {
        guard let url = WebURL(text), url.isHTTP || url.scheme == "mailto" else { return nil }
        return url.withoutCredentials().href
    }

    private static func hasText(_ runs: [CopyRun]) -> Bool {
        runs.contains { !CollapsedText.trimmed($0.text).isEmpty }
    }
}

extension JSONValue {
    /// The number as an integer, or the nearest one if it is out of range; nil for a fraction and any other value.
    fileprivate var clampedInteger: Int? {
        guard let number, number == number.rounded() else { return nil }
        return Int(exactly: number) ?? (number < 0 ? .min : .max)
    }

    /// Returns the value of an optional key; nil if it is missing or null.
    ///
    /// - Throws: ``CopyError/invalidValue(key:expected:found:)`` if the value has another type.
    fileprivate func member<Value>(
        _ key: String, _ type: KeyPath<JSONValue, Value?>, expected: String
    ) throws(CopyError) -> Value? {
        guard let member = self[key], !member.isNull else { return nil }
        guard let value = member[keyPath: type] else {
            throw .invalidValue(key: key, expected: expected, found: member.kindName)
        }
        return value
    }
}

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
        if columns > 1 { members["columns"] = .number(Double(columns)) }
        if rows > 1 { members["rows"] = .number(Double(rows)) }
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
