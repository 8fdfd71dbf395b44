package import Syntax
package import WHATWGURL

/// The head of the final response, after all redirects.
package struct ResponseHead: Sendable, Hashable {
    /// The status code.
    package var status: Int

    /// The header fields in the order in which they were sent.
    package var fields: [HeaderField]

    /// The URL of the last request, after all redirects.
    ///
    /// It has the fragment of the last URL that had a fragment.
    package var url: WebURL

    /// The URLs of the earlier requests, whose responses were redirects, in order.
    package var redirects: [WebURL] = []

    /// The version of HTTP, for example `1.1` or `2`.
    package var httpVersion: String

    /// True if the transfer has used a connection to a public address, for this response or for an earlier redirect.
    ///
    /// It is false for a request without a policy for addresses.
    var hasReachedPublic = false

    /// Creates a head.
    package init(status: Int, fields: [HeaderField], url: WebURL, httpVersion: String = "1.1") {
        self.status = status
        self.fields = fields
        self.url = url
        self.httpVersion = httpVersion
    }

    /// The value of the first header field with a name, ignoring case.
    package subscript(name: String) -> String? {
        fields[name]
    }

    /// The content codings that the body is decoded from if the request accepts compression, in the order in which
    /// they were applied and in lower case.
    ///
    /// It is empty if one of them is unknown: then the body is used as it is (Fetch, "handle content codings").
    package var decodableCodings: [String] {
        let codings = Self.contentCodings(fields)
        return codings.allSatisfy(ContentDecoder.knows) ? codings : []
    }

    /// Returns the content codings in the order in which they were applied, in lower case.
    static func contentCodings(_ fields: [HeaderField]) -> [String] {
        // Most responses have no content coding.
        guard fields.contains(where: { $0.isNamed("Content-Encoding") }) else { return [] }
        return fields.filter { $0.isNamed("Content-Encoding") }
            .flatMap { $0.value.split(separator: ",") }
            .map { String($0.filter { !" \t".contains($0) }).lowercased() }
            .filter { !$0.isEmpty && $0 != "identity" }
    }

    /// Returns the values of all header fields with a name, ignoring case.
    package func values(of name: String) -> [String] {
        fields.filter { $0.isNamed(name) }.map(\.value)
    }
}

/// A parser that assembles the head of a response from the lines that libcurl delivers.
struct HeadParser {
    /// The effect of a line.
    enum Event: Equatable {
        /// More lines are needed.
        case more

        /// The head of the final response is complete; interim responses (1xx) are skipped.
        case complete

        /// The head is longer than ``maximumBytes``.
        case tooLong
    }

    /// The maximum length of a head, in bytes.
    ///
    /// Browsers allow about 256 KiB. A longer head is probably an attempt to exhaust the memory.
    static let maximumBytes = 262_144

    private(set) var status = 0
    private(set) var version = ""
    private(set) var fields: [HeaderField] = []
    private var byteCount = 0
    private var isComplete = false

    /// True if the response was sent over HTTP/1, where responses on a connection follow one another.
    var isVersionOne: Bool { version.utf8.first == UInt8(ascii: "1") }

    /// The announced length of the body in bytes; nil if the body is chunked or ends with the connection.
    var contentLength: Int64? {
        guard !fields.contains(where: { $0.isNamed("Transfer-Encoding") }) else { return nil }
        return fields["Content-Length"].flatMap { ByteCount(digits: $0)?.bytes }
    }

    /// The content codings in the order in which they were applied, in lower case.
    var contentCodings: [String] {
        ResponseHead.contentCodings(fields)
    }

