import Hummingbird
import WHATWGURL

extension Request {
    /// Reads a parameter of the query as forms and `URLSearchParams` write it (`application/x-www-form-urlencoded`).
    ///
    /// - Parameter name: The parameter's name, in characters that are not encoded.
    /// - Returns: The first value of that name, or nil.
    func queryValue(_ name: String) -> String? {
        guard let query = uri.query else { return nil }
        for pair in query.utf8.split(separator: UInt8(ascii: "&")) {
            let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard parts[0].elementsEqual(name.utf8) else { continue }
            guard parts.count == 2 else { return "" }
            // A plus sign is a space; one that is meant as such comes as %2B.
            let spaced = parts[1].map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
            return String(decoding: PercentEncoding.decode(spaced), as: UTF8.self)
        }
        return nil
    }
}
