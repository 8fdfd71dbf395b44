import CLibCurl
import WHATWGURL

/// A mapping from libcurl's result codes and the failures of content decoders to ``TransferError``.
enum CurlFailure {
    /// Returns the error for a result code.
    ///
    /// - Parameters:
    ///   - result: A code other than `CLIBCURL_OK`.
    ///   - detail: The contents of libcurl's error buffer; empty or nil to use libcurl's description of the code.
    ///   - isInHead: True if the response's head was incomplete.
    ///   - url: The URL of the hop.
    /// - Returns: The error with its description.
    static func error(result: Int32, detail: String?, isInHead: Bool = false, url: WebURL) -> TransferError {
        let usual = String(cString: clibcurl_error_text(result))
        var detail = detail.flatMap { $0.isEmpty ? nil : $0 } ?? usual
        // "Failed to connect to a port 1: Couldn't connect to server" repeats itself.
        if detail.hasSuffix(": " + usual) { detail.removeLast(usual.count + 2) }
        switch Int(result) {
        case CLIBCURL_URL_MALFORMAT:
            return .request(url: url, detail: detail)
        case CLIBCURL_UNSUPPORTED_PROTOCOL:
            // The URL's scheme was checked before, so the cause is a response without a status line, as in HTTP/0.9.
            return .http(url: url, detail: detail)
        case CLIBCURL_COULDNT_RESOLVE_HOST, CLIBCURL_COULDNT_RESOLVE_PROXY:
            return .dns(url: url, detail: detail)
        case CLIBCURL_OUT_OF_MEMORY:
            // libcurl uses the same code for a header line that exceeds its limit.
            return .http(
                url: url, detail: isInHead ? "a header field of the response is longer than 100 KiB" : detail)
        case CLIBCURL_COULDNT_CONNECT, CLIBCURL_PROXY_HANDSHAKE:
            return .connect(url: url, detail: detail)
        case CLIBCURL_PARTIAL_FILE:
            return .truncated(url: url, detail: detail)
        case CLIBCURL_OPERATION_TIMEDOUT:
            // libcurl uses one code for both; only its text differs.
            return detail.hasPrefix("Operation too slow")
                ? .lowSpeed(url: url, detail: detail) : .timeout(url: url, detail: detail)
        case CLIBCURL_RECV_ERROR where detail.hasSuffix("in chunked-encoding"):
            // libcurl has no separate code for malformed chunks.
            return .http(url: url, detail: detail)
        case CLIBCURL_GOT_NOTHING:
            return .connectionLost(url: url, detail: "the server closed the connection without a response")
        case CLIBCURL_SEND_ERROR, CLIBCURL_RECV_ERROR, CLIBCURL_HTTP2, CLIBCURL_HTTP2_STREAM:
            // If the server resets an HTTP/2 stream or connection, the connection counts as lost.
            return .connectionLost(url: url, detail: detail)
        case CLIBCURL_SSL_CONNECT_ERROR, CLIBCURL_SSL_ENGINE_NOTFOUND, CLIBCURL_SSL_ENGINE_SETFAILED,
            CLIBCURL_SSL_CERTPROBLEM, CLIBCURL_SSL_CIPHER, CLIBCURL_PEER_FAILED_VERIFICATION,
            CLIBCURL_SSL_CACERT_BADFILE, CLIBCURL_SSL_CRL_BADFILE, CLIBCURL_SSL_ISSUER_ERROR,
            CLIBCURL_SSL_PINNEDPUBKEYNOTMATCH, CLIBCURL_SSL_INVALIDCERTSTATUS:
            return .tls(url: url, detail: detail)
        default:
            return .http(url: url, detail: detail)
        }
    }

    /// Returns the error for a failure of a content decoder.
    static func error(_ failure: ContentDecoder.Failure, url: WebURL) -> TransferError {
        switch failure {
        case .unsupported(let coding):
            .http(url: url, detail: "the body has the content coding \(coding), which was not requested")
        case .tooMany(let count): .http(url: url, detail: "the body has \(count) content codings")
        case .bomb(let ratio): .decompressionBomb(url: url, ratio: ratio)
        case .malformed(let coding): .http(url: url, detail: "the body is not valid \(coding)")
        case .truncated(let coding): .truncated(url: url, detail: "the \(coding) body ends early")
        case .outOfMemory: .http(url: url, detail: "out of memory while decompressing the body")
        case .missing(let library): .http(url: url, detail: "the body cannot be decompressed: \(library)")
        }
    }
}
