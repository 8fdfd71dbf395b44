package import LinkHarvest

/// One JSON object a line, with every field.
///
/// It carries everything.
package struct NDJSONFormat: LinkFormat {
    package static var name: String { LinkFormatName.ndjson.rawValue }

    /// Makes a writer for one output.
    package init() {}

    package mutating func write(_ link: HarvestedLink, into output: inout [UInt8]) -> LinkOmission? {
        JSONLink.append(link, to: &output)
        output.append(UInt8(ascii: "\n"))
        return nil
    }
}
