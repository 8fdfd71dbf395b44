package import LinkHarvest

/// One JSON array of the objects that ``NDJSONFormat`` writes, one object per line.
package struct JSONFormat: ByteLinkFormat {
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

    package var concurrentFormat: (any LinkFormat)? {
        var format = self
        format.isEmpty = false
        return format
    }

    package mutating func join(_ links: inout [UInt8]) {
        // No comma comes before the first link of the output.
        if isEmpty { links.removeFirst() }
        isEmpty = false
    }

    package mutating func write(_ link: LinkBytes, check: LinkRecord.Check?, into output: inout [UInt8]) {
        output.append(contentsOf: (isEmpty ? "\n" : ",\n").utf8)
        isEmpty = false
        JSONLink.append(link, check: check, to: &output)
    }

    package func closing() -> [UInt8] {
        Array((isEmpty ? "]\n" : "\n]\n").utf8)
    }
}
