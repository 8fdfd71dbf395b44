import Syntax

/// The rules of HTTP caching for a private cache (RFC 9111), as pure functions of header fields.
enum CachePolicy {
    /// The status codes that are heuristically cacheable (RFC 9110, section 15.1), except partial content.
    private static let heuristicallyCacheable: Set<Int> = [200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501]

    /// The maximum heuristic freshness lifetime in seconds: even a page that has not changed for years may change
    /// tomorrow.
    private static let maximumHeuristicLifetime: Int64 = 86_400

    /// The number of seconds that replaces a number that overflows (section 1.2.2 demands at least 2^31).
    private static let longest: Int64 = 1 << 40

    /// Returns the directives of Cache-Control with their values; names are in lower case.
    ///
    /// If a directive is repeated, the first one counts. An invalid number counts as stale (section 4.2.1).
    static func directives(of fields: [HeaderField]) -> [String: String] {
        var directives: [String: String] = [:]
        for field in fields where field.isNamed("Cache-Control") {
            for part in split(field.value) {
                let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                let name = String(pair[0]).trimmingBlanks().lowercased()
                let value = pair.count > 1 ? unquoted(String(pair[1]).trimmingBlanks()) : ""
                if !name.isEmpty, directives[name] == nil { directives[name] = value }
            }
        }
        // Pragma, the directive of HTTP/1.0 (section 5.4).
        if directives.isEmpty,
            fields.contains(where: { $0.isNamed("Pragma") && $0.value.lowercased().contains("no-cache") })
        {
            directives["no-cache"] = ""
        }
        return directives
    }

    /// Returns true if a response to GET may be stored (section 3).
    static func isStorable(status: Int, fields: [HeaderField], requestFields: [HeaderField]) -> Bool {
        guard status >= 200, ![206, 304].contains(status) else { return false }
        let directives = directives(of: fields)
        guard directives["no-store"] == nil, Self.directives(of: requestFields)["no-store"] == nil else { return false }
        // A stored redirect would no longer set its cookie, and its target may redirect back until the cookie comes.
        if (300..<400).contains(status), fields.contains(where: { $0.isNamed("Set-Cookie") }) { return false }
        if fields.contains(where: { $0.isNamed("Vary") && $0.value.contains("*") }) { return false }
        let isExplicit =
            directives["max-age"] != nil || directives["private"] != nil || directives["public"] != nil
            || fields.contains { $0.isNamed("Expires") }
        guard isExplicit || heuristicallyCacheable.contains(status) else { return false }
        // A response that is never fresh and has no validator would never be used.
        return lifetime(status: status, fields: fields) > 0 || !conditions(of: fields).isEmpty
    }

    /// Returns the freshness lifetime of a response in seconds (section 4.2.1).
    static func lifetime(status: Int, fields: [HeaderField]) -> Int64 {
        let directives = directives(of: fields)
        // An invalid lifetime counts as stale.
        if let age = directives["max-age"] { return seconds(age) ?? 0 }
        let date = time("Date", in: fields)
        if let expires = fields["Expires"] {
            guard let end = HTTPDate.secondsSince1970(expires), let date else { return 0 }
            return max(0, min(end - date, longest))
        }
        guard heuristicallyCacheable.contains(status) || directives["public"] != nil,
            let date, let modified = time("Last-Modified", in: fields), modified <= date
        else { return 0 }
        // A tenth of the time since the last change (section 4.2.2).
        return min((date - modified) / 10, maximumHeuristicLifetime)
    }

    /// Returns the age of a response in seconds (section 4.2.3).
    static func age(fields: [HeaderField], requestTime: Int64, responseTime: Int64, now: Int64) -> Int64 {
        let apparent = max(0, responseTime - (time("Date", in: fields) ?? responseTime))
        let announced = fields["Age"].flatMap { seconds(String($0.prefix { $0 != "," }).trimmingBlanks()) } ?? 0
        let corrected = max(apparent, announced + max(0, responseTime - requestTime))
        return corrected + max(0, now - responseTime)
    }

    /// Returns the header fields of a conditional request for a stored response (section 4.3.1).
    static func conditions(of fields: [HeaderField]) -> [HeaderField] {
        var conditions: [HeaderField] = []
        if let tag = fields["ETag"] { conditions.append(HeaderField(name: "If-None-Match", value: tag)) }
        if let date = fields["Last-Modified"], HTTPDate.secondsSince1970(date) != nil {
            conditions.append(HeaderField(name: "If-Modified-Since", value: date))
        }
        return conditions
    }

    /// Returns the request fields that Vary names, with their values in the request (section 4.1).
    static func selecting(_ fields: [HeaderField], requestFields: [HeaderField]) -> [HeaderField] {
        let names = fields.filter { $0.isNamed("Vary") }.flatMap { split($0.value) }
            .map { $0.trimmingBlanks().lowercased() }
        return Set(names).sorted().filter { !$0.isEmpty }.map { name in
            let values = requestFields.filter { $0.isNamed(name) }.map { $0.value.trimmingBlanks() }
            return HeaderField(name: name, value: values.joined(separator: ","))
        }
    }

    /// Returns the fields of a stored response, updated with those of a 304 response (section 3.2).
    static func updated(_ fields: [HeaderField], with new: [HeaderField]) -> [HeaderField] {
        // These fields describe the stored body.
        let kept = [
            "Content-Encoding", "Content-Length", "Content-Range", "Content-Type", "Transfer-Encoding", "Connection",
            "Keep-Alive", "Trailer", "Upgrade",
        ]
        let replacing = new.filter { field in !kept.contains(where: field.isNamed) }
        return fields.filter { field in !replacing.contains { $0.isNamed(field.name) } } + replacing
    }

    // MARK: Values

    private static func time(_ name: String, in fields: [HeaderField]) -> Int64? {
        fields[name].flatMap { HTTPDate.secondsSince1970($0) }
    }

    private static func seconds(_ text: String) -> Int64? {
        guard ASCII.isDigits(text) else { return nil }
        return min(Int64(text) ?? longest, longest)
    }

    /// Splits a list at the commas outside of quoted strings.
    private static func split(_ text: String) -> [String] {
        var parts = [""]
        var isQuoted = false
        var isEscaped = false
        for character in text {
            if character == ",", !isQuoted {
                parts.append("")
                continue
            }
            if character == "\"", !isEscaped { isQuoted.toggle() }
            isEscaped = isQuoted && character == "\\" && !isEscaped
            parts[parts.count - 1].append(character)
        }
        return parts
    }

    private static func unquoted(_ text: String) -> String {
        text.count >= 2 && text.first == "\"" && text.last == "\"" ? String(text.dropFirst().dropLast()) : text
    }
}
