import FoundationEssentials
import HTTPTypes
import Hummingbird
import NIOCore
import Places
import Syntax
import WHATWGURL

extension Request {
    /// Reads a JSON body.
    ///
    /// - Parameters:
    ///   - limit: The maximum size of the body, in bytes.
    ///   - types: The accepted media types.
    /// - Returns: The bytes.
    /// - Throws: `Problem`: wrong media type (415), too large (413), too slow (408).
    func jsonBody(limit: Int, types: Set<String> = ["application/json"]) async throws -> ByteBuffer {
        try await body(limit: limit, types: types, named: "application/json")
    }

    /// Reads a body.
    ///
    /// - Parameters:
    ///   - limit: The maximum size of the body, in bytes.
    ///   - types: The accepted media types.
    ///   - names: The accepted media types as text for the error message.
    /// - Returns: The bytes.
    /// - Throws: `Problem`: wrong media type (415), too large (413), too slow (408), or too many others (503).
    func body(limit: Int, types: Set<String>, named names: String) async throws -> ByteBuffer {
        // A page of another origin can send text and forms without a preflight request, but not these types.
        guard let mediaType, types.contains(mediaType) else {
            throw Problem(.unsupportedMediaType, "the Content-Type must be \(names)")
        }
        let problem = Problem(.contentTooLarge, "the body is larger than \(limit) bytes")
        // The framing has been checked, so a length that is not a number here is too large for one.
        if let length = headers[.contentLength], Int(length).map({ $0 > limit }) ?? true { throw problem }
        var whole = ByteBuffer()
        var reserved = 0
        defer { Self.bodies.release(reserved) }
        for try await part in body {
            guard whole.readableBytes + part.readableBytes <= limit else { throw problem }
            guard Self.bodies.reserve(part.readableBytes) else {
                throw Problem.busy("other requests are being received")
            }
            reserved += part.readableBytes
            if whole.readableBytes == 0 { whole = part } else { whole.writeImmutableBuffer(part) }
        }
        return whole
    }

    /// The bytes of the bodies that are being received, on all connections together.
    ///
    /// A client can keep a body of some MiB incomplete on each of its connections. The largest two fit in twice.
    private static let bodies = Allowance(limit: 256 << 20)

    /// Reads and decodes a JSON body.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - limit: The maximum size of the body, in bytes.
    ///   - types: The accepted media types.
    ///   - fields: The paths of all fields, such as `change.kind`, for bodies whose optional fields narrow what is
    ///     changed: without a misspelled one, more would be. Nil to ignore unknown fields.
    ///   - expected: The description of a valid body for the error message.
    /// - Returns: The decoded value.
    /// - Throws: `Problem`: as ``jsonBody(limit:types:)``, and for invalid JSON (400), another type or an unknown field
    ///   (422).
    func decoded<Value: Decodable>(
        _ type: Value.Type, limit: Int, types: Set<String> = ["application/json"], fields: Set<String>? = nil,
        expected: String
    ) async throws -> Value {
        let body = try await jsonBody(limit: limit, types: types)
        // Foundation's decoder accepts a key twice, and takes seconds for lists of numbers that are deeply nested.
        let value: JSONValue
        do {
            value = try JSONValue(json: Array(body.readableBytesView), limit: limit, depthLimit: Self.depthLimit)
        } catch {
            throw Problem(.badRequest, "the body is not valid JSON: \(error)")
        }
        if let fields, let unknown = Self.unknownField(of: value, fields) {
            throw Problem(.unprocessableContent, "\(JSONValue.string(unknown).excerpt) is not a field of this request")
        }
        do {
            return try JSONText.decode(type, from: body.readableBytesView)
        } catch {
            throw Problem(.unprocessableContent, "expected \(expected)")
        }
    }

    /// Returns the path of the first field, in order of the names, that is not known; nil if all are.
    private static func unknownField(of value: JSONValue, _ fields: Set<String>, in path: String = "") -> String? {
        for (name, member) in (value.object ?? [:]).sorted(by: { $0.key < $1.key }) {
            let inner = path.isEmpty ? name : "\(path).\(name)"
            if fields.contains(inner) { continue }
            guard fields.contains(where: { $0.hasPrefix("\(inner).") }) else { return inner }
            if let unknown = unknownField(of: member, fields, in: inner) { return unknown }
        }
        return nil
    }

    /// The maximum nesting of arrays and objects in a body; the largest of a documented one is 3.
    private static let depthLimit = 8

    /// The maximum size of an empty JSON object with white space, in bytes.
    private static let emptyObjectLimit = 16

    /// Rejects a body, for operations that take none.
    ///
    /// An empty JSON object counts as no body, because some clients send one with each action.
    ///
    /// - Throws: `Problem`: a body that a form on another page could send (415), or any other (413).
    func expectNoBody() async throws {
        let isAction = method != .get && method != .head
        if isAction { try expectNoForm() }
        guard hasBody else { return }
        let problem = Problem(.contentTooLarge, "this operation takes no body")
        let limit = isAction ? Self.emptyObjectLimit : 0
        if let length = headers[.contentLength] {
            guard let count = Int(length), count <= limit else { throw problem }
        }
        var bytes: [UInt8] = []
        for try await part in body {
            guard bytes.count + part.readableBytes <= limit else { throw problem }
            bytes += part.readableBytesView
        }
        bytes.removeAll { " \t\r\n".utf8.contains($0) }
        guard bytes.isEmpty || bytes == Array("{}".utf8) else { throw problem }
    }

