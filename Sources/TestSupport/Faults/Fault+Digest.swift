extension Fault {
    /// The faults of a digest that the user or the server has specified.
    static let ofDigests: [Fault] = [
        Fault(.digest, "checksum-wrong", "The file does not have the expected digest", .quarantined()) { _ in
            whole
        }
        .with { $0.checksum = "sha256=" + String(repeating: "0", count: 64) },
        announced(
            "repr-digest-wrong", "Repr-Digest (RFC 9530) is of another file", "Repr-Digest", "sha-256=:\(wrong):"),
        announced("content-digest-wrong", "Content-Digest is of another body", "Content-Digest", "sha-256=:\(wrong):"),
        announced("digest-wrong", "Digest (RFC 3230) is of another file", "Digest", "SHA-256=\(wrong)"),
        Fault(
            .digest, "repr-digest-right", "Repr-Digest is the file's own", .done("verified").bytes(hello)
        ) { _ in
            .ok(hello, fields: [("Repr-Digest", "sha-256=:LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=:")])
        },
        Fault(
            .digest, "repr-digest-nonsense", "Repr-Digest is nonsense", .done("it is ignored")
        ) { _ in .ok(content, fields: [("Repr-Digest", "sha-256=:short:, =;;"), ("Digest", "sha-256")]) },
    ]

    /// Thirty-two zero bytes in Base64.
    private static let wrong = String(repeating: "A", count: 43) + "="

    private static func announced(_ slug: String, _ title: String, _ field: String, _ value: String) -> Fault {
        Fault(.digest, slug, title, .quarantined()) { _ in .ok(content, fields: [(field, value)]) }
    }
}
