package import LinkHarvest
import Syntax
import WHATWGURL

/// One JSON array of the objects that ``NDJSONFormat`` writes, one object per line.
package struct JSONFormat: LinkFormat {
    package static let descriptor = LinkFormatDescriptor(
        name: "json", mediaType: "application/json", fileExtension: "json",
        contents: [.descriptions, .positions, .checkResults]
    ) { _ in JSONFormat() }

    private var isEmpty = true

    private init() {}

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

    package mutating func write(
        _ link: LinkBytes, check: CheckedLink.Check?, into output: inout [UInt8]
    ) -> LinkOmission? {
        output.append(contentsOf: (isEmpty ? "\n" : ",\n").utf8)
        isEmpty = false
        JSONLink.append(link, check: check, to: &output)
        return nil
    }

    package func closing() -> [UInt8] {
        Array((isEmpty ? "]\n" : "\n]\n").utf8)
    }
}

/// One JSON object per line, with all fields.
struct NDJSONFormat: LinkFormat {
    package static let descriptor = LinkFormatDescriptor(
        name: "ndjson", mediaType: "application/x-ndjson", fileExtension: "ndjson",
        contents: [.descriptions, .positions, .checkResults]
    ) { _ in NDJSONFormat() }

    private init() {}

    package var concurrentFormat: (any LinkFormat)? { self }

    package mutating func write(
        _ link: LinkBytes, check: CheckedLink.Check?, into output: inout [UInt8]
    ) -> LinkOmission? {
        JSONLink.append(link, check: check, to: &output)
        output.append(UInt8(ascii: "\n"))
        return nil
    }
}

extension LinkExclusion {
    /// Returns an excluded link as one line of JSON.
    ///
    /// The line is the object of ``NDJSONFormat`` with an additional last field, `dropped`. It contains the cause
    /// (`by`) and the reason (`why`).
    ///
    /// - Returns: The line without a line break, in ASCII, so that any terminal can show it.
    package func line(of link: HarvestedLink) -> String {
        var bytes: [UInt8] = []
        link.withBytes { JSONLink.append($0, excludedBy: self, to: &bytes) }
        let text = String(decoding: bytes, as: UTF8.self)
        return text.utf8.allSatisfy { $0 < 0x80 } ? text : Self.escapedToASCII(text)
    }

    /// Returns the text with every UTF-16 code unit outside ASCII as a JSON escape (RFC 8259, section 7).
    private static func escapedToASCII(_ text: String) -> String {
        var ascii = ""
        for unit in text.utf16 {
            if unit < 0x80 {
                ascii.unicodeScalars.append(Unicode.Scalar(UInt8(unit)))
            } else {
                let digits = String(unit, radix: 16)
                ascii += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
        }
        return ascii
    }
}

/// A writer of links as JSON objects (RFC 8259), always with the same keys in the same order.
///
/// Links of a web archive also have `warc` and `record_offset`.
private enum JSONLink {
    /// The length of all keys and punctuation, with some to spare, in bytes.
    private static let fixedLength = 512

    /// Appends a link's object, without a line break.
    ///
    /// - Parameters:
    ///   - link: The link's properties in valid UTF-8.
    ///   - check: The link's check; nil if none was requested.
    ///   - output: Receives the bytes of the object.
    static func append(_ link: LinkBytes, check: CheckedLink.Check?, to output: inout [UInt8]) {
        appendFields(link, to: &output)
        if let check { append(check, to: &output) }
        output.append(UInt8(ascii: "}"))
    }

    /// Appends a link's object with `dropped` as its last field, without a line break.
    static func append(_ link: LinkBytes, excludedBy exclusion: LinkExclusion, to output: inout [UInt8]) {
        appendFields(link, to: &output)
        field(",\"dropped\":{\"by\":", exclusion.cause, to: &output)
        field(",\"why\":", exclusion.reason, to: &output)
        output.append(contentsOf: "}}".utf8)
    }

    /// Appends the two fields of a check.
    private static func append(_ check: CheckedLink.Check, to output: inout [UInt8]) {
        guard case .result(let result) = check else {
            output.append(contentsOf: ",\"status\":null,\"checked\":null".utf8)
            return
        }
        let status = result.status.map { "\($0)" } ?? "null"
        output.append(contentsOf: ",\"status\":\(status),\"checked\":{\"status\":\(status)".utf8)
        field(",\"finalURL\":", result.finalURL?.href, to: &output)
        output.append(contentsOf: ",\"redirects\":[".utf8)
        for (index, redirect) in result.redirects.enumerated() {
            field(index == 0 ? "{\"url\":" : ",{\"url\":", redirect.url.href, to: &output)
            output.append(contentsOf: ",\"status\":\(redirect.status)}".utf8)
        }
        field("],\"error\":", result.error, to: &output)
        output.append(contentsOf: ",\"fragment\":\(result.hasFragment.map { "\($0)" } ?? "null")}".utf8)
    }

    private static func appendFields(_ link: LinkBytes, to output: inout [UInt8]) {
        // A single byte of `rel` can be a token with two quotation marks and a comma.
        let maximum = fixedLength + JSONString.maximumLength(ofByteCount: link.byteCount) + 4 * (link.rel?.count ?? 0)
        output.appendRecord(upTo: maximum) { record in
            record.append("{\"url\":")
            record.append(json: link.url)
            record.append(",\"raw\":")
            record.append(json: link.raw)
            record.append(",\"element\":")
            record.append(json: link.element)
            record.append(",\"attribute\":")
            record.append(json: link.attribute)
            record.append(",\"kind\":")
            record.append(json: link.kind)
            record.append(",\"text\":")
            record.append(json: link.text)
            record.append(",\"title\":")
            record.append(json: link.title)
            record.append(",\"rel\":[")
            if let rel = link.rel { append(tokens: rel, to: &record) }
            record.append("],\"type\":")
            record.append(json: link.type)
            record.append(",\"hreflang\":")
            record.append(json: link.hreflang)
            record.append(",\"download\":")
            record.append(json: link.download)
            record.append(",\"line\":")
            record.append(link.line)
            record.append(",\"column\":")
            record.append(link.column)
            record.append(",\"byte\":")
            record.append(link.byte)
            record.append(",\"source\":")
            record.append(json: link.source)
            guard let archive = link.archive else { return }
            record.append(",\"warc\":")
            record.append(json: archive)
            record.append(",\"record_offset\":")
            record.append(link.recordOffset)
        }
    }

    private static func append(tokens: LinkBytes.Text, to record: inout RecordWriter) {
        var start = 0
        for index in 0...tokens.count where index == tokens.count || tokens[index] == UInt8(ascii: " ") {
            if index > start {
                if start > 0 { record.append(UInt8(ascii: ",")) }
                record.append(json: LinkBytes.Text(rebasing: tokens[start..<index]))
            }
            start = index + 1
        }
    }

    private static func field(_ key: StaticString, _ value: String?, to output: inout [UInt8]) {
        output.append(contentsOf: UnsafeBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount))
        JSONString.append(value, to: &output)
    }
}
