/// The options that all transfers of an engine share; they belong to the engine's thread.
struct SharedOptions {
    /// The store of the cookies; nil neither sends nor accepts any.
    var cookieShare: OpaquePointer?

    /// The path of a netrc file; nil uses none.
    var netrcPath: String?

    /// The path of a file of trusted certificates; nil trusts the system's.
    var certificatePath: String?

    /// The URL of the proxy; nil uses the environment's.
    var proxy: String?

    /// The hosts that are reached without a proxy; none if the configuration names a proxy.
    var proxyExceptions: String { proxy == nil ? ProxyExceptions.value : "" }
}
