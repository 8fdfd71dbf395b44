import HTTPTypes
import Hummingbird
import NIOCore

extension Request {
    /// Reads a body of JSON.
    ///
    /// - Parameter limit: The most bytes to take.
    /// - Returns: The bytes.
    /// - Throws: `Problem`: another media type (415), too many bytes (413).
    func jsonBody(limit: Int) async throws -> ByteBuffer {
        // A page of another origin can send text and forms without asking, but not this type.
        let type = headers[.contentType]?.split(separator: ";").first.map { $0.lowercased().filter { $0 != " " } }
        guard type == "application/json" else {
            throw Problem(.unsupportedMediaType, "the Content-Type must be application/json")
        }
        let problem = Problem(.contentTooLarge, "the body is larger than \(limit) bytes")
        if let length = headers[.contentLength].flatMap({ Int($0) }), length > limit { throw problem }
        do {
            return try await body.collect(upTo: limit)
        } catch is NIOTooManyBytesError {
            throw problem
        }
    }

    /// Refuses a body, for actions whose address says all.
    ///
    /// - Throws: `Problem` for a body that is not JSON, as a form on another page would send.
    func expectNoForm() throws {
        let hasBody = headers[.contentLength].map { $0 != "0" } ?? (headers[.transferEncoding] != nil)
        guard hasBody || headers[.contentType] != nil else { return }
        let type = headers[.contentType]?.split(separator: ";").first.map { $0.lowercased().filter { $0 != " " } }
        guard type == "application/json" else {
            throw Problem(.unsupportedMediaType, "the Content-Type must be application/json")
        }
    }

    /// Reads a number of the query.
    ///
    /// - Parameters:
    ///   - name: The parameter's name.
    ///   - standard: The value when it is not given.
    ///   - range: The values allowed.
    /// - Returns: The number.
    /// - Throws: `Problem` (400) for anything else.
    func number(_ name: String, standard: Int, in range: ClosedRange<Int>) throws -> Int {
        guard let text = queryValue(name) else { return standard }
        guard let number = Int(text), range.contains(number) else {
            throw Problem(.badRequest, "\(name) must be a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }
}
