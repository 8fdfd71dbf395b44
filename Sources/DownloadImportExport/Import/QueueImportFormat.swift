import WHATWGURL

/// The formats from which downloads can be read.
package enum QueueImportFormat: String, Sendable, CaseIterable {
    /// An input file of aria2 (`aria2c -i`).
    case aria2
    /// Metalink 4 (RFC 5854).
    case metalink
    /// One address a line; blank lines and those that begin with `#` are left out.
    case lines
    /// The queue's own JSON, an array or one object a line.
    case json

    /// Tells a list's format by its content.
    ///
    /// - Parameter bytes: The list.
    /// - Returns: The format; ``lines`` for what is none of the others.
    package static func sniff(_ bytes: [UInt8]) -> QueueImportFormat {
        let text = bytes.starts(with: TextLines.mark) ? bytes.dropFirst(TextLines.mark.count) : bytes[...]
        switch text.first(where: { !TextLines.isBlank($0) && !TextLines.isEnd($0) }) {
        case UInt8(ascii: "<"): return .metalink
        case UInt8(ascii: "["), UInt8(ascii: "{"): return .json
        default: break
        }
        // Options of aria2 are indented and have a value; mirrors have a tab between them.
        let isAria2 = TextLines(bytes).contains { line in
            line.isIndented ? line.text.contains("=") && WebURL(line.text) == nil : line.text.contains("\t")
        }
        return isAria2 ? .aria2 : .lines
    }

    /// Reads a list.
    ///
    /// - Parameters:
    ///   - bytes: The list.
    ///   - defaults: What applies where it says nothing else.
    /// - Returns: The downloads, and what was refused.
    package func read(_ bytes: [UInt8], defaults: QueueImport.Defaults) -> QueueImport {
        guard self == .metalink || String(validating: bytes, as: UTF8.self) != nil else {
            var result = QueueImport()
            result.refuse("", line: 1, "not UTF-8 text")
            return result
        }
        return switch self {
        case .aria2: Aria2Import.read(bytes, defaults: defaults)
        case .metalink: MetalinkImport.read(bytes, defaults: defaults)
        case .lines: LinesImport.read(bytes, defaults: defaults)
        case .json: JSONImport.read(bytes, defaults: defaults)
        }
    }
}
