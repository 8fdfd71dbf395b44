import LinkHarvest

/// CSV according to RFC 4180: a header and records that end with CR LF.
///
/// Absent and empty values are not distinguished, the values of `rel` are joined with spaces, and a value with a NUL is
/// omitted. Other values are unchanged. A text from a page may start with `=`, `+`, `-` or `@`, which a spreadsheet
/// reads as a formula, so the columns should be imported as text.
package struct CSVFormat: LinkFormat {
    package static let descriptor = LinkFormatDescriptor(
        name: "csv", mediaType: "text/csv; charset=utf-8", fileExtension: "csv", contents: [.descriptions, .positions]
    ) { _ in CSVFormat() }

    /// Creates a writer for one output.
    package init() {}

    package func opening() -> [UInt8] {
        Array((LinkField.allCases.map(\.rawValue).joined(separator: ",") + "\r\n").utf8)
    }

    package mutating func write(_ record: LinkRecord, into output: inout [UInt8]) -> LinkOmission? {
        for (index, field) in LinkField.allCases.enumerated() {
            if index > 0 { output.append(UInt8(ascii: ",")) }
            append(field.value(of: record.link) ?? "", to: &output)
        }
        output.append(contentsOf: "\r\n".utf8)
        return nil
    }

    private func append(_ field: String, to output: inout [UInt8]) {
        var needsQuotes = false
        for byte in field.utf8 {
            switch byte {
            case 0: return
            case UInt8(ascii: ","), UInt8(ascii: "\""), 0x0A, 0x0D: needsQuotes = true
            default: break
            }
        }
        guard needsQuotes else {
            output.append(contentsOf: field.utf8)
            return
        }
        output.append(UInt8(ascii: "\""))
        for byte in field.utf8 {
            if byte == UInt8(ascii: "\"") { output.append(byte) }
            output.append(byte)
        }
        output.append(UInt8(ascii: "\""))
    }
}
