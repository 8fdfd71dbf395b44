/// One JSON array of the objects that ``NDJSONFormat`` writes, one object per line.
package struct JSONFormat: LinkFormat {
    package static let descriptor = LinkFormatDescriptor(
        name: "json", mediaType: "application/json", fileExtension: "json",
        contents: [.descriptions, .positions, .checkResults]
    ) { _ in JSONFormat() }

    private var isEmpty = true

    /// Creates a writer for one output.
    package init() {}

    package func opening() -> [UInt8] {
        Array("[".utf8)
    }

    package mutating func write(_ record: LinkRecord, into output: inout [UInt8]) -> LinkOmission? {
        output.append(contentsOf: (isEmpty ? "\n" : ",\n").utf8)
        isEmpty = false
        JSONLink.append(record, to: &output)
        return nil
    }

    package func closing() -> [UInt8] {
        Array((isEmpty ? "]\n" : "\n]\n").utf8)
    }
}
