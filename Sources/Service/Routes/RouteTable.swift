import HTTPTypes
import Hummingbird

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
    func isPage(_ path: String) -> Bool { routes(at: path).contains { $0.allowsVisits || $0.acceptsForeignForms } }

    /// Returns true if another site may open the path as a page.
    func allowsVisit(to path: String) -> Bool {
        routes.contains { $0.allowsVisits && $0.matches(path, isExact: true) }
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
