import HTTPSyntax

/// A check of the length that the head of an HTTP/1 response announces for its body (RFC 9112, section 6.3).
///
/// libcurl ignores a length that overflows, chooses one of two contradictory lengths, and skips unknown transfer
/// codings. A download must be stricter, because the file could be truncated or be another file.
enum ResponseFraming {
    /// Returns a description of a defect that makes the end of the body uncertain.
    ///
    /// - Parameter head: The head of the final response.
    /// - Returns: The description; nil if there is no defect.
    static func defect(of head: ResponseHead) -> String? {
        guard head.httpVersion.utf8.first == UInt8(ascii: "1") else { return nil }
        if head.status == 101 { return "the server switches protocols without a request to do so" }
        if isPlain(head) { return nil }
        let codings = head.values(of: "Transfer-Encoding").flatMap(elements)
        // The request has no TE field, so only chunked is allowed (RFC 9112, section 7).
        if let coding = codings.first(where: { !["chunked", "identity"].contains($0.lowercased()) }) {
            return "the body has the transfer coding \(coding), which was not requested"
        }
        // A chunked transfer coding overrides a length.
        guard codings.isEmpty, head.status != 204, head.status != 304 else { return nil }
        let lengths = Set(head.values(of: "Content-Length").flatMap(elements))
        if lengths.count > 1 { return "the response has \(lengths.count) different values of Content-Length" }
        guard let length = lengths.first else { return nil }
        guard length.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }), Int64(length) != nil
        else { return "the response's Content-Length is not a number" }
        return nil
    }

    /// Returns true if the head announces a single length in plain digits or none at all, as most heads do.
    private static func isPlain(_ head: ResponseHead) -> Bool {
        var length: String?
        for field in head.fields {
            if field.isNamed("Transfer-Encoding") { return false }
            guard field.isNamed("Content-Length") else { continue }
            guard length == nil else { return false }
            length = field.value
        }
        guard let digits = length?.utf8 else { return true }
        // A number of 18 digits always fits into 64 bits.
        return (1...18).contains(digits.count)
            && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    /// Returns the elements of a list in a field (RFC 9110, section 5.6.1).
    private static func elements(_ value: String) -> [String] {
        value.split(separator: ",", omittingEmptySubsequences: false).map { element in
            String(element.filter { $0 != " " && $0 != "\t" })
        }
    }
}
