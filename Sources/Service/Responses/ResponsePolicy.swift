/// The policies under which an answer is shown.
enum ResponsePolicy {
    /// A page, a file or data: nothing but what this service itself serves may be loaded or run.
    case strict
    /// The restore helper's page, which keeps the window that opened it, since it answers that window; and the sample page, on
    /// which bookmarks are tried and which opens that window. Neither shows anything of anybody.
    case keepsOpener

    /// The policy of a path.
    init(path: String) {
        self = path == "/r" || path == "/sample" ? .keepsOpener : .strict
    }

    /// The Content Security Policy (level 3).
    ///
    /// `require-trusted-types-for` makes a browser refuse to turn text into markup.
    static let contentSecurityPolicy = [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:", "connect-src 'self'",
        "manifest-src 'self'", "form-action 'none'", "frame-ancestors 'none'", "base-uri 'none'",
        "require-trusted-types-for 'script'",
    ].joined(separator: "; ")
}
