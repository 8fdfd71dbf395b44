/// The options that all transfers of an engine share, used only on the engine's thread.
struct SharedOptions {
    /// The store of the cookies of all transfers; if it is nil, each transfer has its own (``ChainCookies``).
    var cookieShare: OpaquePointer?

    /// The path of a netrc file; nil uses none.
    var netrcPath: String?

    /// The path of a file of trusted certificates; nil to trust the system's.
    var certificatePath: String?

    /// The URL of the proxy; nil to use the environment's.
    var proxy: String?

    /// The hosts that are contacted without a proxy; none if the configuration names a proxy.
    var proxyExceptions: String { proxy == nil ? ProxyExceptions.value : "" }
}
