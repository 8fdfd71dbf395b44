#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The hosts that are reached without the environment's proxies.
///
/// libcurl takes proxies from the environment. To those that `no_proxy` excepts we add the loopback interface, which a proxy
/// elsewhere cannot reach.
enum ProxyExceptions {
    /// The value for libcurl, a list with commas.
    static let value = list(exceptions: environment("no_proxy") ?? environment("NO_PROXY"))

    static func list(exceptions: String?) -> String {
        let loopback = "localhost,127.0.0.1,::1"
        guard let exceptions, !exceptions.isEmpty else { return loopback }
        return exceptions == "*" ? exceptions : exceptions + "," + loopback
    }

    private static func environment(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }
}
