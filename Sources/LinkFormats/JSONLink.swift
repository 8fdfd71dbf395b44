import LinkHarvest
import WHATWGURL

/// Writes a link as a JSON object (RFC 8259), always with the same keys in the same order.
enum JSONLink {
    /// Appends a link's object, without a line break.
    static func append(_ link: HarvestedLink, to output: inout [UInt8]) {
        field("{\"url\":", link.url?.href, to: &output)
        field(",\"raw\":", link.raw, to: &output)
        field(",\"element\":", link.element, to: &output)
        field(",\"attribute\":", link.attribute, to: &output)
        field(",\"kind\":", link.kind.rawValue, to: &output)
        field(",\"text\":", link.text, to: &output)
        field(",\"title\":", link.title, to: &output)
        output.append(contentsOf: ",\"rel\":[".utf8)
        for (index, relation) in link.rel.enumerated() {
            field(index == 0 ? "" : ",", relation, to: &output)
        }
        field("],\"type\":", link.type, to: &output)
        field(",\"hreflang\":", link.hreflang, to: &output)
        field(",\"download\":", link.download, to: &output)
        output.append(contentsOf: ",\"line\":\(link.line),\"column\":\(link.column),\"byte\":\(link.byte)".utf8)
        field(",\"source\":", link.source, to: &output)
        output.append(UInt8(ascii: "}"))
    }

    private static func field(_ key: StaticString, _ value: String?, to output: inout [UInt8]) {
        output.append(contentsOf: UnsafeBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount))
        guard var value else {
            output.append(contentsOf: "null".utf8)
            return
        }
        output.append(UInt8(ascii: "\""))
        value.withUTF8 { bytes in
            var start = 0
            for (index, byte) in bytes.enumerated()
            where byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0x7F {
                output.append(contentsOf: bytes[start..<index])
                start = index + 1
                escape(byte, to: &output)
            }
            output.append(contentsOf: bytes[start...])
        }
        output.append(UInt8(ascii: "\""))
    }

    private static func escape(_ byte: UInt8, to output: inout [UInt8]) {
        output.append(UInt8(ascii: "\\"))
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): output.append(byte)
        case 0x08: output.append(UInt8(ascii: "b"))
        case 0x09: output.append(UInt8(ascii: "t"))
        case 0x0A: output.append(UInt8(ascii: "n"))
        case 0x0C: output.append(UInt8(ascii: "f"))
        case 0x0D: output.append(UInt8(ascii: "r"))
        default:
            // DEL needs no escape in JSON, but terminals act on it.
            let digits = Array("0123456789abcdef".utf8)
            output.append(contentsOf: "u00".utf8)
            output.append(digits[Int(byte >> 4)])
            output.append(digits[Int(byte & 0xF)])
        }
    }
}
