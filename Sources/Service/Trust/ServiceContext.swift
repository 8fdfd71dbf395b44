import Hummingbird
import NIOCore

/// The context of a request.
struct ServiceContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The access of the request; set by the guard.
    var access = Access.none
    /// The generation of the tokens that granted the access; set by the guard.
    var tokenGeneration = 0

    /// The connection.
    let channel: (any Channel)?

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }
}
