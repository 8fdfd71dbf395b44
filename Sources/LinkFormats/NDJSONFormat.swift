package import LinkHarvest

/// One JSON object per line, with all fields.
package struct NDJSONFormat: ByteLinkFormat {
    package static let descriptor = LinkFormatDescriptor(
        name: "ndjson", mediaType: "application/x-ndjson", fileExtension: "ndjson",
        contents: [.descriptions, .positions, .checkResults]
    ) { _ in NDJSONFormat() }

    /// Creates a writer for one output.
    package init() {}

    package var concurrentFormat: (any LinkFormat)? { self }

    package mutating func write(_ link: LinkBytes, check: LinkRecord.Check?, into output: inout [UInt8]) {
        JSONLink.append(link, check: check, to: &output)
        output.append(UInt8(ascii: "\n"))
    }
}
