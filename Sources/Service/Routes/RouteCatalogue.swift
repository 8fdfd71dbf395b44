import HTTPTypes
import Hummingbird

/// The routes that the service has, to tell an unknown address from a wrong method.
struct RouteCatalogue: Sendable {
    /// A route: a method and a path, whose parameters stand in braces as OpenAPI writes them.
    struct Entry: Sendable, Hashable {
        let method: String
        let path: String
    }

    /// All routes.
    let entries: [Entry]

    /// The methods that an address takes.
    ///
    /// - Parameter path: A request's path.
    /// - Returns: The methods' names in alphabetical order; none where no route has the path.
    func methods(at path: String) -> [String] {
        let segments = path.split(separator: "/")
        let found = entries.filter { entry in
            let pattern = entry.path.split(separator: "/")
            return pattern.count == segments.count
                && zip(pattern, segments).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
        }
        return Set(found.map(\.method)).sorted()
    }
}
