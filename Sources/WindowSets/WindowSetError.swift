package import JSON

/// The reason why a window set cannot be read, stored or found.
package enum WindowSetError: Error, Hashable, CustomStringConvertible {
    /// The data is not JSON, or is larger than ``WindowSet/maximumByteCount``.
    case unreadable(JSONError)
    /// A value is missing, malformed or over a limit.
    case invalid(String)
    /// The file is neither a list of OneTab nor a file of Tab Session Manager.
    case unknownFormat
    /// No window set has this id, or an id with this prefix.
    case notFound(String)
    /// Several ids begin with this prefix; `count` is their number.
    case ambiguous(String, count: Int)

    /// The error on one line.
    package var description: String {
        switch self {
        case .unreadable(let error): error.description
        case .invalid(let reason): reason
        case .unknownFormat: "neither a list of OneTab (ADDRESS | TITLE) nor a JSON file of Tab Session Manager"
        case .notFound("@"): "window set @: no window is set aside"
        case .notFound(let id): "window set \(Self.quoted(id)): no window set has this id"
        case .ambiguous(let id, let count):
            "window set \(Self.quoted(id)): \(count) ids begin with these characters; enter more of them"
        }
    }

    /// Returns the id with control characters replaced and its length limited, for output on a terminal.
    private static func quoted(_ id: String) -> String {
        let escaped = id.unicodeScalars.prefix(40).map {
            $0.value < 0x20 || (0x7F...0x9F).contains($0.value) ? "?" : String($0)
        }
        return escaped.joined() + (id.unicodeScalars.count > 40 ? "…" : "")
    }
}
