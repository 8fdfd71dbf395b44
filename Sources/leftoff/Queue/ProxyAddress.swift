import WHATWGURL

/// The address of a proxy, as people write it.
enum ProxyAddress {
    /// What libcurl speaks to a proxy.
    private static let schemes: Set<String> = ["http", "https", "socks4", "socks4a", "socks5", "socks5h"]

    /// What a usage error asks for.
    static let form = "an address such as http://127.0.0.1:3128 or socks5://127.0.0.1:1080"

    /// Tells whether a text is such an address.
    ///
    /// - Parameter text: The address; http is meant where no scheme is named.
    /// - Returns: False for other schemes, and for what names no host.
    static func isOne(_ text: String) -> Bool {
        guard let url = WebURL(text.contains("://") ? text : "http://\(text)") else { return false }
        return schemes.contains(url.scheme) && !url.hostname.isEmpty
    }
}
