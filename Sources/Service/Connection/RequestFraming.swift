import HTTPTypes
import NIOHTTP1
import VisibleText
import WHATWGURL

/// The rules for the framing of a request that go beyond those of the HTTP parser (RFC 9112).
enum RequestFraming {
    /// Returns the head of a request whose fields can be compared in a short time.
    ///
    /// - Parameter head: The head of a request, as the HTTP parser has accepted it.
    /// - Returns: The head, whose fields have no long runs of combining characters; see `String.streamSafe`.
    static func bounded(_ head: HTTPRequestHead) -> HTTPRequestHead {
        var head = head
        if head.headers.contains(where: { $0.value.hasLongCombiningRun }) {
            head.headers = HTTPHeaders(head.headers.map { ($0.name, $0.value.streamSafe) })
        }
        return head
    }

    /// Checks the target, and the fields that determine the end of a request.
    ///
    /// - Parameter head: The head of a request, as the HTTP parser has accepted it.
    /// - Returns: The problem of a request whose target takes long to compare, or whose end another program might find
    ///   at another byte; nil for any other.
    static func problem(of head: HTTPRequestHead) -> Problem? {
        // The path is decoded and compared.
        guard !String(decoding: PercentEncoding.decode(head.uri), as: UTF8.self).hasLongCombiningRun else {
            return Problem(.badRequest, "the request target has too many combining characters in a row")
        }
        let codings = head.headers["Transfer-Encoding"]
        let lengths = head.headers["Content-Length"]
        guard codings.isEmpty || lengths.isEmpty else {
            return Problem(.badRequest, "the request has both Content-Length and Transfer-Encoding")
        }
        // RFC 9112, section 6.3: equal values may be merged; any other list is an error.
        guard lengths.count <= 1, lengths.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(isDigit) }) else {
            return Problem(.badRequest, "Content-Length must be one number")
        }
        guard !codings.isEmpty else { return nil }
        guard head.version.minor >= 1 else {
            return Problem(.badRequest, "HTTP/1.0 has no transfer codings")
        }
        guard codings.count == 1, codings[0].lowercased() == "chunked" else {
            return Problem(.notImplemented, "the only transfer coding that the service supports is chunked")
        }
        return nil
    }

    /// Returns the problem for an error of the HTTP parser.
    static func problem(of error: HTTPParserError) -> Problem {
        switch error {
        case .headerOverflow:
            Problem(
                .requestHeaderFieldsTooLarge,
                "the request line and the header fields are too large; if a browser says this of every page here, "
                    + "another program on this computer has set large cookies: delete the cookies of 127.0.0.1 and "
                    + "localhost in the browser")
        case .invalidVersion: Problem(.httpVersionNotSupported, "the service supports HTTP/1.1 and HTTP/1.0")
        case .invalidChunkSize: Problem(.badRequest, "the size of a chunk is not a valid number")
        case .invalidEOFState: Problem(.badRequest, "the request ended before it was complete")
        case .invalidContentLength, .unexpectedContentLength:
            Problem(.badRequest, "Content-Length must be one number")
        default: Problem(.badRequest, "the request violates the syntax of HTTP/1.1")
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
