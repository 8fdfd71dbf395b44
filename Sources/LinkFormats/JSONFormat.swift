package import LinkHarvest

/// One JSON array of the objects that ``NDJSONFormat`` writes, one a line.
///
/// It carries everything.
package struct JSONFormat: LinkFormat {
    package static var name: String { LinkFormatName.json.rawValue }

    private var isEmpty = true

    /// Makes a writer for one output.
    package init() {}

    package func opening() -> [UInt8] {
        Array("[".utf8)
    }

    package mutating func write(_ link: HarvestedLink, into output: inout [UInt8]) -> LinkOmission? {
        output.append(contentsOf: (isEmpty ? "\n" : ",\n").utf8)
        isEmpty = false
        JSONLink.append(link, to: &output)
        return nil
    }

    package func closing() -> [UInt8] {
        Array((isEmpty ? "]\n" : "\n]\n").utf8)
    }
}
