/// A one-time code with which a browser signs in, and the service that issued it.
struct SignInCode: Sendable, Hashable {
    /// The origin of the service, such as `http://127.0.0.1:5338`.
    var origin: String
    /// The code, a secret until it is used.
    var code: String
    /// The public identifier of the code, with which the service reports if the code was used.
    var id = ""

    /// The address that signs a browser in once, when it is opened.
    var address: String { "\(origin)/?token=\(code)" }
}
