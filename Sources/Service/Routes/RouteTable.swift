import HTTPTypes
import Hummingbird

/// The routes of the service: the single list from which its router, its guard and its 405 responses are built.
struct RouteTable: Sendable {
    /// The routes.
    let routes: [Route]

    /// Returns the methods of a path in alphabetical order; none if no route has the path.
    ///
    /// Like the router, it ignores empty segments.
    func methods(at path: String) -> [String] {
        Set(routes.filter { $0.matches(path, isExact: false) }.map(\.method.rawValue)).sorted()
    }

    /// Returns true if another site may open the path as a page.
    func allowsVisit(to path: String) -> Bool {
        routes.contains { $0.allowsVisits && $0.matches(path, isExact: true) }
    }

    /// Adds the routes to a router; each first checks the access of the request.
    func add(to router: Router<ServiceContext>) {
        for route in routes {
            router.on(RouterPath(route.path), method: route.method) { request, context in
                try context.access.require(route.access)
                return try await route.handler(request, context)
            }
        }
    }
}
