import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTP1

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
