import HTTPSyntax
import Numbers

/// A check of the length that the head of a response announces for its body (RFC 9112, section 6.3).
///
/// libcurl ignores a length that overflows, chooses one of two contradictory lengths, and skips unknown transfer
/// codings. A download must be stricter, because the file could be truncated or be another file.
enum ResponseFraming {
    /// A property of a head because of which its body cannot be received.
    enum Defect: Equatable {
        /// The end of the body is uncertain, for the described reason.
        case uncertainEnd(String)
        /// The announced length is out of `ByteCount.range`.
        case tooLarge
    }

    /// Returns the defect of a head.
    ///
    /// Only HTTP/1 determines the end of a body by header fields; other versions are checked for a length that is too
    /// large.
    ///
    /// - Parameter head: The head of the final response.
    /// - Returns: The defect; nil if there is none.
    static func defect(of head: ResponseHead) -> Defect? {
        let isVersionOne = head.httpVersion.utf8.first == UInt8(ascii: "1")
        if isVersionOne, head.status == 101 {
            return .uncertainEnd("the server switches protocols without a request to do so")
        }
        if isPlain(head) { return nil }
        let codings = head.values(of: "Transfer-Encoding").flatMap(elements)
        // The request has no TE field, so only chunked is allowed (RFC 9112, section 7).
        if isVersionOne, let coding = codings.first(where: { !["chunked", "identity"].contains($0.lowercased()) }) {
            return .uncertainEnd("the body has the transfer coding \(coding), which was not requested")
        }
        // A chunked transfer coding overrides a length.
        guard codings.isEmpty, head.status != 204, head.status != 304 else { return nil }
        let lengths = Set(head.values(of: "Content-Length").flatMap(elements))
        if lengths.contains(where: { isNumber($0) && ByteCount(digits: $0) == nil }) { return .tooLarge }
        guard isVersionOne else { return nil }
        if lengths.count > 1 {
            return .uncertainEnd("the response has \(lengths.count) different values of Content-Length")
        }
        guard lengths.allSatisfy(isNumber) else {
            return .uncertainEnd("the response's Content-Length is not a number")
        }
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
        guard let length else { return true }
        // A number of 15 digits is always in `ByteCount.range`.
        return length.utf8.count <= 15 && isNumber(length)
    }

    private static func isNumber(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    /// Returns the elements of a list in a field (RFC 9110, section 5.6.1).
    private static func elements(_ value: String) -> [String] {
        value.split(separator: ",", omittingEmptySubsequences: false).map { element in
            String(element.filter { $0 != " " && $0 != "\t" })
        }
    }
}
