import Hummingbird
import JSON
import Snapshots
import VisibleText
import WHATWGURL

extension Request {
    /// Returns a query parameter, decoded from the format of forms and `URLSearchParams`
    /// (`application/x-www-form-urlencoded`).
    ///
    /// - Parameter name: The name, in characters that are not encoded.
    /// - Returns: The first value of that name, or nil.
    func queryValue(_ name: String) -> String? { queryValues(name).first }

    /// Returns a query parameter that may occur several times.
    ///
    /// - Parameter name: The name, in characters that are not encoded.
    /// - Returns: All values of that name, in order.
    func queryValues(_ name: String) -> [String] {
        guard let query = uri.query else { return [] }
        var values: [String] = []
        for pair in query.utf8.split(separator: UInt8(ascii: "&")) {
            let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard parts[0].elementsEqual(name.utf8) else { continue }
            guard parts.count == 2 else {
                values.append("")
                continue
            }
            // A plus sign is a space; a literal one is encoded as %2B.
            let spaced = parts[1].map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
            values.append(String(decoding: PercentEncoding.decode(spaced), as: UTF8.self).streamSafe)
        }
        return values
    }

    /// Returns a Boolean query parameter.
    ///
    /// - Parameter name: The name, in characters that are not encoded.
    /// - Returns: True if the parameter has no value, `true` or `1`.
    /// - Throws: `Problem` (400) for a value other than these, `false` and `0`.
    func flag(_ name: String) throws -> Bool {
        switch queryValue(name) {
        case nil, "false", "0": return false
        case "", "true", "1": return true
        default: throw Problem(.badRequest, "\(name) must be true or false")
        }
    }

    /// Rejects unknown query parameters, so that a misspelled one does not go unnoticed.
    ///
    /// - Parameter names: The known names.
    /// - Throws: `Problem` (400) with the first unknown name.
    func expectParameters(_ names: Set<String>) throws {
        for pair in (uri.query ?? "").split(separator: "&") {
            let name = String(decoding: PercentEncoding.decode(Array(pair.prefix { $0 != "=" }.utf8)), as: UTF8.self)
            guard names.contains(name) else {
                throw Problem(.badRequest, "\(JSONValue.string(name).excerpt) is not a parameter of this path")
            }
        }
    }
}
