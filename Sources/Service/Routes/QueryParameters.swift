import Hummingbird
import Snapshots
import WHATWGURL

extension Request {
    /// Reads a parameter of the query as forms and `URLSearchParams` write it (`application/x-www-form-urlencoded`).
    ///
    /// - Parameter name: The parameter's name, in characters that are not encoded.
    /// - Returns: The first value of that name, or nil.
    func queryValue(_ name: String) -> String? { queryValues(name).first }

    /// Reads a parameter of the query that may be given several times.
    ///
    /// - Parameter name: The parameter's name, in characters that are not encoded.
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
            // A plus sign is a space; one that is meant as such comes as %2B.
            let spaced = parts[1].map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
            values.append(String(decoding: PercentEncoding.decode(spaced), as: UTF8.self))
        }
        return values
    }

    /// Reads a parameter that says yes or no.
    ///
    /// - Parameter name: The parameter's name.
    /// - Returns: Whether it is there without a value, or with `true` or `1`.
    /// - Throws: `Problem` (400) for a value that is none of these, `false` and `0`.
    func flag(_ name: String) throws -> Bool {
        switch queryValue(name) {
        case nil, "false", "0": return false
        case "", "true", "1": return true
        default: throw Problem(.badRequest, "\(name) must be true or false")
        }
    }

    /// Refuses parameters that the address does not know, so that a slip of the pen does not pass for an answer.
    ///
    /// - Parameter names: The names that it knows.
    /// - Throws: `Problem` (400) naming the first other one.
    func expectParameters(_ names: Set<String>) throws {
        for pair in (uri.query ?? "").split(separator: "&") {
            let name = String(decoding: PercentEncoding.decode(Array(pair.prefix { $0 != "=" }.utf8)), as: UTF8.self)
            guard names.contains(name) else {
                throw Problem(.badRequest, "\(JSONValue.string(name).excerpt) is no parameter here")
            }
        }
    }
}
