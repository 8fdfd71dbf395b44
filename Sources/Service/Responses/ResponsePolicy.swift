/// The policies of a response.
enum ResponsePolicy {
    /// A page, a file or data that loads and runs only what this service serves.
    case strict
    /// The page of the restore helper, which keeps its opener because it sends it a message; and the sample page, which
    /// opens that window. Neither shows private data.
    case keepsOpener

    /// Creates the policy of a path.
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
