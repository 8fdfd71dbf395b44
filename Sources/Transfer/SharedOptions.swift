/// What all transfers of an engine have in common, on the engine's thread.
struct SharedOptions {
    /// Where cookies are kept; nil neither sends nor takes any.
    var cookieShare: OpaquePointer?

    /// The file with names and passwords by host.
    var netrcPath: String?

    /// The file of certificates to trust; nil trusts the system's.
    var certificatePath: String?

    /// The proxy; nil takes it from the environment.
    var proxy: String?

    /// The hosts that are reached without a proxy: none where somebody asks for one, whatever the environment excepts.
    var proxyExceptions: String { proxy == nil ? ProxyExceptions.value : "" }
}
