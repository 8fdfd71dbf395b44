import Crawling
import LinkFormats
import Transfer
import WHATWGURL

/// Adds what a check found to a link that was written.
enum CheckedLinkText {
    /// Tells whether a format has room for what a check found.
    ///
    /// - Parameter format: The format.
    /// - Returns: True for `ndjson`, `json` and `lines`.
    static func isShown(in format: LinkFormatChoice) -> Bool {
        [.named(.ndjson), .named(.json), .named(.lines)].contains(format)
    }

    /// Adds to the formats that have room for it: two keys to a JSON object, a field after a tab to a line.
    ///
    /// - Parameters:
    ///   - checked: What was found; nil for a link that cannot be checked, such as `mailto:`.
    ///   - format: The format.
    ///   - start: Where the link begins in the output; nothing is added where the format left the link out.
    ///   - output: The bytes written so far.
    static func add(_ checked: CheckedLink?, format: LinkFormatChoice, from start: Int, to output: inout [UInt8]) {
        guard output.count > start else { return }
        switch format {
        case .named(.ndjson), .named(.json):
            guard let brace = output.lastIndex(of: UInt8(ascii: "}")), brace >= start else { return }
            let rest = Array(output[brace...])
            output.removeSubrange(brace...)
            append(checked, to: &output)
            output += rest
        case .named(.lines):
            guard output.last == UInt8(ascii: "\n") else { return }
            output.removeLast()
            output += "\t\(word(for: checked))\n".utf8
        default: break
        }
    }

    /// One word for a finding.
    ///
    /// - Parameter checked: What was found.
    /// - Returns: The status, `broken-fragment`, `failed`, or `-` for what is not checked.
    static func word(for checked: CheckedLink?) -> String {
        guard let checked else { return "-" }
        if checked.hasFragment == false { return "broken-fragment" }
        return checked.status.map { "\($0)" } ?? "failed"
    }

    /// What is wrong with a broken link, for people.
    ///
    /// - Parameter checked: What was found.
    /// - Returns: The reason without the address.
    static func complaint(about checked: CheckedLink) -> String {
        if let error = checked.error { return error }
        if checked.hasFragment == false { return "the page has no place of this name" }
        return "HTTP \(checked.status ?? 0)"
    }

    private static func append(_ checked: CheckedLink?, to output: inout [UInt8]) {
        let status = checked?.status.map { "\($0)" } ?? "null"
        output += ",\"status\":\(status),\"checked\":".utf8
        guard let checked else { return output += "null".utf8 }
        output += "{\"status\":\(status),\"finalURL\":".utf8
        JSONLiteral.append(checked.finalURL?.href, to: &output)
        output += ",\"redirects\":[".utf8
        for (index, hop) in checked.hops.enumerated() {
            output += "\(index == 0 ? "" : ","){\"url\":".utf8
            JSONLiteral.append(hop.url.href, to: &output)
            output += ",\"status\":\(hop.status)}".utf8
        }
        output += "],\"error\":".utf8
        JSONLiteral.append(checked.error, to: &output)
        output += ",\"fragment\":\(checked.hasFragment.map { "\($0)" } ?? "null")}".utf8
    }
}
