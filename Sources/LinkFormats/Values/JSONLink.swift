import JSON
import LinkHarvest
import WHATWGURL

/// A writer of links as JSON objects (RFC 8259), always with the same keys in the same order.
enum JSONLink {
    /// Appends a link's object, without a line break.
    ///
    /// - Parameters:
    ///   - record: The link, and its check if one was requested.
    ///   - output: Receives the bytes of the object.
    static func append(_ record: LinkRecord, to output: inout [UInt8]) {
        appendFields(record.link, to: &output)
        if let check = record.check { append(check, to: &output) }
        output.append(UInt8(ascii: "}"))
    }

    /// Appends a link's object with `dropped` as its last field, without a line break.
    ///
    /// - Parameters:
    ///   - link: The excluded link.
    ///   - filter: The option that excluded the link.
    ///   - reason: The reason, as a phrase.
    ///   - output: Receives the bytes of the object.
    static func append(_ link: HarvestedLink, excludedBy filter: String, reason: String, to output: inout [UInt8]) {
        appendFields(link, to: &output)
        field(",\"dropped\":{\"by\":", filter, to: &output)
        field(",\"why\":", reason, to: &output)
        output.append(contentsOf: "}}".utf8)
    }

    /// Appends the two fields of a check.
    private static func append(_ check: LinkRecord.Check, to output: inout [UInt8]) {
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

    private static func appendFields(_ link: HarvestedLink, to output: inout [UInt8]) {
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
    }

    private static func field(_ key: StaticString, _ value: String?, to output: inout [UInt8]) {
        output.append(contentsOf: UnsafeBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount))
        JSONString.append(value, to: &output)
    }
}
