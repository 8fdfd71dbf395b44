import Hummingbird

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// `/api/service`: the version and the process of the service, for clients with the full token.
struct StatusRoutes: Sendable {
    let version: String

    private struct Status: Encodable {
        let pid: Int32
        let version: String
    }

    /// The route.
    var routes: [Route] {
        [.get("/api/service") { _, _ in try .json(Status(pid: getpid(), version: version)) }]
    }
}
