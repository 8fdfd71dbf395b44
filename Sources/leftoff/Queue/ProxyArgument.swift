import WHATWGURL

/// The value of `--proxy`.
enum ProxyArgument {
    /// The schemes of proxies that libcurl supports.
    private static let schemes: Set<String> = ["http", "https", "socks4", "socks4a", "socks5", "socks5h"]

    /// A description of a valid value, for usage errors.
    static let expectedForm = "an address such as http://127.0.0.1:3128 or socks5://127.0.0.1:1080"

    /// Returns true if a text is the address of a proxy.
    ///
    /// - Parameter text: The value of the option; if it has no scheme, http is assumed.
    /// - Returns: False for an unsupported scheme or a missing host.
    static func isValid(_ text: String) -> Bool {
        guard let url = WebURL(text.contains("://") ? text : "http://\(text)") else { return false }
        return schemes.contains(url.scheme) && !url.hostname.isEmpty
    }
}
