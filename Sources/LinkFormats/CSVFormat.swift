package import LinkHarvest
import WHATWGURL

/// CSV by RFC 4180: a header, records ended by CR LF, fields in quotation marks where they need them.
///
/// It can't tell an absent value from an empty one, and joins `rel` by spaces. Values are written as they are. A
/// spreadsheet that opens the file takes a field that starts with `=`, `+`, `-` or `@` for a formula, and such a text
/// may come from a page: import the columns as text.
package struct CSVFormat: LinkFormat {
    package static var name: LinkFormatName { .csv }
    package static var carriesInvalidLinks: Bool { true }

    /// Makes a writer for one output.
    package init() {}

    package func opening() -> [UInt8] {
        let header = "url,raw,element,attribute,kind,text,title,rel,type,hreflang,download,line,column,byte,source\r\n"
        return Array(header.utf8)
    }

    package mutating func write(_ link: HarvestedLink, into output: inout [UInt8]) {
        let fields: [String?] = [
            link.url?.href, link.raw, link.element, link.attribute, link.kind.rawValue, link.text, link.title,
            link.rel.joined(separator: " "), link.type, link.hreflang, link.download, String(link.line),
            String(link.column), String(link.byte), link.source,
        ]
        for (index, field) in fields.enumerated() {
            if index > 0 { output.append(UInt8(ascii: ",")) }
            append(field ?? "", to: &output)
        }
        output.append(contentsOf: "\r\n".utf8)
    }

    private func append(_ field: String, to output: inout [UInt8]) {
        let needsQuotes = field.utf8.contains {
            $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") || $0 == 0x0A || $0 == 0x0D
        }
        guard needsQuotes else {
            output.append(contentsOf: field.utf8)
            return
        }
        output.append(UInt8(ascii: "\""))
        for byte in field.utf8 {
            if byte == UInt8(ascii: "\"") { output.append(byte) }
            output.append(byte)
        }
        output.append(UInt8(ascii: "\""))
    }
}
