import HTTPSyntax
import Transfer
import WHATWGURL

/// The requests that follow from a policy.
extension FetchPolicy {
    /// Returns the header fields of a request: the policy's own, and those of ``headers`` that may be sent to its
    /// origin.
    func fields(for url: WebURL) -> [HTTPField] {
        let isTrusted = trustedOrigins.map { $0.contains(url.origin) } != false
        var fields = headers.filter { isTrusted || RedirectPolicy.portableFields.contains($0.name.lowercased()) }
        func isSet(_ name: String) -> Bool { headers.contains { $0.isNamed(name) } }
        if !isSet("Accept") { fields.append(HTTPField(name: "Accept", value: accept)) }
        if let language = acceptLanguage, !isSet("Accept-Language") {
            fields.append(HTTPField(name: "Accept-Language", value: language))
        }
        return fields
    }

    /// Returns the request for a URL, with the limits of the policy.
    func request(for url: WebURL, fields: [HTTPField], followsRedirects: Bool) -> TransferRequest {
        var request = TransferRequest(url: url, method: method, headers: fields)
        // The offsets of records are those of the stored bytes.
        request.acceptsCompression = !isForArchive
        request.maximumBodyBytes = maximumBodyBytes
        request.maximumRedirects = maximumRedirects
        request.allowsDowngrade = allowsDowngrade
        request.connectTimeout = connectTimeout
        request.lowSpeed = lowSpeed
        request.totalTimeout = totalTimeout
        request.userAgent = userAgent
        request.addressPolicy = addressPolicy
        request.hostInterval = hostInterval
        request.deliversUpToLimit = deliversUpToLimit
        request.followsRedirects = followsRedirects
        return request
    }
}
