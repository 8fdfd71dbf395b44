import HTTPTypes
import Hummingbird

/// `/api/logins`: creates addresses that sign another browser in, for clients with the full token.
struct LoginRoutes: Sendable {
    let port: BoundPort
    let logins: LoginCodes

    private struct Login: Encodable {
        let address: String
    }

    /// The route.
    var routes: [Route] { [.action("/api/logins", issue)] }

    @Sendable
    private func issue(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let address = "http://127.0.0.1:\(port.number)/?token=\(logins.issue())"
        return try .json(Login(address: address), status: .created)
    }
}
