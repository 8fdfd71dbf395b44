import FileFormats
package import LinkHarvest

/// CSV according to RFC 4180: a header and one record for each link.
///
/// Absent and empty values are not distinguished, and the values of `rel` are joined with spaces. A value that a
/// spreadsheet would evaluate as a formula, such as `=1+1`, is preceded by an apostrophe, since it may come from a
/// page. Characters that a terminal obeys or hides become U+FFFD (``CSVWriter``).
package struct CSVFormat: ByteLinkFormat {
    package static let descriptor = LinkFormatDescriptor(
        name: "csv", mediaType: "text/csv; charset=utf-8", fileExtension: "csv", contents: [.descriptions, .positions]
    ) { _ in CSVFormat() }

    /// Creates a writer for one output.
    package init() {}

    package func opening() -> [UInt8] {
        var output: [UInt8] = []
        CSVWriter.append(LinkField.names, to: &output)
        return output
    }

    package var concurrentFormat: (any LinkFormat)? { self }

    package mutating func write(_ link: LinkBytes, check: LinkRecord.Check?, into output: inout [UInt8]) {
        for (index, field) in LinkField.allCases.enumerated() {
            if index > 0 { output.append(CSVWriter.separator) }
            switch field.value(of: link) {
            case .text(let text): CSVWriter.append(utf8: text, to: &output)
            case .number(let number):
                output.appendRecord(upTo: RecordWriter.maximumNumberLength) { $0.append(number) }
            case .absent: break
            }
        }
        CSVWriter.endRecord(in: &output)
    }
}
