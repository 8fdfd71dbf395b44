import Glibc
import HTTPTypes
import Hummingbird
import Logging

/// The outermost middleware, which converts errors to problem details and adds the security headers to every response.
struct ResponseMiddleware: RouterMiddleware {
    let routes: RouteTable

    func handle(
        _ request: Request, context: ServiceContext, next: (Request, ServiceContext) async throws -> Response
    ) async throws -> Response {
        var response: Response
        do {
            response = try await next(request, context)
        } catch {
            response = errorResponse(problem(for: error, request: request, context: context), to: request)
        }
        response.protect(path: request.uri.path)
        return response
    }

    private func problem(for error: any Error, request: Request, context: ServiceContext) -> Problem {
        if let error = error as? HTTPError, error.status == .notFound {
            return routes.methodProblem(request.method, at: request.uri.path)
                ?? Problem(.notFound, "no resource has this path")
        }
        if let problem = Problem(describing: error) { return problem }
        context.logger.error("request failed", metadata: ["path": "\(request.uri.path)", "error": "\(error)"])
        // Only clients with a token reach a store, so they may see its errors, which describe the remedy in one line.
        return Problem(.internalServerError, "\(error)")
    }

    /// Returns the response to a request that failed: a page for people, problem details for programs.
    private func errorResponse(_ problem: Problem, to request: Request) -> Response {
        // The native host has no pages, and does not spend its start on hashing the embedded files.
        guard routes.isPage(request.uri.path), let signIn = WebAsset.embedded["web/signin.html"],
            let template = WebAsset.embedded["web/problem.html"]
        else { return problem.response }
        return problem.page(signIn: signIn, template: template)
    }
}

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

extension Response {
    /// Adds the header fields that every response has, errors included.
    ///
    /// - Parameter path: The path of the request; empty if it is unknown.
    mutating func protect(path: String) {
        // A copy of a page has a policy of its own, which allows even less.
        if headers[.contentSecurityPolicy] == nil {
            headers[.contentSecurityPolicy] = ResponsePolicy.contentSecurityPolicy
        }
        headers[.xContentTypeOptions] = "nosniff"
        headers[.frameOptions] = "DENY"
        headers[.referrerPolicy] = "no-referrer"
        headers[.crossOriginResourcePolicy] = "same-origin"
        // The links of a copy would otherwise tell name servers what the reader reads.
        headers[.dnsPrefetchControl] = "off"
        headers[.permissionsPolicy] = "camera=(), geolocation=(), microphone=()"
        switch ResponsePolicy(path: path) {
        case .strict: headers[.crossOriginOpenerPolicy] = "same-origin"
        // The page that opened the helper waits for its message. A separate browsing context group would disconnect
        // them.
        case .keepsOpener: headers[.crossOriginOpenerPolicy] = "unsafe-none"
        }
        // Responses are private unless they are marked otherwise.
        if headers[.cacheControl] == nil { headers[.cacheControl] = "no-store" }
    }
}

/// The security policies of a response.
private enum ResponsePolicy {
    /// The policy of a page, a file or data that loads and runs only files of this service.
    case strict
    /// The policy of the restore helper and the sample page.
    ///
    /// The helper must keep `window.opener`, because it sends a message to that page. The sample page opens the helper.
    /// Neither page shows private data.
    case keepsOpener

    /// Creates the policy for a path.
    init(path: String) {
        self = path == "/r" || path == "/sample" ? .keepsOpener : .strict
    }

    /// The Content Security Policy (level 3).
    ///
    /// `require-trusted-types-for` makes a browser refuse to parse text as markup.
    static let contentSecurityPolicy = [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:", "connect-src 'self'",
        "manifest-src 'self'", "form-action 'none'", "frame-ancestors 'none'", "base-uri 'none'",
        "require-trusted-types-for 'script'",
    ].joined(separator: "; ")
}

extension HTTPField.Name {
    /// Host (RFC 9110, section 7.2).
    static let hostField = known("Host")
    /// Last-Event-ID (HTML Standard, section 9.2.4).
    static let lastEventID = known("Last-Event-ID")
    /// Link (RFC 8288).
    static let link = known("Link")
    /// Leftoff-Session: the secret of a session, which pages of the service send.
    static let leftoffSession = known("Leftoff-Session")
    /// Refresh (HTML Standard, section 15.3.2).
    static let refresh = known("Refresh")
    /// Sec-Fetch-Site (Fetch Metadata Request Headers).
    static let secFetchSite = known("Sec-Fetch-Site")
    /// Sec-Fetch-Mode (Fetch Metadata Request Headers).
    static let secFetchMode = known("Sec-Fetch-Mode")
    /// Sec-Fetch-Dest (Fetch Metadata Request Headers).
    static let secFetchDestination = known("Sec-Fetch-Dest")
    /// Referrer-Policy.
    static let referrerPolicy = known("Referrer-Policy")
    /// Cross-Origin-Opener-Policy (HTML Standard).
    static let crossOriginOpenerPolicy = known("Cross-Origin-Opener-Policy")
    /// X-Frame-Options, for browsers that do not support `frame-ancestors`.
    static let frameOptions = known("X-Frame-Options")
    /// X-DNS-Prefetch-Control.
    static let dnsPrefetchControl = known("X-DNS-Prefetch-Control")
    /// Permissions-Policy.
    static let permissionsPolicy = known("Permissions-Policy")

    private static func known(_ text: StaticString) -> HTTPField.Name {
        guard let name = HTTPField.Name("\(text)") else {
            // Only a name that is not a token (RFC 9110, section 5.1) fails, and all names in this file are tokens.
            preconditionFailure("\(text) is not the name of a field")
        }
        return name
    }
}

/// The value of a response's Date field (RFC 9110, section 6.6.1).
enum DateField {
    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Formats a time as an IMF-fixdate (RFC 9110, section 5.6.7).
    ///
    /// - Parameter seconds: Seconds since 1970 in UTC.
    /// - Returns: For example `Sun, 06 Nov 1994 08:49:37 GMT`.
    static func text(secondsSince1970 seconds: Int) -> String {
        var seconds = time_t(seconds)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        let day = "\(days[Int(parts.tm_wday)]), \(padded(parts.tm_mday)) \(months[Int(parts.tm_mon)])"
        let clock = [parts.tm_hour, parts.tm_min, parts.tm_sec].map(padded).joined(separator: ":")
        return "\(day) \(parts.tm_year + 1_900) \(clock) GMT"
    }

    /// Returns the present time as an IMF-fixdate.
    static func now() -> String { text(secondsSince1970: time(nil)) }

    private static func padded(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
