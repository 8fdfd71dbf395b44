import LinkHarvest

/// Tab-separated values: a header, then one link per line.
///
/// Tabs, line feeds, carriage returns and backslashes in values are written as `\t`, `\n`, `\r` and `\\`, which
/// PostgreSQL and MySQL can read. Every tab and line feed is therefore a separator. Absent and empty values are not
/// distinguished, the values of `rel` are joined with spaces, and a value with a NUL is omitted.
package struct TSVFormat: LinkFormat {
    package static let descriptor = LinkFormatDescriptor(
        name: "tsv", mediaType: "text/tab-separated-values; charset=utf-8", fileExtension: "tsv",
        contents: [.descriptions, .positions]
    ) { _ in TSVFormat() }

    /// Creates a writer for one output.
    package init() {}

    package func opening() -> [UInt8] {
        Array((LinkField.allCases.map(\.rawValue).joined(separator: "\t") + "\n").utf8)
    }

    package mutating func write(_ record: LinkRecord, into output: inout [UInt8]) -> LinkOmission? {
        for (index, field) in LinkField.allCases.enumerated() {
            if index > 0 { output.append(UInt8(ascii: "\t")) }
            append(field.value(of: record.link) ?? "", to: &output)
        }
        output.append(UInt8(ascii: "\n"))
        return nil
    }

    private func append(_ value: String, to output: inout [UInt8]) {
        guard !value.utf8.contains(0) else { return }
        for byte in value.utf8 {
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
