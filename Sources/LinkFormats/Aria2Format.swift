package import LinkHarvest

/// An input file for `aria2c -i`: each address on a line, each once, followed by its options on indented lines.
///
/// Only http, https and ftp addresses, without their fragments. `referer` is what a browser would send; `out` is the
/// name that the page proposes by `download`, if it is a plain file name. Other fields are not carried.
package struct Aria2Format: LinkFormat {
    package static var name: LinkFormatName { .aria2 }

    private var seen: Set<String> = []

    /// Makes a writer for one output.
    package init() {}

    package mutating func write(_ link: HarvestedLink, into output: inout [UInt8]) {
        guard let address = DownloadAddress(link), seen.insert(address.href).inserted else { return }
        output.append(contentsOf: "\(address.href)\n".utf8)
        if let referer = address.referer(from: link.source), Self.isOneLine(referer) {
            output.append(contentsOf: "  referer=\(referer)\n".utf8)
        }
        if let name = link.download, Self.isFileName(name) {
            output.append(contentsOf: "  out=\(name)\n".utf8)
        }
    }

    private static func isOneLine(_ value: String) -> Bool {
        !value.unicodeScalars.contains { $0.value < 0x20 || 0x7F...0x9F ~= $0.value }
    }

    /// Whether a name proposed by a page can be taken as it is: one path component that hides nothing and fits into a
    /// directory.
    private static func isFileName(_ name: String) -> Bool {
        let scalars = name.unicodeScalars
        guard let first = scalars.first, let last = scalars.last, name.utf8.count <= 255, isOneLine(name) else {
            return false
        }
        guard first != ".", first != "-", first != "~", !first.properties.isWhitespace, !last.properties.isWhitespace
        else {
            return false
        }
        // Marks that turn the reading direction can make a name look like another.
        return !scalars.contains {
            $0 == "/" || $0 == "\\" || $0 == ":" || $0.properties.generalCategory == .format
                || $0.properties.generalCategory == .lineSeparator
                || $0.properties.generalCategory == .paragraphSeparator
        }
    }
}
