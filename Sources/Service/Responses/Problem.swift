import HTTPTypes
import Hummingbird
import JSON
import Transfer
import WHATWGURL

/// An error response (RFC 9457, problem details).
struct Problem: Error, Sendable {
    /// The status code.
    var status: HTTPResponse.Status
    /// An explanation of this occurrence of the problem.
    var detail: String
    /// Further header fields, for instance `Allow`.
    var fields: HTTPFields = [:]
    /// True if the page for people explains how to sign in, as it does for a missing token.
    var explainsSignIn: Bool

    /// Creates a problem.
    ///
    /// - Parameters:
    ///   - status: The status code.
    ///   - detail: An explanation of this occurrence of the problem.
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
        let document = Document(title: status.reasonPhrase, status: status.code, detail: detail)
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
    }
}
