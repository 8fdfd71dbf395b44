package import LinkHarvest
import WHATWGURL

/// One resolved address a line, each address once in the whole output.
///
/// It leaves out every other field, and links that are no addresses. Fragments are kept: they are links to different
/// places. An address has no line breaks, so that every line is one link.
package struct LinesFormat: LinkFormat {
    package static var name: LinkFormatName { .lines }

    private var seen: Set<String> = []

    /// Makes a writer for one output.
    package init() {}

    package mutating func write(_ link: HarvestedLink, into output: inout [UInt8]) {
        guard let address = link.url?.href, seen.insert(address).inserted else { return }
        output.append(contentsOf: address.utf8)
        output.append(UInt8(ascii: "\n"))
    }
}
