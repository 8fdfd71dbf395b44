import HTTPTypes
import Hummingbird

/// `/api/logins`: addresses that sign a browser in, for whoever has the full token already.
struct LoginRoutes: Sendable {
    let port: BoundPort
    let logins: LoginCodes

    private struct Login: Encodable {
        let address: String
    }

    /// Adds the route.
    func add(to group: RouterGroup<ServiceContext>) {
        group.post("/api/logins") { request, _ -> Response in
            try request.expectNoForm()
            let address = "http://127.0.0.1:\(port.number)/?token=\(logins.issue())"
            return try .json(Login(address: address), status: .created)
        }
    }
}
