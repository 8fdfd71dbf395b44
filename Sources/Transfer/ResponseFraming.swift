/// Checks what the head of an HTTP/1 response says about the length of its body (RFC 9112, section 6.3).
///
/// libcurl ignores a length that is too large to be counted, takes one of two that contradict each other, and skips transfer
/// codings that it does not know. Whoever keeps the body must not: it could be cut, or not the file at all.
enum ResponseFraming {
    /// Finds out why a body cannot be told from what follows it.
    ///
    /// - Parameter head: The head of the final response.
    /// - Returns: The reason in words; nil when all is well.
    static func objection(to head: ResponseHead) -> String? {
        guard head.httpVersion.utf8.first == UInt8(ascii: "1") else { return nil }
        if head.status == 101 { return "the server switches protocols without being asked to" }
        if isPlain(head) { return nil }
        let codings = head.values(of: "Transfer-Encoding").flatMap(elements)
        // No transfer coding was asked for, and chunks need no asking.
        if let coding = codings.first(where: { !["chunked", "identity"].contains($0.lowercased()) }) {
            return "the body is in the transfer coding \(coding), not asked for"
        }
        // Chunks override a length.
        guard codings.isEmpty, head.status != 204, head.status != 304 else { return nil }
        let lengths = Set(head.values(of: "Content-Length").flatMap(elements))
        if lengths.count > 1 { return "the response tells \(lengths.count) different lengths" }
        guard let length = lengths.first else { return nil }
        guard length.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }), Int64(length) != nil
        else { return "the response's length is no length" }
        return nil
    }

    /// Whether one length of digits, or none, is all that the head says of the body, as most do.
    private static func isPlain(_ head: ResponseHead) -> Bool {
        var length: String?
        for field in head.fields {
            if field.isNamed("Transfer-Encoding") { return false }
            guard field.isNamed("Content-Length") else { continue }
            guard length == nil else { return false }
            length = field.value
        }
        guard let digits = length?.utf8 else { return true }
        // 18 digits are always a number of 64 bits.
        return (1...18).contains(digits.count)
            && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    /// The elements of a list in a field (RFC 9110, section 5.6.1).
    private static func elements(_ value: String) -> [String] {
        value.split(separator: ",", omittingEmptySubsequences: false).map { element in
            String(element.filter { $0 != " " && $0 != "\t" })
        }
    }
}
