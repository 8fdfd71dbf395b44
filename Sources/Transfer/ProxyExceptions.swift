#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The hosts that are contacted without a proxy of the environment.
///
/// libcurl reads proxies from the environment. The loopback interface, which a proxy on another machine cannot reach,
/// is added to the hosts in `no_proxy`.
enum ProxyExceptions {
    /// The value of CURLOPT_NOPROXY, a list separated by commas.
    static let value = list(exceptions: environment("no_proxy") ?? environment("NO_PROXY"))

    /// Returns the exceptions of the environment and the loopback interface; `*` exempts every host.
    static func list(exceptions: String?) -> String {
        let loopback = "localhost,127.0.0.1,::1"
        guard let exceptions, !exceptions.isEmpty else { return loopback }
        return exceptions == "*" ? exceptions : exceptions + "," + loopback
    }

    private static func environment(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }
}
