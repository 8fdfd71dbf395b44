import Hummingbird
import NIOCore

/// What is known of a request while it is answered.
struct ServiceContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// What its bearer may do; the guard fills it in.
    var access = Access.none
    /// Which tokens it was judged by; the guard fills it in.
    var tokenGeneration = 0

    /// The connection.
    let channel: (any Channel)?

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }
}