    /// Rejects a request that a form on another page could send, for actions without parameters.
    ///
    /// - Throws: `Problem` for a body that is not JSON.
    func expectNoForm() throws {
        guard hasBody || headers[.contentType] != nil else { return }
        guard mediaType == "application/json" else {
            throw Problem(.unsupportedMediaType, "the Content-Type must be application/json")
        }
    }

    /// True if the request has a body.
    var hasBody: Bool { headers[.contentLength].map { Int($0) != 0 } ?? (headers[.transferEncoding] != nil) }

    private var mediaType: String? {
        headers[.contentType]?.split(separator: ";").first.map { $0.lowercased().filter { $0 != " " } }
    }

    /// Returns a numeric query parameter.
    ///
    /// - Parameters:
    ///   - name: The name, in characters that are not encoded.
    ///   - standard: The default value.
    ///   - range: The valid values.
    /// - Returns: The number.
    /// - Throws: `Problem` (400) for a value that is not a number in the range.
    func number(_ name: String, standard: Int, in range: ClosedRange<Int>) throws -> Int {
        guard let text = queryValue(name) else { return standard }
        guard let number = Int(text), range.contains(number) else {
            throw Problem(.badRequest, "\(name) must be a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }
}

extension Request {
    /// Returns a query parameter, decoded from the format of forms and `URLSearchParams`
    /// (`application/x-www-form-urlencoded`).
    ///
    /// - Parameter name: The name, in characters that are not encoded.
    /// - Returns: The first value of that name, or nil.
    func queryValue(_ name: String) -> String? { queryValues(name).first }

    /// Returns a query parameter that may occur several times.
    ///
    /// - Parameter name: The name, in characters that are not encoded.
    /// - Returns: All values of that name, in order.
    func queryValues(_ name: String) -> [String] {
        guard let query = uri.query else { return [] }
        var values: [String] = []
        for pair in query.utf8.split(separator: UInt8(ascii: "&")) {
            let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard parts[0].elementsEqual(name.utf8) else { continue }
            guard parts.count == 2 else {
                values.append("")
                continue
            }
            // A plus sign is a space; a literal one is encoded as %2B.
            let spaced = parts[1].map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
            values.append(String(decoding: PercentEncoding.decode(spaced), as: UTF8.self).streamSafe)
        }
        return values
    }

    /// Returns a Boolean query parameter.
    ///
    /// - Parameter name: The name, in characters that are not encoded.
    /// - Returns: True if the parameter has no value, `true` or `1`.
    /// - Throws: `Problem` (400) for a value other than these, `false` and `0`.
    func flag(_ name: String) throws -> Bool {
        switch queryValue(name) {
        case nil, "false", "0": return false
        case "", "true", "1": return true
        default: throw Problem(.badRequest, "\(name) must be true or false")
        }
    }

    /// Rejects unknown query parameters, so that a misspelled one does not go unnoticed.
    ///
    /// - Parameters:
    ///   - names: The known names of parameters with one value.
    ///   - lists: The known names of parameters that may occur several times.
    /// - Throws: `Problem` (400) with the first name that is unknown or occurs twice, or has a value that is not UTF-8.
    func expectParameters(_ names: Set<String>, lists: Set<String> = []) throws {
        var seen: Set<String> = []
        for pair in (uri.query ?? "").utf8.split(separator: UInt8(ascii: "&")) {
            let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(decoding: PercentEncoding.decode(Array(parts[0])), as: UTF8.self).streamSafe
            guard names.contains(name) || lists.contains(name) else {
                throw Problem(.badRequest, "\(JSONValue.string(name).excerpt) is not a parameter of this path")
            }
            guard lists.contains(name) || seen.insert(name).inserted else {
                throw Problem(.badRequest, "\(name) must occur once")
            }
            if parts.count == 2, String(validating: PercentEncoding.decode(Array(parts[1])), as: UTF8.self) == nil {
                throw Problem(.badRequest, "\(name) must be percent-encoded UTF-8")
            }
        }
    }
}

/// The parameter `page` of requests, the URL of a page.
enum PageParameter {
    /// Returns the page key of the URL in a request.
    ///
    /// - Throws: `Problem` (400) if the parameter is missing or not an http, https or file URL.
    static func pageKey(of request: Request) throws -> String {
        guard let url = request.queryValue("page") else { throw Problem(.badRequest, "page is missing") }
        return try pageKey(ofURL: url)
    }

    /// Returns the page key of a URL.
    ///
    /// - Throws: `Problem` (400) if it is not an http, https or file URL.
    static func pageKey(ofURL url: String) throws -> String {
        // A reader view has an address that no place has.
        let url = WebURL(url).flatMap { OriginalAddress(of: $0) }?.url.href ?? url
        guard let snapshot = try? PageSnapshot(value: .object(["url": .string(url)])) else {
            throw Problem(.badRequest, "page must be an http, https or file URL")
        }
        return snapshot.pageKey
    }
}

extension Request {
    /// Returns the `Link` field that leads to the next page of a list (RFC 8288), or no fields at the end of the list.
    ///
    /// - Parameter cursor: The value of `after` in the next request; nil at the end.
    /// - Returns: The header fields.
    func linkToNext(after cursor: String?) -> HTTPFields {
        guard let cursor else { return [:] }
        let kept = (uri.query ?? "").split(separator: "&").filter { pair in
            !["after", "offset"].contains(String(pair.prefix { $0 != "=" }))
        }
        let query = (kept.map(String.init) + ["after=\(cursor)"]).joined(separator: "&")
        // The parser has rejected characters that a query must not contain. Characters that could end the brackets of
        // the field are encoded.
        let safe = query.replacing(">", with: "%3E").replacing("<", with: "%3C").replacing("\"", with: "%22")
        return [.link: "<\(uri.path)?\(safe)>; rel=\"next\""]
    }
}
