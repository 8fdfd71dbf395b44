import Glibc
import WHATWGURL

/// The proxies that the environment names, as libcurl finds them (libcurl-env, CURLOPT_NOPROXY).
///
/// libcurl itself applies them. They are read here only for the targets of redirects, whose addresses cannot be checked
/// if a proxy resolves their names.
struct EnvironmentProxy: Sendable {
    fileprivate let value: @Sendable (String) -> String?

    /// The proxies of the process's environment.
    static let current = EnvironmentProxy { name in getenv(name).map { String(cString: $0) } }

    /// Creates a reader of an environment.
    ///
    /// - Parameter value: Returns the value of a variable; nil if it is not set.
    init(value: @escaping @Sendable (String) -> String?) {
        self.value = value
    }

    /// Returns the URL of the proxy for a URL; nil if it is requested directly.
    ///
    /// - Parameters:
    ///   - url: The URL, http or https.
    ///   - exceptions: The hosts without a proxy, as CURLOPT_NOPROXY lists them.
    /// - Returns: The value of the variable that applies.
    func proxy(for url: WebURL, exceptions: String) -> String? {
        // HTTP_PROXY in upper case is not read: in a CGI program, a request's field `Proxy` sets it.
        let names = url.scheme == "https" ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy"]
        guard let proxy = (names + ["all_proxy", "ALL_PROXY"]).lazy.compactMap({ nonEmpty($0) }).first else {
            return nil
        }
        return Self.exempts(url.hostname, exceptions) ? nil : proxy
    }

    private func nonEmpty(_ name: String) -> String? {
        value(name).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Returns true if a list of hosts without a proxy contains a host.
    ///
    /// A network such as `10.0.0.0/8` matches nothing here. Its addresses are private and would be refused anyway.
    private static func exempts(_ host: String, _ exceptions: String) -> Bool {
        if exceptions == "*" { return true }
        let host = trimmed(host.lowercased()[...])
        return exceptions.lowercased().split { $0 == "," || $0 == " " }.contains { entry in
            var name = trimmed(entry)
            if name.hasPrefix(".") { name = name.dropFirst() }
            return !name.isEmpty && (host == name || host.hasSuffix("." + name))
        }
    }

    /// Removes the brackets of an IPv6 address, and the dot at the end of a name.
    private static func trimmed(_ host: Substring) -> Substring {
        if host.hasPrefix("["), host.hasSuffix("]") { return host.dropFirst().dropLast() }
        return host.hasSuffix(".") ? host.dropLast() : host
    }
}

/// The hosts that are contacted without a proxy of the environment.
///
/// libcurl reads proxies from the environment. The loopback interface, which a proxy on another machine cannot reach,
/// is added to the hosts in `no_proxy`.
enum ProxyExceptions {
    /// The value of CURLOPT_NOPROXY, a list separated by commas.
    static let value = list(
        exceptions: EnvironmentProxy.current.value("no_proxy") ?? EnvironmentProxy.current.value("NO_PROXY"))

    /// Returns the exceptions of the environment and the loopback interface; `*` exempts every host.
    static func list(exceptions: String?) -> String {
        let loopback = "localhost,127.0.0.1,::1"
        guard let exceptions, !exceptions.isEmpty else { return loopback }
        return exceptions == "*" ? exceptions : exceptions + "," + loopback
    }
}
