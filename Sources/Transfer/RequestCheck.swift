import HTTPSyntax
import WHATWGURL

/// The rules that a request must satisfy before it is sent.
enum RequestCheck {
    /// Throws an error if a request must not be sent.
    static func check(_ request: TransferRequest) throws(TransferError) {
        let url = request.url
        guard url.isHTTP else {
            throw .request(url: url, detail: "only http and https can be fetched, not \(url.scheme)")
        }
        guard request.method != .post || !request.followsRedirects else {
            throw .request(url: url, detail: "a request with a body does not follow redirects")
        }
        for field in request.headers {
            guard field.isWellFormed else {
                throw .request(url: url, detail: "the header field \"\(printable(field.name))\" is malformed")
            }
            guard !field.isReserved else {
                throw .request(url: url, detail: "the header field \(field.name) cannot be set")
            }
        }
        for value in [request.userAgent, request.referer ?? ""] where !HTTPField.isSafeValue(value) {
            throw .request(url: url, detail: "\"\(printable(value))\" contains a line break")
        }
    }

    private static func printable(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.prefix(40).map { $0.value < 0x20 ? "?" : $0 }))
    }
}
