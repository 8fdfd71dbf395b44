package import LinkHarvest

/// Tab-separated values: a header, then one link per line.
///
/// Tabs, line feeds, carriage returns and backslashes in values are written as `\t`, `\n`, `\r` and `\\`, which
/// PostgreSQL and MySQL can read. Every tab and line feed is therefore a separator. Absent and empty values are not
/// distinguished, the values of `rel` are joined with spaces, and a value with a NUL is omitted.
package struct TSVFormat: ByteLinkFormat {
    package static let descriptor = LinkFormatDescriptor(
        name: "tsv", mediaType: "text/tab-separated-values; charset=utf-8", fileExtension: "tsv",
        contents: [.descriptions, .positions]
    ) { _ in TSVFormat() }

    /// Creates a writer for one output.
    package init() {}

    package func opening() -> [UInt8] {
        Array((LinkField.names.joined(separator: "\t") + "\n").utf8)
    }

    package var concurrentFormat: (any LinkFormat)? { self }

    package mutating func write(_ link: LinkBytes, check: LinkRecord.Check?, into output: inout [UInt8]) {
        for (index, field) in LinkField.allCases.enumerated() {
            if index > 0 { output.append(UInt8(ascii: "\t")) }
            switch field.value(of: link) {
            case .text(let text): append(text, to: &output)
            case .number(let number):
                output.appendRecord(upTo: RecordWriter.maximumNumberLength) { $0.append(number) }
            case .absent: break
            }
        }
        output.append(UInt8(ascii: "\n"))
    }

    private func append(_ value: LinkBytes.Text, to output: inout [UInt8]) {
        var isPlain = true
        for byte in value where byte <= 0x0D || byte == UInt8(ascii: "\\") {
            if byte == 0 { return }
            isPlain = false
        }
        guard !isPlain else { return output.append(contentsOf: value) }
        for byte in value {
            switch byte {
            case 0x09: output.append(contentsOf: "\\t".utf8)
            case 0x0A: output.append(contentsOf: "\\n".utf8)
            case 0x0D: output.append(contentsOf: "\\r".utf8)
            case UInt8(ascii: "\\"): output.append(contentsOf: "\\\\".utf8)
            default: output.append(byte)
            }
        }
    }
}
