import DownloadQueue
import Fetching
import HTTPTypes
import Hummingbird
import ImportExport
import NIOCore
import NIOHTTP1
import Places
import Syntax
import WHATWGURL

/// An error response (RFC 9457, problem details).
struct Problem: Error, Sendable {
    /// The status code.
    var status: HTTPResponse.Status
    /// An explanation of this occurrence of the problem.
    var detail: String
    /// Further header fields, for instance `Allow`.
    var fields: HTTPFields = [:]
    /// The present number of what a request has counted; nil for other problems.
    var count: Int?
    /// The addresses in the request that are not valid.
    var invalid: [InvalidAddress] = []
    /// True if the page for people explains how to sign in, as it does for a missing token.
    var explainsSignIn: Bool

    /// An address in a request that is not valid.
    struct InvalidAddress: Sendable, Encodable {
        var address: String
        var reason: String
    }

    /// Creates a problem.
    init(_ status: HTTPResponse.Status, _ detail: String) {
        self.status = status
        self.detail = detail
        explainsSignIn = status == .unauthorized
    }

    /// Returns a problem for a missing or invalid token.
    static func unauthorized(_ detail: String) -> Problem {
        var problem = Problem(.unauthorized, detail)
        problem.fields[.wwwAuthenticate] = "Bearer realm=\"leftoff\""
        return problem
    }

    /// Returns a problem for a request for which the service has no memory or time at the moment; it can be repeated.
    ///
    /// - Parameter reason: The present work.
    /// - Returns: A problem with the status 503.
    static func busy(_ reason: String) -> Problem {
        var problem = Problem(.serviceUnavailable, "\(reason): try again in some seconds")
        problem.fields[.retryAfter] = "5"
        return problem
    }

    /// Returns a problem for a URL whose host the service does not contact, because its address is not public.
    static func privateAddress(_ url: WebURL) -> Problem {
        .refusedAddress(.refusedAddress(url: url, detail: "\(url.hostname) is not a public address"))
    }

    /// Returns a problem for a transfer to an address that is not public.
    static func refusedAddress(_ error: TransferError) -> Problem {
        Problem(.forbidden, "\(error); the settings can allow this host, unless it is this computer")
    }

    /// The problem details in JSON.
    var document: ByteBuffer {
        let document = Document(
            title: status.reasonPhrase, status: status.code, detail: detail, count: count,
            invalid: invalid.isEmpty ? nil : invalid)
        // Encoding three texts and a number cannot fail. Even without a body, the response would have its status.
        return (try? JSONText.encode(document)).map { ByteBuffer(bytes: $0) } ?? ByteBuffer()
    }

    /// The response for programs.
    var response: Response {
        var fields = fields
        fields[.contentType] = "application/problem+json"
        return Response(status: status, headers: fields, body: ResponseBody(byteBuffer: document))
    }

    /// The response for people, as a page.
    ///
    /// - Parameters:
    ///   - signIn: The page that explains how to sign in.
    ///   - template: The page with the placeholders `title` and `detail` for all other problems.
    /// - Returns: A page with the status and the fields of the problem.
    func page(signIn: WebAsset, template: WebAsset) -> Response {
        var fields = fields
        fields[.contentType] = template.mediaType
        let text =
            explainsSignIn
            ? signIn.text
            : HTMLTemplate(text: template.text).filled(with: ["title": status.reasonPhrase, "detail": detail])
        return Response(status: status, headers: fields, body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }

    private struct Document: Encodable {
        // "about:blank" means that the title is the reason phrase of the status (RFC 9457, section 4.2.1).
        let type = "about:blank"
        let title: String
        let status: Int
        let detail: String
        // Extension members (RFC 9457, section 3.2), which are missing if they are nil.
        let count: Int?
        let invalid: [InvalidAddress]?
    }
}

extension Problem {
    /// Creates the problem for an error of an archive, a queue or the HTTP library; nil if the error is an internal
    /// one.
    init?(describing error: any Error) {
        switch error {
        case let problem as Problem: self = problem
        case let error as SnapshotError: self = Self.problem(of: error)
        case let error as CopyError: self = Self.problem(of: error)
        case let error as SnapshotArchiveError:
            switch error {
            case .notFound, .pageNotFound, .notInTrash, .nothingToUndo: self.init(.notFound, "\(error)")
            case .ambiguous: self.init(.conflict, "\(error)")
            case .otherCount(let count, _):
                self.init(.conflict, "\(error)")
                self.count = count
            }
        case let error as WindowSetError:
            switch error {
            case .notFound: self.init(.notFound, "\(error)")
            case .ambiguous: self.init(.conflict, "\(error)")
            case .unreadable(.tooLarge): self.init(.contentTooLarge, "\(error)")
            case .unreadable(.malformed): self.init(.badRequest, "\(error)")
            case .invalid, .unknownFormat: self.init(.unprocessableContent, "\(error)")
            }
        case let error as QueueError:
            switch error {
            case .notFound: self.init(.notFound, "\(error)")
            case .ambiguous, .notAllowed, .duplicate, .otherChecksum, .leaseLost, .nameTaken:
                self.init(.conflict, "\(error)")
            case .storeUnavailable: self.init(.serviceUnavailable, "\(error)")
            case .damaged, .malformedChecksum, .unsafeExport, .unsupportedAddress: return nil
            }
        case ServiceError.lockedFile: self.init(.serviceUnavailable, "\(error)")
        case let error as any TemporaryStoreError where error.isTemporary:
            self = .busy("another process uses the store")
        case let record as UnreadableRecord: self.init(.internalServerError, "\(record)")
        case let error as HTTPError: self.init(error.status, error.body ?? error.status.reasonPhrase.lowercased())
        default: return nil
        }
    }

    private static func problem(of error: CopyError) -> Problem {
        switch error {
        case .unreadable(.tooLarge): Problem(.contentTooLarge, error.reason)
        case .unreadable(.malformed): Problem(.badRequest, error.reason)
        case .notAnObject, .unsupportedSchema, .refusedAddress, .invalidValue, .tooMany:
            Problem(.unprocessableContent, error.reason)
        }
    }

    private static func problem(of error: SnapshotError) -> Problem {
        switch error {
        case .unreadable(.tooLarge): Problem(.contentTooLarge, error.reason)
        case .unreadable(.malformed): Problem(.badRequest, error.reason)
        case .notAnObject, .unsupportedSchema, .missingAddress, .refusedAddress, .invalidValue:
            Problem(.unprocessableContent, error.reason)
        }
    }
}

extension Problem {
    /// The response to a request that no route receives, after which the connection closes.
    var refusal: (head: HTTPResponseHead, body: ByteBuffer) {
        var response = response
        response.protect(path: "")
        response.headers[.date] = DateField.now()
        response.headers[.connection] = "close"
        let body = document
        response.headers[.contentLength] = "\(body.readableBytes)"
        let head = HTTPResponseHead(
            version: .http1_1,
            status: HTTPResponseStatus(statusCode: status.code, reasonPhrase: status.reasonPhrase),
            headers: HTTPHeaders(response.headers.map { ($0.name.rawName, $0.value) }))
        return (head, body)
    }
}
