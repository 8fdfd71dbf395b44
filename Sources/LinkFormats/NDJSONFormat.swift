/// One JSON object per line, with all fields.
package struct NDJSONFormat: LinkFormat {
    package static let descriptor = LinkFormatDescriptor(
        name: "ndjson", mediaType: "application/x-ndjson", fileExtension: "ndjson",
        contents: [.descriptions, .positions, .checkResults]
    ) { _ in NDJSONFormat() }

    /// Creates a writer for one output.
    package init() {}

    package mutating func write(_ record: LinkRecord, into output: inout [UInt8]) -> LinkOmission? {
        JSONLink.append(record, to: &output)
        output.append(UInt8(ascii: "\n"))
        return nil
    }
}
