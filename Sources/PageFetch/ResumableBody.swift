import HTTPSyntax
import Transfer

/// The part of a body that a sink has received, so that a further request can continue after it.
struct ResumableBody {
    /// The value of If-Range: a strong entity tag, or a date of the last modification (RFC 9110, section 13.1.5).
    private let validator: String
    /// The head that the sink has received.
    let head: PageHead
    private let first: Int64
    /// The number of bytes that the sink has received.
    private(set) var receivedBytes: Int64 = 0

    /// Creates the part; nil if the server cannot continue the body, or the version of the resource is unknown.
    ///
    /// - Parameters:
    ///   - head: The head of the response.
    ///   - first: The offset in the resource of the first byte of the body.
    init?(head: PageHead, first: Int64) {
        func value(_ name: String) -> String? { head.fields.first { $0.isNamed(name) }?.value }
        guard head.status == 200 || head.status == 206, value("Content-Encoding") == nil,
            value("Accept-Ranges") != "none",
            let validator = value("ETag").flatMap({ EntityTag.isStrong($0) ? $0 : nil }) ?? value("Last-Modified")
        else { return nil }
        self.validator = validator
        self.head = head
        self.first = first
    }

    /// Counts bytes that the sink has received.
    mutating func advance(by byteCount: Int64) { receivedBytes += byteCount }

    /// The offset in the resource of the next byte.
    private var next: Int64 { first + receivedBytes }

    /// The fields of a request for the rest.
    ///
    /// - Parameter end: The offset after the last byte that is needed; nil for the end of the resource.
    /// - Returns: Range and If-Range.
    func fields(to end: Int64?) -> [HTTPField] {
        [ByteRangeField.field(from: next, to: end), HTTPField(name: "If-Range", value: validator)]
    }

    /// Returns true if a response contains the rest.
    func isContinued(by head: ResponseHead) -> Bool { ByteRangeField.begins(head, at: next) }
}

/// The fields of range requests (RFC 9110, section 14).
enum ByteRangeField {
    /// Returns the field that requests a range of bytes.
    ///
    /// - Parameters:
    ///   - start: The offset of the first byte.
    ///   - end: The offset after the last byte; nil for the end of the resource.
    /// - Returns: The field.
    static func field(from start: Int64, to end: Int64?) -> HTTPField {
        HTTPField(name: "Range", value: "bytes=\(start)-\(end.map { "\($0 - 1)" } ?? "")")
    }

    /// Returns true if a response is a part of the resource that begins at an offset.
    static func begins(_ head: ResponseHead, at start: Int64) -> Bool {
        head.status == 206 && head["Content-Range"].flatMap { ContentRange($0) }?.range?.lowerBound == start
    }
}
