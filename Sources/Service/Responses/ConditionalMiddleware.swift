import HTTPTypes
import Hummingbird

/// A middleware that responds with 304 if the client already has the representation (RFC 9110, section 13.1.2).
struct ConditionalMiddleware: RouterMiddleware {
    func handle(
        _ request: Request, context: ServiceContext, next: (Request, ServiceContext) async throws -> Response
    ) async throws -> Response {
        let response = try await next(request, context)
        guard request.method == .get || request.method == .head, response.status == .ok,
            let tag = response.headers[.eTag].map(EntityTag.init(text:)),
            let known = request.headers[.ifNoneMatch], tag.isListed(in: known, comparesWeakly: true)
        else { return response }
        var fields = response.headers
        for name in [HTTPField.Name.contentType, .contentLength, .contentDisposition, .contentEncoding] {
            fields[name] = nil
        }
        return Response(status: .notModified, headers: fields)
    }
}
