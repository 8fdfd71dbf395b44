package import LinkHarvest
import WHATWGURL

/// One JSON array of the objects that ``NDJSONFormat`` writes, one a line.
///
/// It carries everything.
package struct JSONFormat: LinkFormat {
    package static var name: LinkFormatName { .json }
    package static var carriesInvalidLinks: Bool { true }

    private var isEmpty = true

    /// Makes a writer for one output.
    package init() {}

    package func opening() -> [UInt8] {
        Array("[".utf8)
    }

    package mutating func write(_ link: HarvestedLink, into output: inout [UInt8]) {
        output.append(contentsOf: (isEmpty ? "\n" : ",\n").utf8)
        isEmpty = false
        JSONLink.append(link, to: &output)
    }

    package func closing() -> [UInt8] {
        Array((isEmpty ? "]\n" : "\n]\n").utf8)
    }
}
