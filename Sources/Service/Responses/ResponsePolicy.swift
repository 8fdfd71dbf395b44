/// The security policies of a response.
enum ResponsePolicy {
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
