package import LinkHarvest

/// An input file for `wget -i`: one address a line, each once.
///
/// Only http, https and ftp addresses, without their fragments: a server never sees those. It carries no names and no
/// referers.
package struct WgetFormat: LinkFormat {
    package static var name: LinkFormatName { .wget }

    private var seen: Set<String> = []

    /// Makes a writer for one output.
    package init() {}

    package mutating func write(_ link: HarvestedLink, into output: inout [UInt8]) {
        guard let address = DownloadAddress(link)?.href, seen.insert(address).inserted else { return }
        output.append(contentsOf: address.utf8)
        output.append(UInt8(ascii: "\n"))
    }
}
