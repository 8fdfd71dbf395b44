extension HTTPField {
    /// The fields that only the client sets: they frame the message, name its host, or list the accepted codings.
    ///
    /// A caller that sets one of them could smuggle a request, or send a secret to the wrong host.
    private static let reserved = [
        "Accept-Encoding", "Connection", "Content-Length", "Expect", "Host", "Keep-Alive", "Proxy-Connection",
        "Referer", "TE", "Trailer", "Transfer-Encoding", "Upgrade", "User-Agent",
    ]

    /// True if only the client that sends a request sets this field.
    package var isReserved: Bool { Self.reserved.contains(where: isNamed) }

    /// True if a user may add this field to a request: it is well formed and not reserved.
    package var isSettable: Bool { isWellFormed && !isReserved }
}
