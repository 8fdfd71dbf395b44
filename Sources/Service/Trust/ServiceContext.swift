import Hummingbird

/// What is known of a request while it is answered.
struct ServiceContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// What its bearer may do; the guard fills it in.
    var access = Access.none

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
    }
}
