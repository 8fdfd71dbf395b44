extension Duration {
    /// The duration in milliseconds, rounded up and clamped to the range of libcurl's options.
    var wholeMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        let limit: Int64 = 2_000_000_000  // 23 days: a `long` of libcurl has 32 bits on some platforms.
        guard seconds < limit / 1_000 else { return limit }
        guard seconds > -limit / 1_000 else { return -limit }
        return seconds * 1_000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    }
}
