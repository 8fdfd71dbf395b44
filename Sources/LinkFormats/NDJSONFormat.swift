package import LinkHarvest
import WHATWGURL

/// One JSON object a line, with every field.
///
/// It carries everything.
package struct NDJSONFormat: LinkFormat {
    package static var name: LinkFormatName { .ndjson }
    package static var carriesInvalidLinks: Bool { true }

    /// Makes a writer for one output.
    package init() {}

    package mutating func write(_ link: HarvestedLink, into output: inout [UInt8]) {
        JSONLink.append(link, to: &output)
        output.append(UInt8(ascii: "\n"))
    }
}
