import Downloads
import FoundationEssentials

/// The file of `--ca-file`.
enum CertificateFile {
    /// The maximum size of a file; the certificates of a whole system take up 250 KB.
    private static let byteLimit = 64 << 20

    /// The labels of certificates in PEM (RFC 7468, section 5; OpenSSL also reads the last two).
    private static let labels = ["CERTIFICATE", "X509 CERTIFICATE", "TRUSTED CERTIFICATE"]

    /// Checks that the file can be read and contains a certificate.
    ///
    /// If it does not, every request would fail with the same message after several attempts.
    ///
    /// - Parameter path: The argument of `--ca-file`; nil to trust the system's certificates.
    /// - Returns: The unchanged path.
    /// - Throws: `CommandFailure`: not found if the file cannot be read, malformed input if it contains no certificate.
    static func readable(_ path: String?) throws -> String? {
        guard let path else { return nil }
        if let obstacle = CredentialFile.obstacle(to: path) {
            throw CommandFailure(what: "--ca-file \(path)", why: "cannot be read: \(obstacle)", status: .notFound)
        }
        let bytes = try InputBytes.read(path, limit: byteLimit)
        guard containsCertificate(String(decoding: bytes, as: UTF8.self)) else {
            throw CommandFailure(
                what: "--ca-file \(path)", why: bytes.isEmpty ? "is empty" : "contains no certificate in PEM format",
                status: .malformedInput)
        }
        return path
    }

    /// Returns true if a text contains a certificate whose Base64 can be decoded.
    private static func containsCertificate(_ text: String) -> Bool {
        for label in labels {
            var rest = text[...]
            while let begin = rest.firstRange(of: "-----BEGIN \(label)-----") {
                rest = rest[begin.upperBound...]
                guard let end = rest.firstRange(of: "-----END \(label)-----") else { break }
                let digits = rest[..<end.lowerBound].filter { !$0.isWhitespace }
                // A certificate is a sequence in DER, and the sequence's tag is 0x30.
                if Data(base64Encoded: String(digits))?.first == 0x30 { return true }
                rest = rest[end.upperBound...]
            }
        }
        return false
    }
}
