/// A request target in absolute form (RFC 9112, section 3.2.2), split into host and path.
struct RequestTarget: Equatable {
    /// The host and port of the target; empty if its scheme is not http.
    let authority: String
    /// The path and query.
    let path: String

    /// Parses a target.
    ///
    /// - Parameter target: The target in the request line. The result is nil for any other form of target.
    init?(absolute target: String) {
        guard let colon = target.firstIndex(of: ":"), target[colon...].hasPrefix("://"),
            let first = target.utf8.first, Self.isLetter(first),
            target[..<colon].utf8.dropFirst().allSatisfy({ Self.isLetter($0) || "0123456789+-.".utf8.contains($0) })
        else { return nil }
        let rest = target[target.index(colon, offsetBy: 3)...]
        let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
        authority = target[..<colon].lowercased() == "http" ? String(rest[..<end]) : ""
        path = (rest[end...].hasPrefix("/") ? "" : "/") + rest[end...]
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
}
