import FileFormats
import LinkHarvest
import Syntax

/// CSV according to RFC 4180: a header and one record for each link.
///
/// Absent and empty values are not distinguished, and the values of `rel` are joined with spaces. A value that a
/// spreadsheet would evaluate as a formula, such as `=1+1`, is preceded by an apostrophe, since it may come from a
/// page. Characters that a terminal obeys or hides become U+FFFD (``CSVWriter``).
struct CSVFormat: LinkFormat {
    package static let descriptor = LinkFormatDescriptor(
        name: "csv", mediaType: "text/csv; charset=utf-8", fileExtension: "csv", contents: [.descriptions, .positions]
    ) { _ in CSVFormat() }

    private init() {}

    package func opening() -> [UInt8] {
        var output: [UInt8] = []
        CSVWriter.append(LinkField.names, to: &output)
        return output
    }

    package var concurrentFormat: (any LinkFormat)? { self }

    package mutating func write(
        _ link: LinkBytes, check: CheckedLink.Check?, into output: inout [UInt8]
    ) -> LinkOmission? {
        for (index, field) in LinkField.allCases.enumerated() {
            if index > 0 { output.append(CSVWriter.separator) }
            field.append(of: link, to: &output) { CSVWriter.append(utf8: $0, to: &$1) }
        }
        CSVWriter.endRecord(in: &output)
        return nil
    }
}

/// Tab-separated values: a header, then one link per line.
///
/// Tabs, line feeds, carriage returns and backslashes in values are written as `\t`, `\n`, `\r` and `\\`, which
/// PostgreSQL and MySQL can read. Every tab and line feed is therefore a separator. Absent and empty values are not
/// distinguished, and the values of `rel` are joined with spaces. A value that a spreadsheet would evaluate as a
/// formula is preceded by an apostrophe, as in ``CSVFormat``. Characters that a terminal obeys or hides become U+FFFD
/// (``/Syntax/VisibleText/cellText(_:)``).
struct TSVFormat: LinkFormat {
    package static let descriptor = LinkFormatDescriptor(
        name: "tsv", mediaType: "text/tab-separated-values; charset=utf-8", fileExtension: "tsv",
        contents: [.descriptions, .positions]
    ) { _ in TSVFormat() }

    private init() {}

    package func opening() -> [UInt8] {
        Array((LinkField.names.joined(separator: "\t") + "\n").utf8)
    }

    package var concurrentFormat: (any LinkFormat)? { self }

    package mutating func write(
        _ link: LinkBytes, check: CheckedLink.Check?, into output: inout [UInt8]
    ) -> LinkOmission? {
        for (index, field) in LinkField.allCases.enumerated() {
            if index > 0 { output.append(UInt8(ascii: "\t")) }
            field.append(of: link, to: &output) { append($0, to: &$1) }
        }
        output.append(UInt8(ascii: "\n"))
        return nil
    }

    private func append(_ value: LinkBytes.Text, to output: inout [UInt8]) {
        if FormulaGuard.isNeeded(for: value) { output.append(UInt8(ascii: "'")) }
        guard value.contains(where: { $0 <= 0x0D || $0 == UInt8(ascii: "\\") }) else {
            return VisibleText.append(value, to: &output, replacing: VisibleText.cellText)
        }
        var escaped: [UInt8] = []
        for byte in value {
            switch byte {
            case 0x09: escaped.append(contentsOf: "\\t".utf8)
            case 0x0A: escaped.append(contentsOf: "\\n".utf8)
            case 0x0D: escaped.append(contentsOf: "\\r".utf8)
            case UInt8(ascii: "\\"): escaped.append(contentsOf: "\\\\".utf8)
            default: escaped.append(byte)
            }
        }
        escaped.withUnsafeBufferPointer { VisibleText.append($0, to: &output, replacing: VisibleText.cellText) }
    }
}
