import WHATWGURL

/// A format of a list of downloads that can be imported.
package enum QueueImportFormat: String, Sendable, CaseIterable {
    /// An input file of aria2 (`aria2c -i`).
    case aria2
    /// Metalink 4 (RFC 5854).
    case metalink
    /// One URL per line; blank lines and lines that begin with `#` are ignored.
    case lines
    /// The queue's own JSON: an array of items, or one object per line.
    case json

    /// Detects the format of a list by its content.
    ///
    /// - Parameter bytes: The whole file, with or without a byte order mark.
    /// - Returns: The format; ``lines`` if no other format matches.
    package static func sniff(_ bytes: [UInt8]) -> QueueImportFormat {
        let text = bytes.starts(with: TextLines.mark) ? bytes.dropFirst(TextLines.mark.count) : bytes[...]
        switch text.first(where: { !TextLines.isBlank($0) && !TextLines.isEnd($0) }) {
        case UInt8(ascii: "<"): return .metalink
        case UInt8(ascii: "["), UInt8(ascii: "{"): return .json
        default: break
        }
        // In aria2's format, options are indented and have a value, and mirrors are separated by tabs.
        let isAria2 = TextLines(bytes).contains { line in
            line.isIndented ? line.text.contains("=") && WebURL(line.text) == nil : line.text.contains("\t")
        }
        return isAria2 ? .aria2 : .lines
    }

    /// Parses a list in this format.
    ///
    /// - Parameter bytes: The whole file; all formats except ``metalink`` require UTF-8.
    /// - Returns: The entries, and those that were rejected.
    package func read(_ bytes: [UInt8]) -> QueueImport {
        guard self == .metalink || String(validating: bytes, as: UTF8.self) != nil else {
            var result = QueueImport()
            result.reject("", line: 1, "not UTF-8 text")
            return result
        }
        return switch self {
        case .aria2: Aria2Import.read(bytes)
        case .metalink: MetalinkImport.read(bytes)
        case .lines: LinesImport.read(bytes)
        case .json: JSONImport.read(bytes)
        }
    }
}
