import HTTPTypes
import Hummingbird

/// A method and a path of the service, the access that they require, and a function that serves them.
struct Route: Sendable {
    /// Serves a request whose access has been checked.
    typealias Handler = @Sendable (Request, ServiceContext) async throws -> Response

    /// The method.
    ///
    /// A route for GET serves HEAD too.
    let method: HTTPRequest.Method
    /// The path, with its parameters in braces as OpenAPI writes them.
    let path: String
    /// The minimum access that a request needs.
    let access: Access
    /// The function that serves the requests.
    let handler: Handler
    /// True if a bookmarklet or a link on another site may open the path as a page.
    ///
    /// The page must contain no secret.
    var allowsNavigation = false
    /// True if a local file or the extension may submit a form to the path, which is a page.
    ///
    /// The form must contain a secret, because any site can submit one without an origin.
    var acceptsForeignForms = false
    /// True if a browser may open the path with a ticket in its address instead of a header field.
    var acceptsTickets = false
    /// True if requests have a body, whose limit the function that serves them applies.
    ///
    /// A request with a body to any other route is refused before the body is read.
    var takesBody = false

    /// Creates a route for GET and HEAD.
    static func get(
        _ path: String, access: Access = .full, allowsNavigation: Bool = false, acceptsTickets: Bool = false,
        _ handler: @escaping Handler
    ) -> Route {
        Route(
            method: .get, path: path, access: access, handler: handler, allowsNavigation: allowsNavigation,
            acceptsTickets: acceptsTickets)
    }

    /// Creates a route for POST with a body.
    static func post(_ path: String, access: Access = .full, _ handler: @escaping Handler) -> Route {
        Route(method: .post, path: path, access: access, handler: handler, takesBody: true)
    }

    /// Creates a route for a form that requires no token, because a secret in it signs a browser in.
    static func form(_ path: String, _ handler: @escaping Handler) -> Route {
        Route(
            method: .post, path: path, access: .none, handler: handler, acceptsForeignForms: true, takesBody: true)
    }

    /// Creates a route for POST without a body.
    static func action(_ path: String, _ handler: @escaping Handler) -> Route {
        Route(method: .post, path: path, access: .full, handler: handler)
    }

    /// Creates a route for PATCH.
    static func patch(_ path: String, _ handler: @escaping Handler) -> Route {
        Route(method: .patch, path: path, access: .full, handler: handler, takesBody: true)
    }

    /// Creates a route for PUT.
    static func put(_ path: String, access: Access, _ handler: @escaping Handler) -> Route {
        Route(method: .put, path: path, access: access, handler: handler, takesBody: true)
    }

    /// Creates a route for DELETE.
    static func delete(_ path: String, _ handler: @escaping Handler) -> Route {
        Route(method: .delete, path: path, access: .full, handler: handler)
    }

    /// Returns true if a path matches the route, segment by segment.
    ///
    /// - Parameters:
    ///   - path: The path of a request, without its query.
    ///   - isExact: True if empty segments count: `/places/` and `//places/x` then do not match `/places/{id}`.
    /// - Returns: True if it matches.
    func matches(_ path: String, isExact: Bool) -> Bool {
        let pattern = self.path.split(separator: "/", omittingEmptySubsequences: !isExact)
        let segments = path.split(separator: "/", omittingEmptySubsequences: !isExact)
        return pattern.count == segments.count
            && zip(pattern, segments).allSatisfy { $0.hasPrefix("{") ? !$1.isEmpty : $0 == $1 }
    }
}

/// The routes of the service: the single list from which its router, its guard and its 405 responses are built.
struct RouteTable: Sendable {
    /// The routes.
    let routes: [Route]

    /// Returns the routes of a path; none if no route has the path.
    ///
    /// Like the router, it ignores empty segments and prefers a fixed segment to a parameter: `/items/{id}` has no part
    /// in `/items/newest` if that path has routes of its own.
    func routes(at path: String) -> [Route] {
        let matches = routes.filter { $0.matches(path, isExact: false) }
        let pattern = matches.map(\.path).min { left, right in
            let parameters = [left, right].map { $0.split(separator: "/").map { $0.hasPrefix("{") } }
            // Segments are compared from the left; a fixed one comes first.
            return zip(parameters[0], parameters[1]).first { $0 != $1 }.map { !$0.0 } ?? false
        }
        return matches.filter { $0.path == pattern }
    }

    /// Returns the methods of a path in alphabetical order; none if no route has the path.
    ///
    /// A route for GET serves HEAD too.
    func methods(at path: String) -> [String] {
        let methods = Set(routes(at: path).map(\.method.rawValue))
        return methods.union(methods.contains("GET") ? ["HEAD"] : []).sorted()
    }

    /// Returns the problem of a request whose path exists, but not with its method; nil for any other request.
    func methodProblem(_ method: HTTPRequest.Method, at path: String) -> Problem? {
        let allowed = methods(at: path)
        guard !allowed.isEmpty, !allowed.contains(method.rawValue) else { return nil }
        var problem = Problem(.methodNotAllowed, "this path does not support \(method.rawValue)")
        problem.fields[.allow] = allowed.joined(separator: ", ")
        return problem
    }

    /// Returns true if the path is that of a page, whose errors are pages too.
    func isPage(_ path: String) -> Bool { routes(at: path).contains { $0.allowsNavigation || $0.acceptsForeignForms } }

    /// Returns true if another site may open the path as a page.
    func allowsNavigation(to path: String) -> Bool {
        routes.contains { $0.allowsNavigation && $0.matches(path, isExact: true) }
    }

    /// Returns true if a browser may open the path with a ticket.
    func acceptsTicket(at path: String) -> Bool {
        routes.contains { $0.acceptsTickets && $0.matches(path, isExact: true) }
    }

    /// Returns true if a local file may submit a form to the path.
    func acceptsForeignForm(at path: String) -> Bool {
        routes.contains { $0.acceptsForeignForms && $0.matches(path, isExact: true) }
    }

    /// Adds the routes to a router; each first checks the access of the request.
    func add(to router: Router<ServiceContext>) {
        for route in routes {
            router.on(RouterPath(route.path), method: route.method) { request, context in
                try context.access.require(route.access)
                if !route.takesBody { try await request.expectNoBody() }
                return try await route.handler(request, context)
            }
        }
    }
}
