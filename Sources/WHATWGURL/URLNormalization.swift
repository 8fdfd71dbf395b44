/// A set of normalizations, after which equivalent URLs are equal.
///
/// They apply to a serialized URL (URL Standard, section 4.5). Its scheme and host are already in lower case, its dot
/// segments are resolved, and the default ports of special schemes are removed.
///
/// ```swift
/// let normalization: URLNormalization = [.fragment, .tracking]
/// if let url = WebURL("https://example.org/?id=7&utm_source=mail#top") {
///     print(normalization.apply(to: url).href)  // https://example.org/?id=7
/// }
/// ```
package struct URLNormalization: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Removes the fragment.
    package static let fragment = URLNormalization(rawValue: 1)
    /// Removes the tracking parameters, and the query if it is then empty.
    package static let tracking = URLNormalization(rawValue: 2)
    /// Removes the default ports of schemes for which the URL Standard defines none, such as 22 for ssh.
    static let ports = URLNormalization(rawValue: 4)
    /// Removes the user name and the password.
    package static let credentials = URLNormalization(rawValue: 8)
    /// Changes percent-encoding to upper case, and decodes letters, digits and `-._~` (RFC 3986, section 6.2.2).
    package static let encoding = URLNormalization(rawValue: 16)
    /// All normalizations.
    package static let all: URLNormalization = [.fragment, .tracking, .ports, .credentials, .encoding]

    /// The normalizations by their names in the user interface.
    package static let names: [(name: String, normalization: URLNormalization)] = [
        ("fragment", .fragment), ("tracking", .tracking), ("ports", .ports), ("credentials", .credentials),
        ("encoding", .encoding), ("all", .all),
    ]

    /// The default ports of schemes for which the URL Standard defines none (IANA's service name registry).
    private static let defaultPorts: [String: UInt16] = [
        "ftps": 990, "git": 9418, "gopher": 70, "imap": 143, "ipp": 631, "irc": 194, "ircs": 6697, "ldap": 389,
        "ldaps": 636, "nntp": 119, "redis": 6379, "rsync": 873, "rtmp": 1935, "rtsp": 554, "sftp": 22, "sip": 5060,
        "sips": 5061, "ssh": 22, "svn": 3690, "telnet": 23, "vnc": 5900,
    ]

    /// Returns the URL after these normalizations.
    ///
    /// - Parameter url: The URL to be normalized.
    /// - Returns: The normalized URL. Only the fragment is removed if the URL has an opaque path or no authority, or if
    ///   the result would not be a valid URL.
    package func apply(to url: WebURL) -> WebURL {
        if isEmpty { return url }
        let url = contains(.fragment) ? url.withoutFragment() : url
        guard !url.hasOpaquePath, let authority = authority(of: url) else { return url }
        var text = url.scheme + ":" + authority + encoded(url.path)
        if let query = query(of: url) { text += "?" + encoded(query) }
        if let fragment = url.fragment { text += "#" + encoded(fragment) }
        return text == url.href ? url : WebURL(text) ?? url
    }

    /// Returns the slashes and the authority of a URL.
    ///
    /// - Parameter url: A URL without an opaque path.
    /// - Returns: The text between the scheme's colon and the path. Nil if the URL has no authority, because its path
    ///   could then be parsed as one.
    private func authority(of url: WebURL) -> String? {
        guard url.href.utf8.dropFirst(url.scheme.utf8.count + 1).starts(with: "//".utf8) else { return nil }
        var text = "//"
        if !contains(.credentials), url.hasCredentials {
            text += url.username + (url.password.isEmpty ? "" : ":" + url.password) + "@"
        }
        let dropsPort = contains(.ports) && url.port != nil && url.port == Self.defaultPorts[url.scheme]
        return text + (dropsPort ? url.hostname : url.host)
    }

    private func query(of url: WebURL) -> String? {
        guard let query = url.query, contains(.tracking) else { return url.query }
        let kept = query.split(separator: "&").filter { !TrackingParameters.contain(parameter: $0) }
        return kept.isEmpty ? nil : kept.joined(separator: "&")
    }

    private func encoded(_ text: String) -> String {
        guard contains(.encoding), text.utf8.contains(UInt8(ascii: "%")) else { return text }
        var result: [UInt8] = []
        result.reserveCapacity(text.utf8.count)
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%"), rest.count >= 2 else {
                result.append(byte)
                continue
            }
            let sequence = [byte] + rest.prefix(2)
            let decoded = PercentEncoding.decode(sequence)
            guard decoded.count == 1 else {
                result.append(byte)
                continue
            }
            if Self.isUnreserved(decoded[0]) {
                result.append(decoded[0])
            } else {
                result += sequence.map { (0x61...0x66).contains($0) ? $0 - 0x20 : $0 }
            }
            rest = rest.dropFirst(2)
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
        default: false
        }
    }
}

/// The query parameters that only record the source of a visit.
private enum TrackingParameters {
    /// The names that analytics and mail services add, in lower case.
    private static let names: Set<String> = [
        "_ga", "_gl", "_hsenc", "_hsmi", "_openstat", "dclid", "fb_action_ids", "fb_action_types", "fb_ref",
        "fb_source", "fbclid", "gad_campaignid", "gad_source", "gbraid", "gclid", "gclsrc", "hsctatracking", "igsh",
        "igshid", "li_fat_id", "mc_cid", "mc_eid", "mkt_tok", "msclkid", "oly_anon_id", "oly_enc_id", "rb_clickid",
        "srsltid", "ttclid", "twclid", "vero_conv", "vero_id", "wbraid", "wickedid", "yclid", "ysclid",
    ]
    /// The prefixes of parameters of Urchin and Google Analytics, and of Matomo.
    private static let prefixes = ["utm_", "mtm_", "pk_"]

    /// Returns true if a parameter is a tracking parameter.
    ///
    /// - Parameter parameter: The part of a query between two ampersands, `name=value` or `name`.
    /// - Returns: True if its name is on the list or has one of the prefixes, ignoring case.
    package static func contain(parameter: some StringProtocol) -> Bool {
        let name = parameter.prefix { $0 != "=" }.lowercased()
        return names.contains(name) || prefixes.contains { name.hasPrefix($0) }
    }
}
