import FoundationEssentials
import HTTPTypes
import Hummingbird
import NIOCore

extension Request {
    /// Reads a body of JSON.
    ///
    /// - Parameters:
    ///   - limit: The most bytes to take.
    ///   - types: The media types to take.
    /// - Returns: The bytes.
    /// - Throws: `Problem`: another media type (415), too many bytes (413), too slow (408).
    func jsonBody(limit: Int, types: Set<String> = ["application/json"]) async throws -> ByteBuffer {
        try await body(limit: limit, types: types, named: "application/json")
    }

    /// Reads a body.
    ///
    /// - Parameters:
    ///   - limit: The most bytes to take.
    ///   - types: The media types to take.
    ///   - names: The media types, for people.
    /// - Returns: The bytes.
    /// - Throws: `Problem`: another media type (415), too many bytes (413), too slow (408).
    func body(limit: Int, types: Set<String>, named names: String) async throws -> ByteBuffer {
        // A page of another origin can send text and forms without asking, but not these types.
        guard let mediaType, types.contains(mediaType) else {
            throw Problem(.unsupportedMediaType, "the Content-Type must be \(names)")
        }
        let problem = Problem(.contentTooLarge, "the body is larger than \(limit) bytes")
        if let length = headers[.contentLength].flatMap({ Int($0) }), length > limit { throw problem }
        let end = ContinuousClock.now.advanced(by: Self.longestBody)
        var whole = ByteBuffer()
        for try await part in body {
            // Looked at with each part, since a timer for each body would cost more than most bodies do. Where no part comes any more
            // the connection is idle, and closed for that.
            guard ContinuousClock.now < end else {
                throw Problem(.requestTimeout, "the body took longer than \(Self.longestBody.components.seconds) s")
            }
            guard whole.readableBytes + part.readableBytes <= limit else { throw problem }
            if whole.readableBytes == 0 { whole = part } else { whole.writeImmutableBuffer(part) }
        }
        return whole
    }

    /// How long parts of a body may come: it is sent from this machine and is small, so only mischief takes longer.
    private static let longestBody: Duration = .seconds(20)

    /// Reads a body of JSON and what is in it.
    ///
    /// - Parameters:
    ///   - type: What is expected.
    ///   - limit: The most bytes to take.
    ///   - types: The media types to take.
    ///   - expected: What is expected, for people.
    /// - Returns: What the body says.
    /// - Throws: `Problem`: as ``jsonBody(limit:)`` does, and for what is no JSON (400) or something else (422).
    func decoded<Value: Decodable>(
        _ type: Value.Type, limit: Int, types: Set<String> = ["application/json"], expected: String
    ) async throws -> Value {
        let body = try await jsonBody(limit: limit, types: types)
        do {
            // The decoder itself bounds how deep values nest.
            return try JSONDecoder().decode(type, from: Data(body.readableBytesView))
        } catch DecodingError.dataCorrupted {
            throw Problem(.badRequest, "the body is not valid JSON")
        } catch {
            throw Problem(.unprocessableContent, "expected \(expected)")
        }
    }

    /// Refuses a body, for actions whose address says all.
    ///
    /// - Throws: `Problem` for a body that is not JSON, as a form on another page would send.
    func expectNoForm() throws {
        guard hasBody || headers[.contentType] != nil else { return }
        guard mediaType == "application/json" else {
            throw Problem(.unsupportedMediaType, "the Content-Type must be application/json")
        }
    }

    /// Whether the request has a body.
    var hasBody: Bool { headers[.contentLength].map { $0 != "0" } ?? (headers[.transferEncoding] != nil) }

    private var mediaType: String? {
        headers[.contentType]?.split(separator: ";").first.map { $0.lowercased().filter { $0 != " " } }
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