    /// Receives a line, including its line ending.
    mutating func receive(_ line: UnsafeRawBufferPointer) -> Event {
        byteCount += line.count
        guard byteCount <= Self.maximumBytes else { return .tooLong }
        guard !isComplete else { return .more }  // trailer fields
        let text = Self.trimmingEnd(line)
        if text.isEmpty {
            // After status 101 another protocol begins, so no further head follows.
            guard status >= 200 || status == 101 else {
                fields = []
                return .more
            }
            isComplete = true
            return .complete
        }
        if text.starts(with: "HTTP/".utf8) {
            receiveStatusLine(text)
        } else if text.first == 0x20 || text.first == 0x09, let last = fields.indices.last {
            // Obsolete line folding (RFC 9112, section 5.2).
            fields[last].value += " " + Self.decode(Self.trimmingStart(text))
        } else if let colon = text.firstIndex(of: UInt8(ascii: ":")) {
            let name = Self.decode(UnsafeRawBufferPointer(rebasing: text[..<colon]))
            let rest = UnsafeRawBufferPointer(rebasing: text[(colon + 1)...])
            fields.append(HeaderField(name: name, value: Self.decode(Self.trimmingStart(rest))))
        }
        return .more
    }

    private mutating func receiveStatusLine(_ line: UnsafeRawBufferPointer) {
        let parts = line.dropFirst(5).split(separator: 0x20, maxSplits: 2)
        // libcurl has checked the line. An empty version and the status 0 have no special effect.
        version = parts.first.map { String(decoding: $0, as: UTF8.self) } ?? ""
        status = parts.dropFirst().first.flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? 0
        fields = []
        // Most responses have fewer fields, so the array rarely grows.
        fields.reserveCapacity(16)
    }

    private static func decode(_ bytes: UnsafeRawBufferPointer) -> String {
        if bytes.allSatisfy({ $0 < 0x80 }) { return String(decoding: bytes, as: UTF8.self) }
        if let text = String(validating: bytes, as: UTF8.self) { return text.streamSafe }
        return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }

    private static func trimmingEnd(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        var end = bytes.endIndex
        while end > 0, isBlank(bytes[end - 1]) { end -= 1 }
        return UnsafeRawBufferPointer(rebasing: bytes[..<end])
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x0A || byte == 0x0D || byte == 0x20 || byte == 0x09
    }

    private static func trimmingStart(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        var start = 0
        while start < bytes.count, bytes[start] == 0x20 || bytes[start] == 0x09 { start += 1 }
        return UnsafeRawBufferPointer(rebasing: bytes[start...])
    }
}

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
        if lengths.contains(where: { ASCII.isDigits($0) && ByteCount(digits: $0) == nil }) { return .tooLarge }
        guard isVersionOne else { return nil }
        if lengths.count > 1 {
            return .uncertainEnd("the response has \(lengths.count) different values of Content-Length")
        }
        guard lengths.allSatisfy({ ASCII.isDigits($0) }) else {
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
        return length.utf8.count <= 15 && ASCII.isDigits(length)
    }

    /// Returns the elements of a list in a field (RFC 9110, section 5.6.1).
    private static func elements(_ value: String) -> [String] {
        value.split(separator: ",", omittingEmptySubsequences: false).map { element in
            String(element.filter { $0 != " " && $0 != "\t" })
        }
    }
}

/// A parser of the header field Retry-After (RFC 9110, section 10.2.3).
///
/// libcurl's value is not usable: it is negative for a date in the past, and 0 for an invalid value or an overflow.
package enum RetryAfter {
    /// Returns the delay that a server requests.
    ///
    /// - Parameters:
    ///   - field: The field's value, which is a number of seconds or a date.
    ///   - now: The current time in seconds since 1970, which is subtracted from a date.
    /// - Returns: The delay: zero for a date that has passed, and at most a thousand years. Nil if the value is neither
    ///   a number nor a date.
    package static func delay(_ field: String, now: Int64) -> Duration? {
        let text = field.filter { $0 != " " && $0 != "\t" }
        if ASCII.isDigits(text) {
            // A number that overflows means a long delay.
            return .seconds(min(Int64(text) ?? .max, longest))
        }
        guard let date = HTTPDate.secondsSince1970(field) else { return nil }
        return .seconds(min(max(0, date - now), longest))
    }

    /// A thousand years in seconds, which is far below an overflow.
    private static let longest: Int64 = 31_557_600_000
}
