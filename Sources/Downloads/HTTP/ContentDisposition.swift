import DownloadQueue
import Fetching
package import FileFormats
import Syntax
package import WHATWGURL

/// A parser of the file name in a Content-Disposition field (RFC 6266).
package enum ContentDisposition {
    /// Returns the file name as the server sent it, which must be sanitized with ``FileName`` before it is used.
    ///
    /// - Parameter value: The field value.
    /// - Returns: `filename*` if it can be decoded (RFC 8187), otherwise `filename`, otherwise nil.
    package static func fileName(_ value: String) -> String? {
        var plain: String?
        var extended: String?
        for (name, text) in parameters(value.streamSafe) {
            switch name {
            // Like browsers, uses the first of several parameters with the same name.
            case "filename" where plain == nil: plain = text
            case "filename*" where extended == nil: extended = decode(text)
            default: break
            }
        }
        return extended ?? plain
    }

    /// Returns true if a response has the disposition `attachment` (RFC 6266, section 4.2).
    static func isAttachment(_ head: ResponseHead) -> Bool {
        guard let value = head["Content-Disposition"]?.streamSafe else { return false }
        return String(value.prefix { $0 != ";" }).trimmingBlanks().lowercased() == "attachment"
    }

    /// Returns the parameters with lowercase names, and quoted strings unescaped.
    private static func parameters(_ value: String) -> [(name: String, text: String)] {
        var result: [(String, String)] = []
        var rest = Substring(value)
        // The disposition type may be missing, in which case the field begins with a parameter.
        if let first = rest.firstIndex(of: ";"), !rest[..<first].contains("=") { rest = rest[first...].dropFirst() }
        while !rest.isEmpty {
            rest = rest.drop { $0 == " " || $0 == "\t" || $0 == ";" }
            let name = rest.prefix { $0 != "=" && $0 != ";" }
            rest = rest.dropFirst(name.count)
            guard rest.first == "=" else { continue }
            rest = rest.dropFirst().drop { $0 == " " || $0 == "\t" }
            var text = ""
            if rest.first == "\"" {
                rest = rest.dropFirst()
                while let character = rest.first, character != "\"" {
                    rest = rest.dropFirst()
                    if character == "\\", let escaped = rest.first {
                        text.append(escaped)
                        rest = rest.dropFirst()
                    } else {
                        text.append(character)
                    }
                }
                rest = rest.drop { $0 != ";" }
            } else {
                text = String(rest.prefix { $0 != ";" })
                rest = rest.dropFirst(text.count)
            }
            result.append((String(name).trimmingBlanks().lowercased(), text.trimmingBlanks()))
        }
        return result
    }

    /// Decodes `charset'language'value` (RFC 8187, section 3.2).
    private static func decode(_ text: String) -> String? {
        let parts = text.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let bytes = percentDecoded(parts[2]) else { return nil }
        switch parts[0].lowercased() {
        case "utf-8": return String(validating: bytes, as: UTF8.self)?.streamSafe
        case "iso-8859-1": return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        default: return nil
        }
    }

    private static func percentDecoded(_ text: Substring) -> [UInt8]? {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let digits = String(rest.prefix(2)), digits.utf8.count == 2, digits.first != "+", digits.first != "-",
                let decoded = UInt8(digits, radix: 16)
            else { return nil }
            bytes.append(decoded)
            rest = rest.dropFirst(2)
        }
        return bytes
    }
}

extension FileName {
    /// Returns the name for a downloaded file.
    ///
    /// - Parameters:
    ///   - chosen: The name that the user chose; nil for none.
    ///   - disposition: The value of the response's Content-Disposition; nil without one.
    ///   - suggested: The value of the link's `download` attribute; nil without one.
    ///   - url: The requested URL.
    ///   - final: The URL that responded, after redirects; nil before the response.
    ///   - isPage: False if the response is declared to be something other than an HTML page.
    /// - Returns: A safe base name: the first of the first three that yields one, otherwise the name in the path of the
    ///   requested URL, unless it names no file and that of the URL that responded does, otherwise `index.html` or
    ///   `download`.
    package static func choose(
        chosen: String?, disposition: String?, suggested: String? = nil, url: WebURL, final: WebURL? = nil,
        isPage: Bool = true
    ) -> String {
        if let name = chosen.flatMap(Self.chosen) { return name }
        if let name = disposition.flatMap(ContentDisposition.fileName).flatMap(safe) { return name }
        if let name = suggested.flatMap(safe) { return name }
        let (requested, responded) = (inPath(of: url), final.flatMap(inPath))
        guard let requested else { return responded ?? (isPage ? "index.html" : "download") }
        guard let responded, fileFormat(requested) == nil else { return requested }
        // `get.php` leads to `a.zip`, and `dl` to `report.html`, but `main.c` to an object without a name of its own.
        let isBetter =
            fileFormat(responded) != nil || fileExtension(requested) == nil && fileExtension(responded) != nil
        return isBetter ? responded : requested
    }
}

extension QueueItem {
    /// Returns the safe name that the file should have, even if the name is in use.
    ///
    /// - Parameter head: The head of the response, which may contain a name; nil if there is none yet.
    /// - Returns: The name.
    func preferredName(_ head: ResponseHead? = nil) -> String {
        FileName.choose(
            chosen: name, disposition: head?["Content-Disposition"], suggested: request.suggestedName, url: url,
            final: head?.url, isPage: head.map { PageGuard.isPage($0) || $0["Content-Type"] == nil } ?? true)
    }
}
