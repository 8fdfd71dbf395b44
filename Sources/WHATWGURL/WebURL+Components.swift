extension WebURL {
    /// The scheme, in lower case, without its colon.
    package var scheme: String { slice(0, Int(layout.schemeEnd)) }

    /// The username, percent-encoded; empty if there is none.
    package var username: String {
        guard layout.hasAuthority else { return "" }
        return slice(Int(layout.schemeEnd) + 3, Int(layout.usernameEnd))
    }

    /// The password, percent-encoded; empty if there is none.
    package var password: String {
        // Between the username's end and the host there are ":", the password and "@".
        guard layout.hostStart > layout.usernameEnd + 1 else { return "" }
        return slice(Int(layout.usernameEnd) + 1, Int(layout.hostStart) - 1)
    }

    /// The serialised host without the port; empty if there is none.
    package var hostname: String { slice(Int(layout.hostStart), Int(layout.hostEnd)) }

    /// Parses a host that stands alone, such as `NAS.local`, `0x7f.1` or `[fd00::1]`.
    ///
    /// - Parameter text: The host without a port.
    /// - Returns: The host in the form of ``hostname``; nil if the text is anything else than a host.
    package static func hostname(ofHost text: String) -> String? {
        guard !text.isEmpty, !text.contains(where: { "/?#@\\".contains($0) }),
            text.hasPrefix("[") ? text.hasSuffix("]") : !text.contains(":"), let url = WebURL("http://\(text)/"),
            url.path == "/", url.href == "http://\(url.hostname)/"
        else { return nil }
        return url.hostname
    }

    /// The serialised host, followed by the port if that is not the scheme's default.
    package var host: String {
        guard layout.hasAuthority else { return "" }
        return slice(Int(layout.hostStart), Int(layout.authorityEnd))
    }

    /// The port; nil if it is absent or the scheme's default.
    package var port: UInt16? { layout.port }

    /// The serialised path, percent-encoded.
    package var path: String { slice(Int(layout.pathStart), layout.pathEnd(length: href.utf8.count)) }

    /// The query without its question mark; nil if there is none, and empty if the URL has only the `?`.
    package var query: String? {
        guard layout.queryStart != URLLayout.absent else { return nil }
        return slice(Int(layout.queryStart) + 1, layout.queryEnd(length: href.utf8.count))
    }

    /// The fragment without its number sign; nil if there is none, and empty if the URL has only the `#`.
    package var fragment: String? {
        guard layout.fragmentStart != URLLayout.absent else { return nil }
        return slice(Int(layout.fragmentStart) + 1, href.utf8.count)
    }

    /// True if the path is a single opaque string, as in `mailto:` and `data:`; such a URL cannot be a base.
    package var hasOpaquePath: Bool { layout.hasOpaquePath }

    /// True if the scheme is `http` or `https`.
    package var isHTTP: Bool { layout.scheme == .http || layout.scheme == .https }

    /// True if the scheme is special in the standard's sense: ftp, file, http, https, ws or wss.
    package var isSpecial: Bool { layout.scheme.isSpecial }

    /// The serialised origin (URL Standard, 4.7; HTML Standard, 7.1.1); `"null"` if it is opaque.
    package var origin: String {
        switch layout.scheme {
        case .http, .https, .ws, .wss, .ftp:
            return scheme + "://" + host
        case .file:
            return "null"
        case .other:
            guard scheme == "blob", let inner = WebURL(path), inner.isHTTP else { return "null" }
            return inner.origin
        }
    }

    /// Returns the URL without its fragment.
    package func withoutFragment() -> WebURL {
        guard layout.fragmentStart != URLLayout.absent else { return self }
        var shorter = layout
        shorter.fragmentStart = URLLayout.absent
        return WebURL(href: slice(0, Int(layout.fragmentStart)), layout: shorter)
    }

    /// True if the URL has a user name or a password.
    package var hasCredentials: Bool { !username.isEmpty || !password.isEmpty }

    /// Returns the URL without its user name and password.
    package func withoutCredentials() -> WebURL {
        guard hasCredentials else { return self }
        let start = layout.schemeEnd + 3
        let removed = layout.hostStart - start
        var shorter = layout
        shorter.usernameEnd = start
        shorter.hostStart = start
        shorter.hostEnd -= removed
        shorter.authorityEnd -= removed
        shorter.pathStart -= removed
        if shorter.queryStart != URLLayout.absent { shorter.queryStart -= removed }
        if shorter.fragmentStart != URLLayout.absent { shorter.fragmentStart -= removed }
        return WebURL(
            href: slice(0, Int(start)) + slice(Int(layout.hostStart), href.utf8.count), layout: shorter)
    }

    private func slice(_ start: Int, _ end: Int) -> String {
        let bytes = href.utf8
        let lower = bytes.index(bytes.startIndex, offsetBy: start)
        let upper = bytes.index(lower, offsetBy: end - start)
        return String(href[lower..<upper])
    }
}
