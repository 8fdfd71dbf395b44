import FileFormats
import LinkHarvest

/// CSV according to RFC 4180: a header and one record for each link.
///
/// Absent and empty values are not distinguished, the values of `rel` are joined with spaces, and a value with a NUL is
/// omitted. A value that a spreadsheet would evaluate as a formula, such as `=1+1`, is preceded by an apostrophe, since
/// it may come from a page.
package struct CSVFormat: LinkFormat {
    package static let descriptor = LinkFormatDescriptor(
        name: "csv", mediaType: "text/csv; charset=utf-8", fileExtension: "csv", contents: [.descriptions, .positions]
    ) { _ in CSVFormat() }

    /// Creates a writer for one output.
    package init() {}

    package func opening() -> [UInt8] {
        var output: [UInt8] = []
        CSVWriter.append(LinkField.allCases.map(\.rawValue), to: &output)
        return output
    }

    package mutating func write(_ record: LinkRecord, into output: inout [UInt8]) -> LinkOmission? {
        for (index, field) in LinkField.allCases.enumerated() {
            if index > 0 { output.append(CSVWriter.separator) }
            guard let value = field.value(of: record.link), !value.utf8.contains(0) else { continue }
            CSVWriter.append(field: value, to: &output)
        }
        CSVWriter.endRecord(in: &output)
        return nil
    }
}
