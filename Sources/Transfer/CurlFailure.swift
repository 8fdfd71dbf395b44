import CLibCurl
import WHATWGURL

/// Sorts libcurl's result codes into classes.
enum CurlFailure {
    /// The error that a result code stands for.
    ///
    /// - Parameters:
    ///   - result: A code other than `CLIBCURL_OK`.
    ///   - detail: What libcurl wrote to the error buffer, empty if nothing.
    ///   - url: The address of the hop.
    /// - Returns: The error.
    static func error(result: Int32, detail: String, url: WebURL) -> TransferError {
        let detail = detail.isEmpty ? String(cString: clibcurl_error_text(result)) : detail
        switch Int(result) {
        case CLIBCURL_URL_MALFORMAT:
            return .request(url: url, detail: detail)
        case CLIBCURL_UNSUPPORTED_PROTOCOL:
            // The address's scheme was checked before, so this is an answer without a status line, as of HTTP/0.9.
            return .http(url: url, detail: detail)
        case CLIBCURL_COULDNT_RESOLVE_HOST, CLIBCURL_COULDNT_RESOLVE_PROXY:
            return .dns(url: url, detail: detail)
        case CLIBCURL_COULDNT_CONNECT:
            return .connect(url: url, detail: detail)
        case CLIBCURL_PARTIAL_FILE:
            return .truncated(url: url, detail: detail)
        case CLIBCURL_OPERATION_TIMEDOUT:
            // libcurl has one code for both, and its text tells them apart.
            return detail.hasPrefix("Operation too slow")
                ? .lowSpeed(url: url, detail: detail) : .timeout(url: url, detail: detail)
        case CLIBCURL_GOT_NOTHING, CLIBCURL_SEND_ERROR, CLIBCURL_RECV_ERROR:
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

    /// The error that a content decoder's failure stands for.
    static func error(_ failure: ContentDecoder.Failure, url: WebURL) -> TransferError {
        switch failure {
        case .unknown(let coding): .http(url: url, detail: "the body is in the content coding \(coding), not asked for")
        case .tooMany(let count): .http(url: url, detail: "the body is in \(count) content codings")
        case .malformed(let coding): .http(url: url, detail: "the body is not valid \(coding)")
        case .truncated(let coding): .truncated(url: url, detail: "the \(coding) body ends early")
        case .outOfMemory: .http(url: url, detail: "memory is short for decompressing the body")
        }
    }
}
